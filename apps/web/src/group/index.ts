export { CompanyGroup } from './company.tsx'
