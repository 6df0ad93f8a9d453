import { inApplication } from '../bind.ts'
import {
  countMissingMessages,
  getPortalSession,
  listEndpointTasks,
  listFailing,
} from './portal.operations.ts'

export const portal = {
  session: inApplication(getPortalSession),
  failing: inApplication(listFailing),
  tasks: inApplication(listEndpointTasks),
  missing: inApplication(countMissingMessages),
}
