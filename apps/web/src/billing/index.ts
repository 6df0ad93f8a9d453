export { BillingNotice } from './billing-notice.tsx'
