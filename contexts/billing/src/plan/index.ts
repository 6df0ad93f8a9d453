export { allowance, planLimit, questionnaireLimit } from './allowance.ts'
export {
  accessOf,
  graceEndOf,
  type Plan,
  type Plans,
  planOf,
  plansIn,
  type Standing,
  stateOf,
} from './plan.rules.ts'
export { findPayer, findStanding, type Known } from './standing.store.ts'
export { statusOf } from './status.rules.ts'
