import { inApplication } from '../bind.ts'
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  patchEndpoint,
  removeEndpoint,
  replaceEndpoint,
} from './endpoint.operations.ts'
import {
  getEndpointHeaders,
  patchEndpointHeaders,
  replaceEndpointHeaders,
} from './endpoint-headers.operations.ts'
import { getEndpointSecret, rotateEndpointSecret } from './endpoint-secret.operations.ts'
import { bulkReplay, recoverFailed, replayMissing } from './recover.operations.ts'

export { showEndpoint } from './endpoint.operations.ts'

export const endpoint = {
  list: inApplication(listEndpoints),
  create: inApplication(createEndpoint),
  get: inApplication(getEndpoint),
  update: inApplication(replaceEndpoint),
  patch: inApplication(patchEndpoint),
  delete: inApplication(removeEndpoint),
  getSecret: inApplication(getEndpointSecret),
  rotateSecret: inApplication(rotateEndpointSecret),
  getHeaders: inApplication(getEndpointHeaders),
  updateHeaders: inApplication(replaceEndpointHeaders),
  patchHeaders: inApplication(patchEndpointHeaders),
}

export const endpointTasks = {
  recover: inApplication(recoverFailed),
  replay: inApplication(replayMissing),
  bulkReplay: inApplication(bulkReplay),
}
