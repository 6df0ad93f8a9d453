import type { Effect } from '../act/index.ts'
import { otherOf } from './party.rules.ts'
import type { Followed, NewStep, Step } from './step.store.ts'
import type { Transfer } from './transfer.store.ts'

/** When what follows later is due. */
type Times = {
  /** NOT_READY ends. */
  readonly until?: Date | undefined
  /** A request for data ends. */
  readonly due?: Date | undefined
  /** The counterparty counts as silent. */
  readonly answer: Date | null
  /** What was released to the counterparty ends. */
  readonly revoke: Date | null
  /** The company that the transfer is handed to. */
  readonly newcomer?: string | undefined
}

/** When a way to reach the counterparty is looked for again. */
const hourMs = 3_600_000

/** What follows of an act for the other company, and for the own one later. */
export function stepsAfter(
  company: string,
  transfer: Transfer,
  did: Followed,
  has: (effect: Effect) => boolean,
  { until, due, answer, revoke, newcomer }: Times,
): NewStep[] {
  const other = otherOf(transfer, company)
  const step = (to: string, kind: Step['kind'], no: number, at = new Date(did.at)): NewStep => ({
    company: to,
    kind,
    no,
    due: at,
    version: transfer.version,
    args: did,
  })
  const sender = transfer.originator_did
  return [
    ...(other && (transfer.sent_at || transfer.by_beneficiary)
      ? [step(other, has('SENT') ? 'ARRIVE' : 'FOLLOW', 1)]
      : []),
    ...(sender && other && (has('ACKNOWLEDGED') || has('ANSWERED') || has('CONFIRMED'))
      ? [step(sender, 'RELEASE', 2)]
      : []),
    ...(newcomer ? [step(newcomer, 'ARRIVE', 1)] : []),
    // The data that the former company could open is no longer for it.
    ...(newcomer && sender ? [step(sender, 'REVOKE', 7)] : []),
    ...(has('RULES') ? [step(company, 'DECIDE', 4)] : []),
    ...(has('WAITING') ? [step(company, 'CONTACT', 9, new Date(Date.parse(did.at) + hourMs))] : []),
    ...(has('NOT_READY') && until ? [step(company, 'WAKE', 3, until)] : []),
    ...(answer ? [step(company, 'NO_RESPONSE', 6, answer)] : []),
    ...(revoke ? [step(company, 'REVOKE', 7, revoke)] : []),
    ...(has('REQUESTED') && due
      ? [company, other].flatMap((one) => (one ? [step(one, 'REQUEST_DUE', 5, due)] : []))
      : []),
  ]
}
