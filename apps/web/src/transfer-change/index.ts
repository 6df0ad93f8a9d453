export { TransferChanges } from './changes.tsx'
export { itemWords, Requested } from './requested.tsx'
