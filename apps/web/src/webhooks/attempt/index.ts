export { DeliveryStatus } from './status.tsx'
