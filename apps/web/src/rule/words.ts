import {
  type ListCheck,
  type Rule,
  type RuleAction,
  type RuleCheck,
  type RuleCondition,
  type RuleDirection,
  type RuleFinding,
  reasonsFor,
} from '@countersign/contracts/transactions'

/** A rule being edited: what is saved, with a key of its own. */
export type DraftRule = Pick<
  Rule,
  'id' | 'name' | 'note' | 'enabled' | 'actionRule' | 'reason' | 'until' | 'source'
> & { readonly conditions: readonly RuleCondition[] }
/** The rules of both directions while they are edited. */
export type DraftRules = { readonly [D in RuleDirection]: readonly DraftRule[] }

/** Rules as they are sent: in the order in which they stand. */
export const givenOf = (rules: readonly DraftRule[]) =>
  rules.map(({ id, name, note, enabled, actionRule, reason, until, source, conditions }) => ({
    id,
    enabled,
    actionRule,
    conditions: [...conditions],
    ...(name && { name }),
    ...(note && { note }),
    ...(reason && { reason }),
    ...(until && { until }),
    ...(source && { source }),
  }))

/** What a rule does, as a sentence begins. */
export const actionWords: { readonly [D in RuleDirection]: Readonly<Record<RuleAction, string>> } =
  {
    incoming: {
      APPROVE: 'Accept',
      REJECT: 'Decline',
      NOT_READY: 'Answer “not ready”',
      SEND_TO_INBOX: 'Send to the inbox',
    },
    outgoing: {
      APPROVE: 'Approve',
      REJECT: 'Cancel',
      NOT_READY: 'Answer “not ready”',
      SEND_TO_INBOX: 'Send to the inbox',
    },
  }

/** What a condition is about. */
export const checkWords: Readonly<Record<RuleCheck, string>> = {
  ALL: 'every transfer',
  VASP: 'counterparty',
  REVIEWED_VASP_LIST: 'your verdict',
  JURISDICTION: 'counterparty’s country',
  ASSET: 'asset',
  NETWORK: 'network',
  TRANSACTION_TYPE: 'type',
  ADDRESS_OWNER: 'owner of the address',
  DATA_COMPLETE: 'data complete',
  COUNTERPARTY: 'counterparty’s verification',
  FIRST_WITH: 'first transfer with',
  OWN_ACCOUNT: 'own account',
  RISK_SCORE: 'risk score',
  SANCTION_LIST_CHECK: 'sanctions check',
  CUSTOMER: 'your customer',
  CUSTOMER_TAG: 'your customer’s tag',
  CUSTOMER_COUNTRY: 'your customer’s country',
  NAME_MATCH: 'beneficiary’s name',
  PROOF: 'proof of the wallet',
  TRANSACTION_AMOUNT: 'value',
  TRANSACTION_CREATION_TIME: 'age',
  SUM_WINDOW: 'value with the counterparty in a time',
}

const countryListWords = {
  FATF_CALL_FOR_ACTION: 'under FATF’s call for action',
  FATF_INCREASED_MONITORING: 'under FATF’s increased monitoring',
}

