export { getPortalSession } from './portal.operations.ts'
