export { documentRequest } from './request.operations.ts'
export {
  changeRequest,
  findRequests,
  insertRequest,
  lockRequest,
  questionnairesSince,
} from './request.store.ts'
