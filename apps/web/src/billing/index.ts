export { BillingNotice } from './billing-notice.tsx'
export { DifferencesSearch, SubscriptionsSearch } from './search.ts'
