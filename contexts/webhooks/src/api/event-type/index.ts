export { eventType, showEventType, valuesOf } from './event-type.operations.ts'
export { endpointExample, eventTypeExample } from './example.operations.ts'
export { eventTypeImport } from './import.operations.ts'
export { findAllEventTypes, upsertEventTypes } from './import.store.ts'
