import { inApplication } from '../bind.ts'
import {
  changeIntegration,
  createIntegration,
  getIntegration,
  getIntegrationKey,
  listIntegrations,
  removeIntegration,
  rotateIntegrationKey,
} from './integration.operations.ts'

export const integration = {
  list: inApplication(listIntegrations),
  create: inApplication(createIntegration),
  get: inApplication(getIntegration),
  update: inApplication(changeIntegration),
  delete: inApplication(removeIntegration),
  getKey: inApplication(getIntegrationKey),
  rotateKey: inApplication(rotateIntegrationKey),
}
