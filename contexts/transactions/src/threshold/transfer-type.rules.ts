import type {
  Threshold,
  ThresholdSide,
  ThresholdWarning,
  TransactionType,
} from '@countersign/contracts/transactions'
import type { LocalAmounts } from './local-amount.rules.ts'
import { type Judged, judge, type Rule, ruleOf } from './tier.rules.ts'

/** What the type of a transfer follows from. */
export type TransferFacts = {
  /** Country whose rule the originator's company follows. */
  readonly originatorCountry: string | null
  /** The beneficiary's company, where it is stated or was found. */
  readonly beneficiary: { readonly country: string | null } | null
  /** Stated as self-hosted, or the address is known to be. */
  readonly isSelfHosted: boolean
  /** Whether the counterparty's rule is followed too: by setting and by request. */
  readonly followsCounterparty: boolean
  /** Null where nobody knows the price. */
  readonly amounts: LocalAmounts | null
  readonly rules: readonly Rule[]
}

/** The type of a transfer, and what led to it. */
export type Judgement = {
  readonly type: TransactionType
  readonly originator: Judged
  readonly beneficiary: Judged | null
  /** The sides whose tier applies and is followed: what they require must travel. */
  readonly followed: readonly Judged[]
  readonly warnings: readonly ThresholdWarning[]
}

/** Which type a transfer is of, by the stricter rule of both sides. */
export function transferType(facts: TransferFacts): Judgement {
  const { amounts, rules, originatorCountry: own } = facts
  const other = facts.isSelfHosted ? null : facts.beneficiary
  const countries = [own, other?.country ?? null]
  const judgeIn = (country: string | null) =>
    judge(ruleOf(rules, country), amounts ?? (() => null), countries)
  const originator = judgeIn(own)
  const beneficiary = other && judgeIn(other.country)
  const applying = [originator, beneficiary].filter((side) => side !== null && side.tier !== null)
  const followed = applying.filter((side) => side === originator || facts.followsCounterparty)
  const judged = { originator, beneficiary, followed: followed.filter((side) => side !== null) }
  const isPriceUnknown = amounts === null || applying.some((side) => side?.amount === null)
  const warnings: ThresholdWarning[] = [
    ...(followed.length < applying.length ? (['COUNTERPARTY_RULE_APPLIES'] as const) : []),
    ...(isPriceUnknown ? (['PRICE_UNKNOWN'] as const) : []),
    ...(isUnverified(judged) ? (['UNVERIFIED_RULE'] as const) : []),
  ]
  return {
    type: typeOf(facts, followed.length > 0 || (amounts === null && other !== null)),
    ...judged,
    warnings,
  }
}

function typeOf({ isSelfHosted, beneficiary }: TransferFacts, applies: boolean): TransactionType {
  if (isSelfHosted) return 'NON_CUSTODIAL'
  if (!applies) return 'BELOW_THRESHOLD'
  return beneficiary ? 'TRAVELRULE' : 'UNKNOWN'
}

const isUnverified = ({ originator, beneficiary }: Pick<Judgement, 'originator' | 'beneficiary'>) =>
  [originator, beneficiary].some((side) => side?.rule?.confidence === 'low')

/** What is kept of a judgement: with the versions of the rules it can be made again. */
export function storedThreshold(judgement: Judgement): Threshold {
  const { originator, beneficiary, followed, warnings } = judgement
  const own = followed.includes(originator)
  const theirs = beneficiary !== null && followed.includes(beneficiary)
  return {
    decidedBy: own && theirs ? 'both' : own ? 'originator' : theirs ? 'beneficiary' : 'none',
    originator: storedSide(originator),
    beneficiary: beneficiary && storedSide(beneficiary),
    warnings: [...warnings],
  }
}

const storedSide = ({ rule, tier, amount, currency }: Judged): ThresholdSide => ({
  jurisdiction: rule?.id ?? null,
  version: rule?.version ?? null,
  tier,
  amount: amount?.toFixed() ?? null,
  currency,
})

/** Whether a price that came later would ask for less: the type stays, a person decides. */
export const asksForLess = (stored: Threshold, fresh: Threshold): boolean =>
  isLower(fresh.originator, stored.originator) || isLower(fresh.beneficiary, stored.beneficiary)

const isLower = (fresh: ThresholdSide | null, stored: ThresholdSide | null) =>
  (fresh?.tier ?? -1) < (stored?.tier ?? -1)
