export { billingItems } from './action-items.ts'
export { startNoticing, tellNews } from './notice.worker.ts'
