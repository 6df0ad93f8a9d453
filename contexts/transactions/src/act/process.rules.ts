import type { HeldBy, Status } from '@countersign/contracts/transactions'
import { statusesToProcess, type VaspSettings } from '@countersign/contracts/trust'
import { isHeld } from './fact.rules.ts'

/** How far a transfer must be agreed before the coins move; null: never by itself. */
type Setting = VaspSettings['statusToProcessBlockchain']

/** How far each status is. SAVED has passed every level, as nothing will follow; null: none, ever. */
const levels: { readonly [S in Status]: Exclude<Setting, null> | null } = {
  SAVED: 'ACCEPTED',
  MISSING_BENEFICIARY_DATA: 'CREATED',
  NEW: 'CREATED',
  WAITING_FOR_INFORMATION: 'CREATED',
  SENT: 'SENT',
  NOT_READY: 'SENT',
  ACK: 'ACK',
  ACCEPTED: 'ACCEPTED',
  DECLINED: null,
  REJECTED: null,
  CANCELLED: null,
  INCOMPLETE: null,
}

/** Whether a status has reached a level; nothing has been reached before a transfer exists. */
export function hasReached(status: Status | null, level: Exclude<Setting, null>): boolean {
  const reached = status && levels[status]
  return reached !== null && statusesToProcess.indexOf(reached) >= statusesToProcess.indexOf(level)
}

/** A transition as the originator's side sees it. */
export type Passage = {
  /** Where the side last stood, and whether it was held; null: the transfer is new. */
  readonly before: { readonly status: Status; readonly heldBy: HeldBy | null } | null
  /** Where the transfer stands now: a cancellation that came first wins. */
  readonly status: Status
  readonly heldBy: HeldBy | null
  readonly processed: boolean
  /** It began as a deposit without data, or the originator's own hash is set. */
  readonly onChain: boolean
}

/**
 * Whether the originator's systems are to send the coins now. ALREADY_ON_CHAIN: the transfer counts as
 * processed and nobody is told, since that would pay twice. It fires when a level is passed or a hold ends;
 * a transfer that was past the level when the setting changed waits for a person.
 */
export function processes(setting: Setting, now: Passage): 'SEND' | 'ALREADY_ON_CHAIN' | null {
  if (setting === null || now.processed || isHeld(now.heldBy, 'process')) return null
  if (!hasReached(now.status, setting)) return null
  const { before } = now
  const passed = before && hasReached(before.status, setting) && !isHeld(before.heldBy, 'process')
  if (passed) return null
  return now.onChain ? 'ALREADY_ON_CHAIN' : 'SEND'
}

/** Whether {@link processes} may say anything but null, whatever the company's setting. */
export const mayProcess = (now: Passage): boolean =>
  statusesToProcess.some((level) => processes(level, now) !== null)
