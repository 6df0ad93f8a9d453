import { readFileSync } from 'node:fs'
import type { Action, Side, Status } from '@countersign/contracts/transactions'
import type { Facts } from './fact.rules.ts'

/** A row of the oracle. */
export type OracleRow = {
  readonly status: Status
  readonly action: Action
  readonly side: Side
  readonly when: string
  readonly result: string
  readonly next: string | undefined
}

const shape = /^([A-Z_]+),([A-Za-z.]+),([a-z]+),(?:"([^"]*)"|([^",]*)),([A-Z]+),([A-Z_]*)$/

/** The oracle, read as it stands; a line of another shape is an error. */
export const oracle: readonly OracleRow[] = readFileSync(
  new URL('transitions.csv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [, status, action, side, quoted, plain, result = '', next] = shape.exec(line) ?? []
    if (!result) throw new Error(`not a row: ${line}`)
    return {
      ...{ status: status as Status, action: action as Action, side: side as Side },
      ...{ when: quoted ?? plain ?? '', result, next: next || undefined },
    }
  })

const travels = (f: Facts) => !f.internal && (f.type === 'TRAVELRULE' || f.type === 'UNKNOWN')
const skips = (f: Facts) => f.complete === 'ONLY_BENEFICIARY_MISSING' && f.skip
const part = (f: Facts) => f.everSent || f.ownIncomplete
const safe = (f: Facts) =>
  !f.hashSet && (!f.processed || (f.notBroadcast && f.reason !== undefined))
const waived = (f: Facts) => f.reason === 'ACCEPTED_WITHOUT_DATA'
const within = (f: Facts) => f.target === 'GROUP' || f.target === 'SURVIVOR'

