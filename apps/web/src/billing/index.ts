export { BillingNotice } from './billing-notice.tsx'
export { BillingSearch, DifferencesSearch, SubscriptionsSearch } from './search.ts'
