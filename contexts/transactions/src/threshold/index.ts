export { allowsNoAnswer, lawFindings } from './law-finding.rules.ts'
export { localAmounts, toMoney } from './local-amount.rules.ts'
export { completeness, missingIssue } from './missing.rules.ts'
export { type FxSource, type PriceSource, priceOf } from './price.ts'
export { embeddedMarket } from './price-embedded.ts'
export {
  demandsOf,
  type Missing,
  missingOf,
  type Parties,
  type PartyFacts,
} from './requirement.rules.ts'
export { selfHostedMissing, selfHostedNeeds } from './self-hosted.rules.ts'
export { countryOf, isInUse, type Rule, ruleOf } from './tier.rules.ts'
export {
  asksForLess,
  type Judgement,
  storedThreshold,
  transferType,
} from './transfer-type.rules.ts'
