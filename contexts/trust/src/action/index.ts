export { type ActionSources, actionItems } from './action.operations.ts'
export { startAlerts } from './alert.worker.ts'
