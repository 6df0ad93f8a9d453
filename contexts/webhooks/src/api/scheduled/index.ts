export { cancelMessage, listScheduled, sendNow } from './scheduled.operations.ts'
