export { documentRequest } from './request.operations.ts'
export { changeRequest, findRequests, insertRequest, lockRequest } from './request.store.ts'
