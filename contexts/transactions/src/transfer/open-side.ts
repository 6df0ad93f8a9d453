import type { HeldBy } from '@countersign/contracts/transactions'
import type { Insertable } from 'kysely'
import { remindLater } from '../reach/index.ts'
import type { TransactionsSide } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { localAmounts } from '../threshold/index.ts'
import { noteAddresses } from './hash-lookup.store.ts'
import { otherOf, placeFor, sideOf } from './party.rules.ts'
import { dueAfter, endedAt, listed } from './refresh.ts'
import {
  addDelta,
  addRevalued,
  addSide,
  type Cell,
  cellNo,
  counterpartyNo,
  type SideRow,
  saveSide,
} from './side.store.ts'
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

/** What of a transfer a company's side is made of. */
export type SideFacts = Pick<
  Transfer,
  | ('id' | 'originator_did' | 'beneficiary_did' | 'by_beneficiary' | 'status' | 'version' | 'type')
  | ('asset_id' | 'amount' | 'decimals' | 'price' | 'simulated' | 'reason_code' | 'origin_tx_hash')
>

type State = {
  readonly role: 'O' | 'B' | 'I'
  readonly currency: string
  readonly at: Date
  readonly heldBy?: HeldBy | null
  /** What the company keeps to itself. */
  readonly own?: Partial<Insertable<TransactionsSide>>
}

/** Where the numbers of cells and counterparties come from. */
type Numbers = {
  readonly cell: (cell: Cell) => Promise<number>
  readonly counterparty: (did: string) => Promise<number>
}

/** A company's side of a transfer that is new to it. */
export async function sideRow(
  company: string,
  transfer: SideFacts,
  { role, currency, at, heldBy = null, own = {} }: State,
  numbers: Numbers,
) {
  const direction = directions[role]
  const counterparty = otherOf(transfer, company)
  const place = placeFor(sideOf(transfer, company), {
    status: transfer.status,
    held_by: heldBy,
    withheld_by: null,
    byBeneficiary: transfer.by_beneficiary,
    originatorKnown: transfer.originator_did !== null,
  })
  return {
    vasp_did: company,
    transfer_id: transfer.id,
    role,
    direction,
    cell: await numbers.cell({
      direction,
      type: transfer.type,
      status: transfer.status,
      asset: transfer.asset_id,
    }),
    counterparty_no: counterparty === null ? null : await numbers.counterparty(counterparty),
    counterparty_did: counterparty,
    status: transfer.status,
    version: transfer.version,
    ...place,
    due_at: place.waits_for === 'us' ? dueAfter(at) : null,
    created_at: at,
    updated_at: at,
    ended_at: endedAt(transfer, at),
    value: valueIn(transfer, currency),
    currency,
    held_by: heldBy,
    simulated: transfer.simulated,
    ...listed(transfer, own.tx_hash),
    ...own,
  }
}

/** Opens a company's side of a transfer that is new to it. @returns the side */
export async function openSide(
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  state: State,
): Promise<SideRow> {
  const side = await sideRow(company, transfer, state, {
    cell: (cell) => cellNo(tx, company, cell),
    counterparty: (did) => counterpartyNo(tx, company, did),
  })
  const added = await addSide(tx, side)
  await noteAddresses(tx, company, transfer)
  const { cell, counterparty_did, value } = side
  const move = { from: null, to: cell, at: state.at, counterparty: counterparty_did, value }
  if (transfer.simulated) return added
  await addDelta(tx, company, move)
  if (side.waits_for === 'us') await remindLater(tx, company, transfer, state.at)
  return added
}

/** Notes what a transfer is worth to a company, which nobody knew when its side was opened. */
export async function saveValue(
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  own: SideRow,
): Promise<void> {
  const value = own.currency === null ? null : valueIn(transfer, own.currency)
  if (value === null) return
  await saveSide(tx, company, transfer.id, { value })
  if (own.simulated) return
  await addRevalued(tx, company, own, value)
}
