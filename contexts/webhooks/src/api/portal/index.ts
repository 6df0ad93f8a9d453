export { getPortalSession, listFailing } from './portal.operations.ts'
