import { finalStatuses, type Status } from '@countersign/contracts/transactions'
import { remindLater } from '../reach/index.ts'
import { canOpen } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { placeFor, sideOf } from './party.rules.ts'
import { findRequest, requestState } from './request.store.ts'
import { addDelta, addTakenOver, cellNo, type SideRow, saveSide } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/** Where a beneficiary may ask for data. */
const asksFor = new Set<Status>(['SENT', 'ACK', 'NOT_READY', 'INCOMPLETE'])

type Refreshed = {
  readonly at: Date
  /** NOT_READY ends. */
  readonly until?: Date | undefined
  /** What else becomes of the side. */
  readonly changes?: Partial<SideRow>
}

/**
 * Brings a company's side in line with the transfer, or with an earlier version of it that the side follows
 * just now: status, cell, place in the inbox, counters.
 * @param before the side as it stands, held; `changes` are made with it
 * @returns the side as it is then
 */
export async function refreshSide(
  tx: TransactionsTx,
  company: string,
  before: SideRow,
  transfer: Transfer,
  { at, until, changes = {} }: Refreshed,
): Promise<SideRow> {
  const own = { ...before, ...changes }
  const cell = await cellNo(tx, company, {
    direction: own.direction,
    type: transfer.type,
    status: transfer.status,
    asset: transfer.asset_id,
  })
  const asleep = until !== undefined && until > at
  const request = asksFor.has(transfer.status)
    ? requestState(
        transfer.request === undefined ? await findRequest(tx, transfer.id) : transfer.request,
      )
    : undefined
  const side = sideOf(transfer, company)
  const place = placeFor(side, {
    status: transfer.status,
    asleep,
    supplied:
      side === 'originator' &&
      transfer.status === 'INCOMPLETE' &&
      (await canOpen(tx, company, transfer.id)),
    request: request?.state ?? null,
    held_by: own.held_by,
    withheld_by: own.withheld_by,
    byBeneficiary: transfer.by_beneficiary,
    originatorKnown: transfer.originator_did !== null,
  })
  const requested = side === 'originator' && request?.state === 'OPEN' ? request.due : null
  const saved = await saveSide(tx, company, transfer.id, {
    ...changes,
    cell,
    status: transfer.status,
    version: transfer.version,
    updated_at: at,
    ...place,
    ...listed(transfer, own.tx_hash),
    ended_at: own.status === transfer.status && own.ended_at ? own.ended_at : endedAt(transfer, at),
    due_at: place.waits_for === 'us' ? (until ?? requested ?? own.due_at ?? dueAfter(at)) : null,
    snoozed_until: null,
    // Whatever has happened, the rules run again, or a person has decided.
    ...(own.version !== transfer.version && { awaited_checks: null }),
  })
  if (place.waits_for === 'us' && own.waits_for !== 'us' && !own.simulated)
    await remindLater(tx, company, transfer, at)
  if (own.counterparty_did !== before.counterparty_did && !own.simulated)
    await addTakenOver(tx, company, before, own.counterparty_did)
  if (cell !== own.cell && !own.simulated)
    await addDelta(tx, company, {
      from: own.cell,
      to: cell,
      at: own.created_at,
      counterparty: own.counterparty_did,
      value: own.value,
    })
  return saved
}

/** What of a transfer a company's lists are narrowed by. @param hash what the company itself states */
export const listed = (
  { reason_code, origin_tx_hash }: Pick<Transfer, 'reason_code' | 'origin_tx_hash'>,
  hash: string | null = null,
) => ({ reason_code, has_hash: (hash ?? origin_tx_hash) !== null })

/** By when a company answers where it has not said otherwise: within a day. */
export const dueAfter = (at: Date): Date => new Date(at.getTime() + 86_400_000)

/** Where a transfer may stay for good. */
const last: readonly Status[] = [...finalStatuses, 'SAVED']

/** From when on the records of a transfer are kept: when it came to a last status; null: it goes on. */
export const endedAt = ({ status }: Pick<Transfer, 'status'>, at: Date): Date | null =>
  last.includes(status) ? at : null
