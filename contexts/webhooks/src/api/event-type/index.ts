import { inApplication, inOrganisation } from '../bind.ts'
import {
  createEventType,
  getEventType,
  listEventTypes,
  patchEventType,
  removeEventType,
  replaceEventType,
} from './event-type.operations.ts'
import { generateExample, sendExample } from './example.operations.ts'
import { importOpenapi } from './import.operations.ts'

export { showEventType, valuesOf } from './event-type.operations.ts'
export { findAllEventTypes, upsertEventTypes } from './import.store.ts'

export const eventType = {
  importOpenapi: inOrganisation(importOpenapi),
  generateExample: inOrganisation(generateExample),
  list: inOrganisation(listEventTypes),
  create: inOrganisation(createEventType),
  get: inOrganisation(getEventType),
  update: inOrganisation(replaceEventType),
  patch: inOrganisation(patchEventType),
  delete: inOrganisation(removeEventType),
}

export const endpointExample = { sendExample: inApplication(sendExample) }
