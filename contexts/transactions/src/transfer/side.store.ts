import {
  Direction,
  HeldBy,
  Section,
  Status,
  WaitsFor,
  WithheldBy,
} from '@countersign/contracts/transactions'
import { atEnd } from '@countersign/kit/at-end'
import { remembered } from '@countersign/kit/remembered'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, TransactionsSide } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

/** What one company sees of a transfer; see the migrations for its columns. */
export type SideRow = Omit<
  Selectable<TransactionsSide>,
  'status' | 'held_by' | 'withheld_by' | 'section' | 'waits_for' | 'direction'
> & {
  readonly status: Status
  readonly direction: Direction
  readonly held_by: HeldBy | null
  readonly withheld_by: WithheldBy | null
  readonly section: Section | null
  readonly waits_for: WaitsFor | null
}

/** A row of `transactions.side` with its codes as types. */
export const readSide = (row: Selectable<TransactionsSide>): SideRow => ({
  ...row,
  status: Status.parse(row.status),
  direction: Direction.parse(row.direction),
  held_by: row.held_by === null ? null : HeldBy.parse(row.held_by),
  withheld_by: row.withheld_by === null ? null : WithheldBy.parse(row.withheld_by),
  section: row.section === null ? null : Section.parse(row.section),
  waits_for: row.waits_for === null ? null : WaitsFor.parse(row.waits_for),
})

const row = (tx: TransactionsTx, company: string, id: string) =>
  tx
    .selectFrom('transactions.side')
    .selectAll()
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', id)

