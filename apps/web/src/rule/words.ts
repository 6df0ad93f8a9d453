import {
  type CountryList,
  checkKinds,
  grouped,
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
export type DraftRules = { readonly [D in RuleDirection]: readonly DraftRule[] } & {
  readonly lists?: readonly CountryList[] | undefined
}

/** Rules as they are sent: in the order in which they stand. */
const givenOf = (rules: readonly DraftRule[]) =>
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

/** All of them, with the lists that they name. */
export const givenRules = ({ incoming, outgoing, lists }: DraftRules) => ({
  incoming: givenOf(incoming),
  outgoing: givenOf(outgoing),
  lists: lists?.map(({ name, countries }) => ({ name, countries: [...countries] })) ?? [],
})

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
  THRESHOLD_TIER: 'tier of your law',
  DIRECTION_GROUP: 'within your group',
  ADDRESS_OWNER: 'owner of the address',
  DATA_COMPLETE: 'data complete',
  COUNTERPARTY: 'counterparty’s standing',
  FIRST_WITH: 'first transfer',
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
  SUM_WINDOW: 'value in some hours',
  RESPONSE_TIME: 'counterparty’s usual response time',
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
    REVIEW_OVERDUE: 'overdue for review',
  },
  TRANSACTION_TYPE: {
    TRAVELRULE: 'Travel Rule applies',
    BELOW_THRESHOLD: 'below the threshold',
    NON_CUSTODIAL: 'self-hosted wallet',
    UNKNOWN: 'unknown',
  },
  THRESHOLD_TIER: {
    NONE: 'none',
    1: 'the first',
    2: 'the second',
    3: 'the third',
    4: 'the fourth',
    5: 'the fifth',
  },
  DIRECTION_GROUP: { YES: 'yes', NO: 'no' },
  ADDRESS_OWNER: {
    INTERNAL_CUSTOMER: 'one of our customers',
    INTERNAL: 'ours',
    OURS_BY_CONFIRMATION: 'confirmed before',
    UNHOSTED: 'self-hosted',
    UNKNOWN: 'unknown',
  },
  DATA_COMPLETE: { YES: 'yes', NO: 'no' },
  OWN_ACCOUNT: { YES: 'yes', NO: 'no' },
  COUNTERPARTY: {
    VERIFIED: 'verified',
    NOT_VERIFIED: 'not verified',
    NOT_STARTED: 'not started with the Travel Rule',
    PREPARING: 'preparing for the Travel Rule',
    SUNRISE: 'in the sunrise phase',
    ACTIVE: 'active in the Travel Rule',
    ENFORCED: 'enforcing the Travel Rule',
    DDQ_VALID: 'with a valid questionnaire',
    DDQ_NOT_VALID: 'without a valid questionnaire',
  },
  FIRST_WITH: {
    COUNTERPARTY: 'with the counterparty',
    CUSTOMER: 'with your customer',
    ADDRESS: 'to the destination',
  },
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
  if (words === countryListWords && value.length > 2 && !words[value]) return `on list ${value}`
  return words?.[value] ?? value
}

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

const comparisons = { '<': 'below', '<=': 'at most', '>': 'above', '>=': 'at least' }
export const operatorWords = { IN: 'is', NOT_IN: 'is not', ...comparisons }

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** A condition as part of a sentence. @param source the provider that its rule names */
export function conditionWords(condition: RuleCondition, source?: string): string {
  const isCheck = checkKinds.some((kind) => kind === condition.check)
  const name = `${checkWords[condition.check]}${isCheck && source ? ` of ${source}` : ''}`
  if (condition.check === 'ALL') return name
  const operator = operatorWords[condition.operator]
  if (condition.check === 'FIRST_WITH')
    return `it is ${condition.operator === 'IN' ? '' : 'not '}the first transfer ${or.format(condition.values.map((one) => valueWord(condition.check, one)))}`
  if ('group' in condition)
    return `${name} ${operator} ${or.format(condition.values)}, or a subsidiary`
  if ('values' in condition)
    return `${name} ${operator} ${or.format(condition.values.map((one) => valueWord(condition.check, one)))}`
  if (condition.check === 'TRANSACTION_CREATION_TIME')
    return `${name} ${operator} ${counted(condition.minutes, 'minute')}`
  if (condition.check === 'RESPONSE_TIME')
    return `${name} ${operator} ${counted(condition.hours, 'hour')}`
  const amount = `${grouped(condition.amount)} ${condition.currency}`
  return condition.check === 'SUM_WINDOW'
    ? `value with the ${condition.by === 'CUSTOMER' ? 'customer' : 'counterparty'} in ${counted(condition.hours, 'hour')} ${operator} ${amount}`
    : `${name} ${operator} ${amount}`
}

/** What a finding says about its rule; `names` are those of the earlier rules that cause it. */
export function findingWords(
  { code, share, check, others, values = [] }: RuleFinding,
  names: string,
): string {
  const one = others.length === 1
  switch (code) {
    case 'EMPTY':
      return 'No transfer can meet all of these conditions.'
    case 'DUPLICATE':
      return `Says the same as ${names}.`
    case 'UNREACHABLE':
      return `Never reached: ${names} ${one ? 'decides' : 'decide'} all of these transfers first.`
    case 'CONFLICT':
      return `Contradicts ${names}, which ${one ? 'comes first and decides' : 'come first and decide'}.`
    case 'OVERLAPS':
      return `Overlaps with ${names}, which ${one ? 'decides' : 'decide'} transfers that meet both.`
    case 'SHADOWED_PARTLY':
      return `Of the latest transfers that meet this, ${names} decided ${share}% first.`
    case 'APPROVES_WITHOUT_DATA':
      return 'Lets incomplete transfers through, which your law requires you to refuse. Require complete data.'
    case 'APPROVES_UNVERIFIED':
      return 'Lets through originators who aren’t registered customers. Your law requires you to verify them.'
    case 'APPROVES_ALL':
      return 'Lets through everything that no earlier rule decides.'
    case 'STAGE':
      return 'Never matches: the facts it needs aren’t known when it runs.'
    case 'UNKNOWN_VALUE':
      return unknownWords(check, or.format(values))
    case 'DEADLINE_WITHOUT_INCOMING':
      return 'Only ends transfers that haven’t been sent. For transfers you receive, add an incoming rule.'
    case 'NOT_READY_OUTGOING':
      return 'Only incoming transfers can wait.'
  }
}

function unknownWords(check: RuleCheck | undefined, values: string): string {
  if (check === 'VASP') return `Not in the directory: ${values}.`
  if (check === 'JURISDICTION' || check === 'CUSTOMER_COUNTRY')
    return `There’s no country or list called ${values}.`
  const what = check === 'RISK_SCORE' ? 'risk score' : 'sanctions check'
  return values === ''
    ? `You have never had a ${what}.`
    : `You have never had a ${what} from ${values}.`
}

/** The reasons that a rule can give to the counterparty. */
export const reasonsOf = (direction: RuleDirection, action: RuleAction) => {
  if (action !== 'REJECT' && action !== 'NOT_READY') return []
  const use = action === 'NOT_READY' ? 'notReady' : direction === 'incoming' ? 'decline' : 'cancel'
  return reasonsFor(use).filter((code) => code !== 'OTHER')
}

/** A rule by its name, else by its place. */
export const ruleName = (
  rules: readonly { readonly id?: string | undefined; readonly name?: string | undefined }[],
  id: string,
): string => {
  const index = rules.findIndex((rule) => rule.id === id)
  return rules[index]?.name ?? `rule ${index + 1}`
}
