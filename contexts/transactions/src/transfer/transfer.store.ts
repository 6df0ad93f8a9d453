import {
  Price,
  ReasonCode,
  Status,
  Threshold,
  TransactionType,
} from '@countersign/contracts/transactions'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, TransactionsTransfer } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { type LastRequest, lastRequest, readRequest } from './request.store.ts'

/** A transfer as it is stored; see the migrations for its columns. */
export type Transfer = Omit<
  Selectable<TransactionsTransfer>,
  'status' | 'type' | 'price' | 'threshold' | 'reason_code'
> & {
  readonly status: Status
  readonly type: TransactionType
  readonly price: Price | null
  readonly threshold: Threshold
  readonly reason_code: ReasonCode | null
  /** As it was when the transfer was read, or changed; not of a transfer that was only held. */
  readonly request?: LastRequest | null | undefined
}

const read = ({
  request,
  ...row
}: Selectable<TransactionsTransfer> & { readonly request?: unknown }): Transfer => ({
  ...row,
  status: Status.parse(row.status),
  type: TransactionType.parse(row.type),
  price: row.price === null ? null : Price.parse(row.price),
  threshold: Threshold.parse(row.threshold),
  reason_code: row.reason_code === null ? null : ReasonCode.parse(row.reason_code),
  request: request === undefined ? undefined : readRequest(request),
})

const columns = (tx: TransactionsTx) => tx.selectFrom('transactions.transfer').selectAll()
const rows = (tx: TransactionsTx) => columns(tx).select(lastRequest)

/** The transfer, where the company of the transaction takes part in it. */
export async function findTransfer(tx: TransactionsTx, id: string): Promise<Transfer | undefined> {
  const row = await rows(tx).where('id', '=', id).executeTakeFirst()
  return row && read(row)
}

/** The same, held until the transaction ends. A statement that waits would miss what is asked for meanwhile. */
export async function lockTransfer(tx: TransactionsTx, id: string): Promise<Transfer | undefined> {
  const row = await columns(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && read(row)
}

/**
 * Keeps transfers from being changed or erased until the transaction ends; others may read them, and hold them too.
 * Whoever changes one takes it before the sides, so this comes before anything else.
 */
export const holdTransfers = (tx: TransactionsTx, ids: readonly string[]): Promise<unknown> =>
  tx
    .selectFrom('transactions.transfer')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** The transfers by their ids. */
export async function findTransfers(
  tx: TransactionsTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transfer>> {
  const found =
    ids.length === 0
      ? []
      : await rows(tx)
          .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
          .execute()
  return new Map(found.map((row) => [row.id, read(row)]))
}

/** The versions of transfers by their ids. */
export async function findVersions(
  tx: TransactionsTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await tx
    .selectFrom('transactions.transfer')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(found.map(({ id, version }) => [id, version]))
}

export async function addTransfer(
  tx: TransactionsTx,
  values: Insertable<DB['transactions.transfer']>,
): Promise<Transfer> {
  const row = await tx
    .insertInto('transactions.transfer')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

/** Changes a transfer; row-level security and a trigger keep each side to its own columns. */
export async function saveTransfer(
  tx: TransactionsTx,
  id: string,
  values: Updateable<DB['transactions.transfer']>,
): Promise<Transfer> {
  const row = await tx
    .updateTable('transactions.transfer')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .returning(lastRequest)
    .executeTakeFirstOrThrow()
  return read(row)
}
