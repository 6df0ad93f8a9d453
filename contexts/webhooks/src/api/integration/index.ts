export {
  createIntegration,
  getIntegration,
  getIntegrationKey,
  listIntegrations,
  removeIntegration,
  renameIntegration,
  rotateIntegrationKey,
} from './integration.operations.ts'
