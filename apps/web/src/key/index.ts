export { CompanyKeys } from './keys.tsx'
