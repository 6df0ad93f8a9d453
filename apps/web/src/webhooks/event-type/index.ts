export { EventTypes } from './event-types.tsx'
