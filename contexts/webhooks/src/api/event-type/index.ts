export {
  createEventType,
  getEventType,
  listEventTypes,
  patchEventType,
  removeEventType,
  replaceEventType,
  showEventType,
  valuesOf,
} from './event-type.operations.ts'
export { generateExample, sendExample } from './example.operations.ts'
export { importOpenapi } from './import.operations.ts'
export { findAllEventTypes, upsertEventTypes } from './import.store.ts'
