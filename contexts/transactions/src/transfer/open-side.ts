import type { HeldBy } from '@countersign/contracts/transactions'
import type { Insertable } from 'kysely'
import type { TransactionsSide } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { localAmounts } from '../threshold/index.ts'
import { otherOf, placeFor, sideOf } from './party.rules.ts'
import { dueAfter, endedAt } from './refresh.ts'
import { addDelta, addSide, cellNo, counterpartyNo } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

const directions = { O: 'outgoing', B: 'incoming', I: 'internal' } as const

/** The largest value that a list sorts by, in ten-thousandths of a currency's unit. */
const maxValue = Number.MAX_SAFE_INTEGER

/** What a transfer is worth in a company's currency, in ten-thousandths; null: nobody knows. */
export function valueIn(
  { amount, decimals, price }: Pick<Transfer, 'amount' | 'decimals' | 'price'>,
  currency: string,
) {
  const value = localAmounts(BigInt(amount), decimals, price)(currency)
  return value === null ? null : Math.min(Number(value.times(10_000).toFixed(0)), maxValue)
}

/** Opens a company's side of a transfer that is new to it. */
export async function openSide(
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  {
    role,
    currency,
    at,
    heldBy = null,
    own = {},
  }: {
    readonly role: 'O' | 'B' | 'I'
    readonly currency: string
    readonly at: Date
    readonly heldBy?: HeldBy | null
    /** What the company keeps to itself. */
    readonly own?: Partial<Insertable<TransactionsSide>>
  },
): Promise<void> {
  const direction = directions[role]
  const counterparty = otherOf(transfer, company)
  const cell = await cellNo(tx, company, {
    direction,
    type: transfer.type,
    status: transfer.status,
    asset: transfer.asset_id,
  })
  const place = placeFor(sideOf(transfer, company), {
    status: transfer.status,
    held_by: heldBy,
    withheld_by: null,
    byBeneficiary: transfer.by_beneficiary,
    originatorKnown: transfer.originator_did !== null,
  })
  const value = valueIn(transfer, currency)
  await addSide(tx, {
    vasp_did: company,
    transfer_id: transfer.id,
    role,
    direction,
    cell,
    counterparty_no: counterparty === null ? null : await counterpartyNo(tx, company, counterparty),
    counterparty_did: counterparty,
    status: transfer.status,
    version: transfer.version,
    ...place,
    due_at: place.waits_for === 'us' ? dueAfter(at) : null,
    created_at: at,
    updated_at: at,
    ended_at: endedAt(transfer, at),
    value,
    currency,
    held_by: heldBy,
    simulated: transfer.simulated,
    ...own,
  })
  if (!transfer.simulated)
    await addDelta(tx, company, { from: null, to: cell, at, counterparty, value })
}
