import { changing, inApplication, inOrganisation } from '../bind.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  patchApplication,
  removeApplication,
  replaceApplication,
} from './application.operations.ts'

export { newApplication } from './by-use.ts'

export const application = {
  list: inOrganisation(listApplications),
  create: changing(inOrganisation(createApplication)),
  get: inApplication((_, at) => getApplication(at)),
  update: changing(inOrganisation(replaceApplication)),
  patch: changing(inApplication(patchApplication)),
  delete: changing(inApplication(removeApplication)),
}
