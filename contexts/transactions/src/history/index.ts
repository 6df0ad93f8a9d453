export { addHistory, type PastTransfer } from './history.ts'
