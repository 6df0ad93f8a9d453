export { messageScheduled } from './scheduled.operations.ts'
