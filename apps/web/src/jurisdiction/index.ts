export { allCountries } from './all-countries.ts'
export { countryCodes, countryName } from './countries.ts'
export { RuleStatus } from './rule-status.tsx'
export { JurisdictionSearch } from './search.ts'
