export {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  patchEndpoint,
  removeEndpoint,
  replaceEndpoint,
  showEndpoint,
} from './endpoint.operations.ts'
export {
  getEndpointHeaders,
  patchEndpointHeaders,
  replaceEndpointHeaders,
} from './endpoint-headers.operations.ts'
export { getEndpointSecret, rotateEndpointSecret } from './endpoint-secret.operations.ts'
export { bulkReplay, recoverFailed, replayMissing } from './recover.operations.ts'
