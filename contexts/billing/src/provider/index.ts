export { bestOf } from './best.rules.ts'
export { withBreaker } from './breaker.ts'
export { catchUp, readRefusals } from './catching-up.ts'
export { chargebeeProvider } from './chargebee.ts'
export {
  findCustomer,
  findInvoices,
  longestWait,
  storeCustomer,
  storeSnapshot,
} from './customer.store.ts'
export { storeEvent } from './event.store.ts'
export type { BilledTo, BillingProvider, ConfiguredProvider, Preview, Seen } from './provider.ts'
export { readDue, startReading } from './reading.worker.ts'
export { stripeProvider, stripeVersion } from './stripe.ts'
