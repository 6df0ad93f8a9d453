export {
  changeIntegration,
  createIntegration,
  getIntegration,
  getIntegrationKey,
  listIntegrations,
  removeIntegration,
  rotateIntegrationKey,
} from './integration.operations.ts'
