export { statusNames } from './filter.ts'
export { factsOf, OpenDialog } from './personal-data.tsx'
export { NewTransferSearch, TransferSearch } from './search.ts'
export { viewerWords, viewReasons } from './views.tsx'
