export { startErasingAsked } from './erase-asked.worker.ts'
export { privacyRequests } from './operations.ts'
export { resealRequests } from './privacy.store.ts'
