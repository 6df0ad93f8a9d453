export {
  findDays,
  findDaysByAsset,
  findDaysByCompany,
  findEntries,
  findReported,
} from './ledger.store.ts'
export { meter } from './meter.ts'
export { payerOn } from './payer-on.store.ts'
export { monthOf, type Period } from './period.rules.ts'
export {
  companiesOf,
  groupReached,
  unitsIn,
  unitsOfGroup,
  unitsPaidBy,
  unitsPaidFor,
} from './usage.store.ts'