/** The company's own side of a transfer. */
export async function findSide(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<SideRow | undefined> {
  const found = await row(tx, company, id).executeTakeFirst()
  return found && readSide(found)
}

/** The same, held until the transaction ends. */
export async function lockSide(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<SideRow | undefined> {
  const found = await row(tx, company, id).forUpdate().executeTakeFirst()
  return found && readSide(found)
}

/** How many deposits of a company wait for data of another, counted up to a limit. */
export async function countDeposits(
  tx: TransactionsTx,
  company: string,
  other: string,
  limit: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('transactions.side')
    .select('transfer_id')
    .where('vasp_did', '=', company)
    .where('counterparty_did', '=', other)
    .where('status', '=', 'INCOMPLETE')
    .limit(limit)
    .execute()
  return rows.length
}

/** The id of the company's transfer with this reference of its own. */
export const findByRef = (tx: TransactionsTx, company: string, ref: string) =>
  tx
    .selectFrom('transactions.side')
    .select(['transfer_id', 'content_hmac'])
    .where('vasp_did', '=', company)
    .where('transaction_ref', '=', ref)
    .executeTakeFirst()

export async function addSide(
  tx: TransactionsTx,
  values: Insertable<DB['transactions.side']>,
): Promise<SideRow> {
  const added = await tx
    .insertInto('transactions.side')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readSide(added)
}

/** Changes the company's side of a transfer. @returns the side as it is then */
export async function saveSide(
  tx: TransactionsTx,
  company: string,
  id: string,
  values: Updateable<DB['transactions.side']>,
): Promise<SideRow> {
  const saved = await tx
    .updateTable('transactions.side')
    .set(values)
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readSide(saved)
}

/** What a cell of a company's lists is made of. */
export type Cell = {
  readonly direction: Direction
  readonly type: string
  readonly status: string
  readonly asset: string
}

/** The number of a cell; a new one is added. Two at once agree, since numbers and cells are unique. */
export async function cellNo(tx: TransactionsTx, company: string, cell: Cell): Promise<number> {
  const key = `cell ${company} ${cell.direction} ${cell.type} ${cell.status} ${cell.asset}`
  return remembered(tx, key, () => findCell(tx, company, cell))
}

async function findCell(tx: TransactionsTx, company: string, cell: Cell): Promise<number> {
  const find = () =>
    tx
      .selectFrom('transactions.cell')
      .select('no')
      .where('vasp_did', '=', company)
      .where('direction', '=', cell.direction)
      .where('type', '=', cell.type)
      .where('status', '=', cell.status)
      .where('asset_id', '=', cell.asset)
      .executeTakeFirst()
  for (let tries = 0; tries < 10; tries++) {
    const known = await find()
    if (known) return known.no
    await sql`insert into transactions.cell (vasp_did, no, direction, type, status, asset_id)
      select ${company}, coalesce(max(no), 0) + 1, ${cell.direction}, ${cell.type}, ${cell.status}, ${cell.asset}
      from transactions.cell where vasp_did = ${company}
      on conflict do nothing`.execute(tx)
  }
  throw new Error(`No number is free for a cell of ${company}`)
}

/** The number of a counterparty of a company; a new one is added. */
export async function counterpartyNo(
  tx: TransactionsTx,
  company: string,
  other: string,
): Promise<number> {
  return remembered(tx, `counterparty ${company} ${other}`, () =>
    findCounterparty(tx, company, other),
  )
}

async function findCounterparty(
  tx: TransactionsTx,
  company: string,
  other: string,
): Promise<number> {
  for (let tries = 0; tries < 10; tries++) {
    const known = await tx
      .selectFrom('transactions.counterparty')
      .select('no')
      .where('vasp_did', '=', company)
      .where('counterparty_did', '=', other)
      .executeTakeFirst()
    if (known) return known.no
    await sql`insert into transactions.counterparty (vasp_did, no, counterparty_did)
      select ${company}, coalesce(max(no), 0) + 1, ${other}
      from transactions.counterparty where vasp_did = ${company}
      on conflict do nothing`.execute(tx)
  }
  throw new Error(`No number is free for a counterparty of ${company}`)
}

/** The sealed addresses of somebody at counterparties, of transfers that haven't been sent. */
export const findContacts = (tx: TransactionsTx, company: string) =>
  tx
    .selectFrom('transactions.side')
    .select(['transfer_id', 'contact_sealed'])
    .where('vasp_did', '=', company)
    .where('contact_sealed', 'is not', null)
    .execute()

/** The columns of a side for another counterparty. */
export const counterpartyIn = async (tx: TransactionsTx, company: string, other: string) => ({
  counterparty_did: other,
  counterparty_no: await counterpartyNo(tx, company, other),
})

/** A transfer's move from one cell to another. */
type Move = {
  /** null: it is new, or new with this counterparty. */
  readonly from: number | null
  /** null: it is with this counterparty no longer. */
  readonly to: number | null
  readonly at: Date
  readonly counterparty: string | null
  readonly value: number | null
}

/** What the counters take of a move. */
export const deltaRow = (company: string, { from, to, at, counterparty, value }: Move) => ({
  vasp_did: company,
  from_no: from,
  to_no: to,
  day: at.toISOString().slice(0, 10),
  counterparty_did: counterparty,
  value,
})

/** Notes for the counters that a transfer moved from one cell to another. */
export const addDelta = (tx: TransactionsTx, company: string, move: Move): Promise<void> =>
  atEnd(tx, tx.insertInto('transactions.cell_delta').values(deltaRow(company, move)))

/** Notes for the counters that a transfer is with another counterparty from now on. */
export const addTakenOver = (
  tx: TransactionsTx,
  company: string,
  { cell, created_at: at, counterparty_did: was, value }: SideRow,
  counterparty: string | null,
): Promise<unknown> =>
  tx
    .insertInto('transactions.cell_delta')
    .values([
      deltaRow(company, { from: cell, to: null, at, counterparty: was, value }),
      deltaRow(company, { from: null, to: cell, at, counterparty, value }),
    ])
    .execute()

/** Notes for the counters that a transfer that had no value has one: out of its cell, and in again. */
export const addRevalued = (
  tx: TransactionsTx,
  company: string,
  { cell, created_at }: Pick<SideRow, 'cell' | 'created_at'>,
  value: number,
): Promise<unknown> => {
  const day = created_at.toISOString().slice(0, 10)
  const of = { vasp_did: company, day, counterparty_did: null }
  return tx
    .insertInto('transactions.cell_delta')
    .values([
      { ...of, from_no: cell, to_no: null, value: null },
      { ...of, from_no: null, to_no: cell, value },
    ])
    .execute()
}

/** Assigns transfers of a company. @returns those that it has */
export const saveAssignee = async (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  assignee: string | null,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('transactions.side')
    .set({ assignee })
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', [...ids])
    .returning('transfer_id')
    .execute()
  return rows.map(({ transfer_id }) => transfer_id).sort()
}

/** Hides transfers of a company from its inbox until a time. @returns those that it has */
export const saveSnooze = async (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  until: Date | null,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('transactions.side')
    .set({ snoozed_until: until })
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', [...ids])
    .returning('transfer_id')
    .execute()
  return rows.map(({ transfer_id }) => transfer_id).sort()
}
