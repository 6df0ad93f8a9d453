import type { Requirement, RequirementItem, ThresholdTier } from '@countersign/contracts/trust'
import { combined, type ItemSet, itemsOf, setOf, waysToMeet } from './item-set.rules.ts'
import type { Judged } from './tier.rules.ts'
import type { Judgement } from './transfer-type.rules.ts'

/** What one side asks for. */
export type Demand = {
  readonly requires: Requirement
  /** E.g. `EU tier from EUR 0`. */
  readonly because: string
  /** Whether its absence only warns: in a grace period, or where it travels if one has it. */
  readonly onlyWarns: boolean
}

/** Items of which one of several sets must come; `anyOf` is empty where nothing would do. */
export type Missing = {
  readonly anyOf: readonly (readonly RequirementItem[])[]
  readonly because: readonly string[]
}

/** What is at hand of a person or company. */
export type PartyFacts = {
  readonly isLegal: boolean
  readonly name: boolean
  /** An account's number, or the wallet that the coins leave or reach. */
  readonly account: boolean
  readonly address: boolean
  /** A document's number; of a company its registration or LEI. */
  readonly nationalId: boolean
  readonly customerId: boolean
  readonly birth: boolean
}

/** What is at hand of both. */
export type Parties = { readonly originator: PartyFacts; readonly beneficiary: PartyFacts }

const namesAndAccounts: Requirement = {
  all: ['originator.NAME', 'originator.ACCOUNT', 'beneficiary.NAME', 'beneficiary.ACCOUNT'],
}

const nameOf = (rule: string, { comparator, currency, amount }: ThresholdTier) =>
  `${rule} tier ${comparator === '>=' ? 'from' : 'above'} ${currency} ${amount.toLocaleString('en')}`

/** What must travel with a transfer: what each followed tier asks for, all of it together. */
export function demandsOf(judgement: Judgement, { onBehalfOfMyself = false } = {}): Demand[] {
  if (judgement.type === 'BELOW_THRESHOLD') return []
  const isSelfHosted = judgement.type === 'NON_CUSTODIAL'
  return judgement.followed.flatMap((side) => {
    const tier = tierOf(side)
    if (!side.rule || !tier) return []
    const because = nameOf(side.rule.id, tier)
    const isGrace = side.rule.status === 'gracePeriodOngoing'
    const requires = tier.requires ?? namesAndAccounts
    const asked = isSelfHosted ? toSelfHosted(requires, onBehalfOfMyself) : requires
    const wished = isSelfHosted ? [] : (tier.asReceived ?? [])
    return [
      { requires: asked, because, onlyWarns: isGrace },
      ...wished.map((item) => ({ requires: item, because, onlyWarns: true })),
    ]
  })
}

const tierOf = ({ rule, tier }: Judged): ThresholdTier | undefined =>
  tier === null ? undefined : rule?.tiers[tier]

/** To a wallet without a company: the originator's own items, and whose wallet it is. */
function toSelfHosted(requires: Requirement, onBehalfOfMyself: boolean): Requirement {
  const own = originatorsOf(requires)
  const whose: Requirement[] = onBehalfOfMyself ? [] : ['beneficiary.NAME']
  return { all: [...(own === null ? [] : [own]), ...whose] }
}

/** What is left of a requirement without the beneficiary's items. */
function originatorsOf(requires: Requirement): Requirement | null {
  if (typeof requires === 'string') return requires.startsWith('originator.') ? requires : null
  const isAll = 'all' in requires
  const parts = (isAll ? requires.all : requires.any)
    .map(originatorsOf)
    .filter((part) => part !== null)
  if (parts.length === 0) return null
  return isAll ? { all: parts } : { any: parts }
}

/** What is missing for what must travel, and for what only warns; nothing in neither: it can go. */
export function missingOf(demands: readonly Demand[], parties: Parties) {
  const of = (onlyWarns: boolean) =>
    missing(
      demands.filter((demand) => demand.onlyWarns === onlyWarns),
      setOf(held(parties)),
      setOf(impossible(parties)),
    )
  return { missing: of(false), warnings: of(true) }
}

type Condition = { readonly ways: readonly ItemSet[]; readonly because: string }

function missing(demands: readonly Demand[], have: ItemSet, never: ItemSet): Missing[] {
  const conditions = demands
    .flatMap(({ requires, because }) => partsOf(requires).map((part) => ({ part, because })))
    .map(({ part, because }) => ({ ways: waysToMeet(part, have, never), because }))
  const hopeless = conditions.filter(({ ways }) => ways.length === 0)
  const open = conditions.filter(({ ways }) => ways.length > 0 && !ways.includes(0))
  return [
    ...(hopeless.length > 0 ? [{ anyOf: [], because: reasons(hopeless) }] : []),
    ...connected(open).flatMap(together),
  ]
}

const partsOf = (requires: Requirement): readonly Requirement[] =>
  typeof requires === 'object' && 'all' in requires ? requires.all.flatMap(partsOf) : [requires]

const touched = ({ ways }: Condition): ItemSet => ways.reduce((set, way) => set | way, 0)

const reasons = (conditions: readonly Condition[]) => [
  ...new Set(conditions.map(({ because }) => because)),
]

/** Conditions that share an item are solved together, others apart. */
function connected(conditions: readonly Condition[]): Condition[][] {
  let groups: Condition[][] = []
  for (const condition of conditions) {
    const shares = (group: Condition[]) => group.some((one) => touched(one) & touched(condition))
    groups = [
      ...groups.filter((group) => !shares(group)),
      [...groups.filter(shares).flat(), condition],
    ]
  }
  return groups
}

/** The smallest sets that meet all of a group; what stands in each of them is listed by itself. */
function together(group: readonly Condition[]): Missing[] {
  const ways = combined(group.map((condition) => condition.ways))
  const certain = ways.reduce((common, way) => common & way, ways[0] ?? 0)
  const rest = ways.map((way) => way & ~certain)
  const becauseOf = (items: ItemSet) =>
    reasons(group.filter((condition) => (touched(condition) & items) !== 0))
  return [
    ...itemsOf(certain).map((item) => ({ anyOf: [[item]], because: becauseOf(setOf([item])) })),
    ...(rest.includes(0)
      ? []
      : [
          { anyOf: rest.map(itemsOf), because: becauseOf(rest.reduce((all, way) => all | way, 0)) },
        ]),
  ]
}

const held = (parties: Parties): RequirementItem[] =>
  (['originator', 'beneficiary'] as const).flatMap((side) => {
    const party = parties[side]
    const items: readonly (RequirementItem | false)[] = [
      ...[party.name && (`${side}.NAME` as const), party.account && (`${side}.ACCOUNT` as const)],
      party.address && `${side}.ADDRESS`,
      party.nationalId && `${side}.NATIONAL_ID`,
      party.customerId && `${side}.CUSTOMER_ID`,
      party.birth && !party.isLegal && `${side}.BIRTH`,
    ]
    return items.filter((item) => item !== false)
  })

/** A company has no day of birth. */
const impossible = ({ originator, beneficiary }: Parties): RequirementItem[] => [
  ...(originator.isLegal ? (['originator.BIRTH'] as const) : []),
  ...(beneficiary.isLegal ? (['beneficiary.BIRTH'] as const) : []),
]