/** Codes of facts as people say them; others stand for themselves. */
const valueWords: Readonly<Partial<Record<ListCheck, Readonly<Record<string, string>>>>> = {
  JURISDICTION: countryListWords,
  CUSTOMER_COUNTRY: countryListWords,
  REVIEWED_VASP_LIST: {
    TRUSTED: 'trusted',
    BLOCKED: 'blocked',
    MANUAL: 'monitor',
    NOT_REVIEWED: 'not reviewed',
  },
  TRANSACTION_TYPE: {
    TRAVELRULE: 'Travel Rule applies',
    BELOW_THRESHOLD: 'below the threshold',
    NON_CUSTODIAL: 'self-hosted wallet',
    UNKNOWN: 'unknown',
  },
  ADDRESS_OWNER: {
    INTERNAL_CUSTOMER: 'one of our customers',
    INTERNAL: 'ours',
    OURS_BY_CONFIRMATION: 'confirmed before',
    UNHOSTED: 'self-hosted',
    UNKNOWN: 'unknown',
  },
  DATA_COMPLETE: { YES: 'yes', NO: 'no' },
  OWN_ACCOUNT: { YES: 'yes', NO: 'no' },
  COUNTERPARTY: { VERIFIED: 'verified', NOT_VERIFIED: 'not verified' },
  FIRST_WITH: { COUNTERPARTY: 'the counterparty' },
  RISK_SCORE: { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', SEVERE: 'severe' },
  SANCTION_LIST_CHECK: {
    NO_MATCH: 'no match',
    POTENTIAL: 'potential match',
    MATCH: 'match',
    ERROR: 'failed',
  },
  NAME_MATCH: {
    EXACT: 'the same as your customer’s',
    SIMILAR: 'similar to your customer’s',
    DIFFERENT: 'different from your customer’s',
    UNKNOWN: 'not comparable',
  },
  PROOF: { VERIFIED: 'verified', DECLARED: 'declared only', MISSING: 'missing' },
}
export const valueWord = (check: RuleCheck, value: string): string => {
  const words: Readonly<Record<string, string>> | undefined = Object.entries(valueWords).find(
    ([name]) => name === check,
  )?.[1]
  return words?.[value] ?? value
}

const comparisons = { '<': 'below', '<=': 'at most', '>': 'above', '>=': 'at least' }
export const operatorWords = { IN: 'is', NOT_IN: 'is not', ...comparisons }

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** A condition as part of a sentence. */
export function conditionWords(condition: RuleCondition): string {
  const name = checkWords[condition.check]
  if (condition.check === 'ALL') return name
  const operator = operatorWords[condition.operator]
  if ('values' in condition)
    return `${name} ${operator} ${or.format(condition.values.map((one) => valueWord(condition.check, one)))}`
  if (condition.check === 'TRANSACTION_CREATION_TIME')
    return `${name} ${operator} ${condition.minutes} minutes`
  const amount = `${condition.amount} ${condition.currency}`
  return condition.check === 'SUM_WINDOW'
    ? `value with the counterparty in ${condition.hours} hours ${operator} ${amount}`
    : `${name} ${operator} ${amount}`
}

/** What a finding says about its rule; `names` are those of the earlier rules that cause it. */
export function findingWords({ code, share }: RuleFinding, names: string): string {
  switch (code) {
    case 'EMPTY':
      return 'No transfer can meet all of these conditions.'
    case 'DUPLICATE':
      return `Says the same as ${names}.`
    case 'UNREACHABLE':
      return `Never reached: ${names} decides all of these transfers first.`
    case 'CONFLICT':
      return `Contradicts ${names}, which comes first and decides.`
    case 'OVERLAPS':
      return `Overlaps with ${names}, which decides transfers that meet both.`
    case 'SHADOWED_PARTLY':
      return `Of the latest transfers that meet this, ${names} decided ${share}% first.`
    case 'APPROVES_WITHOUT_DATA':
      return 'Lets incomplete transfers pass, which your law says to refuse. Ask for complete data.'
    case 'APPROVES_UNVERIFIED':
      return 'Lets originators pass who aren’t registered customers. Your law says to verify them.'
    case 'APPROVES_ALL':
      return 'Lets everything pass that no earlier rule decides.'
    case 'STAGE':
      return 'Can never act: on arrival this isn’t known yet.'
    case 'UNKNOWN_VALUE':
      return 'Asks for something that doesn’t exist.'
  }
}

/** The reasons that a rule can give to the counterparty. */
export const reasonsOf = (direction: RuleDirection, action: RuleAction) => {
  if (action !== 'REJECT' && action !== 'NOT_READY') return []
  const use = action === 'NOT_READY' ? 'notReady' : direction === 'incoming' ? 'decline' : 'cancel'
  return reasonsFor(use).filter((code) => code !== 'OTHER')
}

/** A rule by its name, else by its place. */
export const ruleName = (rules: readonly Pick<DraftRule, 'id' | 'name'>[], id: string): string => {
  const index = rules.findIndex((rule) => rule.id === id)
  return rules[index]?.name ?? `rule ${index + 1}`
}