/** What the words of the oracle mean, written from its words and not from the code's conditions. */
export const meaning: Readonly<Record<string, (f: Facts) => boolean>> = {
  '': () => true,
  held: (f) => f.held,
  'not held': (f) => !f.held,
  'no own txHash; not processed, or notBroadcast with a reason': safe,
  'own txHash set, or processed without notBroadcast': (f) => !safe(f),
  'type now TRAVELRULE or UNKNOWN, data complete': (f) => travels(f) && f.complete === 'YES',
  'type now TRAVELRULE or UNKNOWN, only beneficiary data missing, skip flag': (f) =>
    travels(f) && skips(f),
  'type now TRAVELRULE or UNKNOWN, data missing': (f) =>
    travels(f) && f.complete !== 'YES' && !skips(f),
  'type unchanged': (f) => !travels(f),
  complete: (f) => travels(f) && f.complete === 'YES',
  'still missing': (f) => travels(f) && f.complete !== 'YES',
  'type now BELOW_THRESHOLD, NON_CUSTODIAL or internal': (f) => !travels(f),
  'reachable, plan allows': (f) => f.reachable && f.planAllows,
  'reachable, plan exhausted': (f) => f.reachable && !f.planAllows,
  'not reachable': (f) => !f.reachable,
  'data complete, reachable, not held, plan allows': (f) =>
    f.complete === 'YES' && f.reachable && !f.held && f.planAllows,
  'data complete, reachable, held or plan exhausted': (f) =>
    f.complete === 'YES' && f.reachable && (f.held || !f.planAllows),
  'data complete, not reachable': (f) => f.complete === 'YES' && !f.reachable,
  'reachable, not held, plan allows': (f) => f.reachable && !f.held && f.planAllows,
  'reachable, held or plan exhausted': (f) => f.reachable && (f.held || !f.planAllows),
  'the survivor of a merged duplicate; reachable, not held, plan allows': (f) =>
    f.target === 'SURVIVOR' && f.reachable && !f.held && f.planAllows,
  'the survivor of a merged duplicate; not reachable, held or plan exhausted': (f) =>
    f.target === 'SURVIVOR' && !(f.reachable && !f.held && f.planAllows),
  'not set': (f) => !f.hashSet,
  'not processed': (f) => !f.processed,
  processed: (f) => f.processed,
  'onNoResponse CANCEL, no own txHash, not processed': (f) =>
    f.onNoResponse === 'CANCEL' && !f.hashSet && !f.processed,
  'onNoResponse CANCEL, own txHash set or processed': (f) =>
    f.onNoResponse === 'CANCEL' && (f.hashSet || f.processed),
  'onNoResponse PROCESS, not held, not processed': (f) =>
    f.onNoResponse === 'PROCESS' && !f.held && !f.processed,
  'onNoResponse PROCESS, held or processed': (f) =>
    f.onNoResponse === 'PROCESS' && (f.held || f.processed),
  'onNoResponse WAIT': (f) => f.onNoResponse === 'WAIT',
  'not TRAVELRULE, or reason ACCEPTED_WITHOUT_DATA; implies confirm': (f) =>
    f.type !== 'TRAVELRULE' || waived(f),
  'TRAVELRULE without that reason': (f) => f.type === 'TRAVELRULE' && !waived(f),
  'implies confirm without release': () => true,
  'released, or not TRAVELRULE, or reason ACCEPTED_WITHOUT_DATA': (f) =>
    f.released || f.type !== 'TRAVELRULE' || waived(f),
  'TRAVELRULE, not released, without that reason': (f) =>
    f.type === 'TRAVELRULE' && !f.released && !waived(f),
  'target in the same group': (f) => f.target === 'GROUP',
  'target is itself': (f) => f.target === 'SELF',
  'target outside the group': (f) => f.target !== 'GROUP' && f.target !== 'SELF',
  'target in the same group, or the survivor of a merged duplicate': within,
  'rule TRANSACTION_CREATION_TIME matches with REJECT': (f) => f.deadlineRule,
  'no such rule': (f) => !f.deadlineRule,
  withheld: (f) => f.withheld,
  'not withheld': (f) => !f.withheld,
  'not released, originator allows it': (f) => !f.released && f.mayRelease,
  'not released, originator withholds': (f) => !f.released && !f.mayRelease,
  released: (f) => f.released,
  'sent to it or made by it': part,
  'neither sent to it nor made by it': (f) => !part(f),
  'it cancelled its own INCOMPLETE': (f) => f.ownIncomplete,
  'sent to it': (f) => f.everSent && !f.ownIncomplete,
  'named as sender': (f) => f.named,
  'not named as sender': (f) => !f.named,
  'named as sender, data complete': (f) => f.named && f.complete === 'YES',
  'named as sender, data missing': (f) => f.named && f.complete !== 'YES',
  'reason SELF_HOSTED_ORIGIN or RISK_BASED': (f) =>
    f.reason === 'SELF_HOSTED_ORIGIN' || f.reason === 'RISK_BASED',
  'neither reason': (f) => f.reason !== 'SELF_HOSTED_ORIGIN' && f.reason !== 'RISK_BASED',
  'originator known': (f) => f.originatorKnown,
  'originator unknown': (f) => !f.originatorKnown,
  'a message with the same hash, asset, address, tag and vout or amount exists': (f) => f.match,
  none: (f) => !f.match,
}

/** The words that mean something else at a status or an action. */
export function meaningOf({ status, action, when }: OracleRow): (f: Facts) => boolean {
  if (when === 'same value')
    return (f) => f.givenHash === 'SAME' && (f.hashSet || status === 'INCOMPLETE')
  if (when === 'other value')
    return (f) => f.givenHash === 'OTHER' && (f.hashSet || status === 'INCOMPLETE')
  if (when === 'data missing')
    return (f) => f.complete !== 'YES' && (status !== 'NEW' || travels(f))
  if (when === 'otherwise')
    return (f) => (status === 'WAITING_FOR_INFORMATION' ? f.target !== 'SURVIVOR' : !within(f))
  const found = meaning[when]
  if (!found) throw new Error(`${status} ${action}: no meaning for "${when}"`)
  return found
}
