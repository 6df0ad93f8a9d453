import type { Facts } from './fact.rules.ts'

/** A condition on some facts, and what it and its opposite are called in documents. */
export type Guard<F = Facts> = {
  readonly text: string
  readonly opposite: string
  readonly holds: (facts: F) => boolean
}

const guard = <F = Facts>(text: string, opposite: string, holds: Guard<F>['holds']): Guard<F> => ({
  text,
  opposite,
  holds,
})

/** The opposite of a condition. */
export const not = ({ text, opposite, holds }: Guard): Guard =>
  guard(opposite, text, (facts) => !holds(facts))

/** All of some conditions. */
export const and = (...all: readonly Guard[]): Guard => {
  const text = all.map((one) => one.text).join(', ')
  return guard(text, `not: ${text}`, (facts) => all.every((one) => one.holds(facts)))
}

export const always = guard('', 'never', () => true)

/** What the transfer is and has. */
export const travels = guard<Pick<Facts, 'internal' | 'type'>>(
  'type TRAVELRULE or UNKNOWN',
  'type BELOW_THRESHOLD, NON_CUSTODIAL or internal',
  ({ internal, type }) => !internal && (type === 'TRAVELRULE' || type === 'UNKNOWN'),
)
export const complete = guard<Pick<Facts, 'complete'>>(
  'data complete',
  'data missing',
  (f) => f.complete === 'YES',
)
const missing = (text: string, skippable: boolean) =>
  guard<Pick<Facts, 'complete' | 'skip'>>(
    text,
    `not: ${text}`,
    (f) =>
      f.complete !== 'YES' && (f.complete === 'ONLY_BENEFICIARY_MISSING' && f.skip) === skippable,
  )
export const skipping = missing('only beneficiary data missing, skip flag', true)
export const unskippable = missing('data missing that no skip flag covers', false)
export const hashSet = guard('hash set', 'no hash set', (f) => f.hashSet)
export const hashSame = guard('same hash', 'another hash', (f) => f.givenHash === 'SAME')
export const originatorKnown = guard(
  'originator known',
  'originator unknown',
  (f) => f.originatorKnown,
)
export const match = guard('a message about it exists', 'no message', (f) => f.match)

/** What lets it go on. */
export const held = guard('held', 'not held', (f) => f.held)
export const reachable = guard('reachable', 'not reachable', (f) => f.reachable)
export const planAllows = guard('plan allows', 'plan exhausted', (f) => f.planAllows)
export const unhindered = guard(
  'not held, plan allows',
  'held or plan exhausted',
  (f) => !f.held && f.planAllows,
)
export const sendable = guard(
  'reachable, not held, plan allows',
  'not reachable, held or plan exhausted',
  (f) => f.reachable && !f.held && f.planAllows,
)

/** Coins. */
export const processed = guard('processed', 'not processed', (f) => f.processed)
export const cancellable = guard(
  'no own hash; not processed, or notBroadcast with a reason',
  'own hash set, or processed and no notBroadcast with a reason',
  (f) => !f.hashSet && (!f.processed || (f.notBroadcast && f.reason !== undefined)),
)
const coinsAside = guard(
  'no own hash, not processed',
  'own hash set or processed',
  (f) => !f.hashSet && !f.processed,
)
const mayProcess = guard(
  'not held, not processed',
  'held or processed',
  (f) => !f.held && !f.processed,
)
const noResponse = (setting: Facts['onNoResponse']) =>
  guard(`onNoResponse ${setting}`, `not ${setting}`, (f) => f.onNoResponse === setting)
export const expiry = {
  cancel: and(noResponse('CANCEL'), coinsAside),
  cancelTooLate: and(noResponse('CANCEL'), not(coinsAside)),
  process: and(noResponse('PROCESS'), mayProcess),
  processTooLate: and(noResponse('PROCESS'), not(mayProcess)),
  wait: noResponse('WAIT'),
}

/** Personal data. */
export const released = guard('data released', 'data not released', (f) => f.released)
export const withheld = guard('data withheld', 'data not withheld', (f) => f.withheld)
export const mayRelease = guard('originator allows it', 'originator withholds', (f) => f.mayRelease)
export const dataWaived = guard(
  'type not TRAVELRULE, or reason ACCEPTED_WITHOUT_DATA',
  'type TRAVELRULE without reason ACCEPTED_WITHOUT_DATA',
  (f) => f.type !== 'TRAVELRULE' || f.reason === 'ACCEPTED_WITHOUT_DATA',
)
export const decidable = guard(
  'data released, type not TRAVELRULE, or reason ACCEPTED_WITHOUT_DATA',
  'type TRAVELRULE, data not released, without reason ACCEPTED_WITHOUT_DATA',
  (f) => f.released || f.type !== 'TRAVELRULE' || f.reason === 'ACCEPTED_WITHOUT_DATA',
)
export const explained = guard(
  'reason SELF_HOSTED_ORIGIN or RISK_BASED',
  'neither reason SELF_HOSTED_ORIGIN nor RISK_BASED',
  (f) => f.reason === 'SELF_HOSTED_ORIGIN' || f.reason === 'RISK_BASED',
)

/** Where a redirect leads. */
const target = (text: string, ...targets: readonly Facts['target'][]) =>
  guard(text, 'to any other company', (f) => targets.includes(f.target))
export const toGroup = target('to the same group', 'GROUP')
export const toSelf = target('to itself', 'SELF')
export const outOfGroup = target('out of the group', 'OUTSIDE', 'SURVIVOR', undefined)
export const toSurvivor = target('to the survivor of a merger', 'SURVIVOR')
export const toGroupOrSurvivor = target(
  'to the same group or the survivor of a merger',
  ...(['GROUP', 'SURVIVOR'] as const),
)

/** Who has a part in it, and deadlines. */
export const deadlineRule = guard(
  'an age rule with REJECT applies',
  'no such rule',
  (f) => f.deadlineRule,
)
export const ownIncomplete = guard(
  'opened by this company',
  'not opened by this company',
  (f) => f.ownIncomplete,
)
