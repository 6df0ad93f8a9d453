export {
  countMissingMessages,
  getPortalSession,
  listEndpointTasks,
  listFailing,
} from './portal.operations.ts'
