export { type ActionSources, listActionItems } from './action.operations.ts'
export { startAlerts } from './alert.worker.ts'
