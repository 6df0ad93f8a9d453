import { isoCountries } from '@countersign/contracts/trust'
import { countryName } from './countries.ts'

/** Every country and territory as a choice, by name. */
export const allCountries = () =>
  isoCountries
    .map((code) => ({ value: code, label: countryName(code), detail: code }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
