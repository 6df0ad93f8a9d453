export { TransferSearch } from './search.ts'
