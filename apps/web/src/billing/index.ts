export { CompanyBilling } from './billing.tsx'
