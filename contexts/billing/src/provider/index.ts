export { bestOf } from './best.rules.ts'
export { withBreaker } from './breaker.ts'
export { chargebeeProvider } from './chargebee.ts'
export {
  findCustomer,
  findInvoices,
  storeCustomer,
  storeEvent,
  storeSnapshot,
} from './customer.store.ts'
export type { BillingProvider, ConfiguredProvider, Preview, Seen } from './provider.ts'
export { readDue, startReading } from './reading.worker.ts'
export { stripeProvider, stripeVersion } from './stripe.ts'
