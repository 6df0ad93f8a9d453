export { DeliveryStatus } from './status.tsx'
export { AttemptTable } from './table.tsx'
