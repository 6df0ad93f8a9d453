export {
  createApplication,
  getApplication,
  listApplications,
  patchApplication,
  removeApplication,
  replaceApplication,
} from './application.operations.ts'
export { newApplication } from './by-use.ts'
