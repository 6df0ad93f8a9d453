export { transferItems } from './action-items.ts'
export { transferActivity } from './activity.store.ts'
export { secondsAt } from './answer-time.rules.ts'
export { findUncounted, foldCounters } from './fold.store.ts'
export { withFound } from './found.store.ts'
export {
  countSections,
  countUntil,
  type ExportPage,
  type ExportPlace,
  findIds,
  findOldest,
  oldestSides,
} from './list.store.ts'
export { counts, list, query } from './operations.ts'
export { outcomes, topCounterparties } from './outcomes.ts'
export { findPage, findSides } from './page.store.ts'
export { search } from './search.ts'
export { sourceOf } from './source.store.ts'
export { statistics } from './statistics.ts'
