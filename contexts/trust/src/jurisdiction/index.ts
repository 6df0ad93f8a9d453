export { jurisdiction } from './jurisdiction.operations.ts'
export { type CountriesByStatus, countriesByStatus, statusesOf } from './jurisdiction.rules.ts'
export { findJurisdictions, findRulesNow } from './jurisdiction.store.ts'
