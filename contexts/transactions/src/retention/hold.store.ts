import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A legal hold: until that day the company's data of the transfer is not erased. */
export type Hold = {
  readonly transferId: string
  readonly at: Date
  /** A day, inclusive. */
  readonly until: string
  readonly reason: string
  readonly by: string
}

/** Where a hold's reason belongs: sealed elsewhere, it does not open. */
const placeOf = (company: string, transferId: string): string =>
  `transactions hold ${company} ${transferId}`

/** Ends the holds on a transfer that are in force. */
export const endHolds = (
  tx: TransactionsTx,
  company: string,
  transferId: string,
  at: Date,
): Promise<unknown> =>
  tx
    .updateTable('transactions.legal_hold')
    .set({ ended_at: at })
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', transferId)
    .where('ended_at', 'is', null)
    .execute()

/** Puts a hold on a transfer. Its side must be held by the transaction. */
export const addHold = (
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  { transferId, at, until, reason, by }: Hold,
): Promise<unknown> =>
  tx
    .insertInto('transactions.legal_hold')
    .values({
      vasp_did: company,
      transfer_id: transferId,
      at,
      until: sql<Date>`${until}::date`,
      reason: Buffer.from(vault.seal(reason, placeOf(company, transferId))),
      by_did: by,
    })
    .onConflict((conflict) =>
      conflict.columns(['vasp_did', 'transfer_id', 'at']).doUpdateSet((row) => ({
        until: row.ref('excluded.until'),
        reason: row.ref('excluded.reason'),
        by_did: row.ref('excluded.by_did'),
        ended_at: null,
      })),
    )
    .execute()

/** A company's holds in force, the newest first. */
export async function findHolds(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  after: { readonly at: Date; readonly id: string } | undefined,
  limit: number,
): Promise<Hold[]> {
  let holds = tx
    .selectFrom('transactions.legal_hold')
    .select(['transfer_id', 'at', 'reason', 'by_did'])
    .select(sql<string>`until::text`.as('until'))
    .where('vasp_did', '=', company)
    .where('ended_at', 'is', null)
  if (after) holds = holds.where(sql<boolean>`(at, transfer_id) < (${after.at}, ${after.id}::uuid)`)
  const rows = await holds
    .orderBy('at', 'desc')
    .orderBy('transfer_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    transferId: row.transfer_id,
    at: row.at,
    until: row.until,
    reason: vault.open(row.reason.toString(), placeOf(company, row.transfer_id)),
    by: row.by_did,
  }))
}

/** Ends the holds of a company whose last day is over. Their transfers can be erased again. */
export const lapseHolds = (tx: TransactionsTx, company: string, at: Date): Promise<unknown> =>
  sql`with lapsed as (
      update transactions.legal_hold set ended_at = ${at}
      where vasp_did = ${company} and ended_at is null and until < (${at}::timestamptz at time zone 'UTC')::date
      returning transfer_id)
    update transactions.side s set hold_until = null from lapsed
      where s.vasp_did = ${company} and s.transfer_id = lapsed.transfer_id`.execute(tx)

/** Companies with a hold whose last day is over. For the relay. */
export async function findLapsed(tx: TransactionsTx, at: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.legal_hold')
    .select('vasp_did')
    .distinct()
    .where('ended_at', 'is', null)
    .where(sql<boolean>`until < (${at}::timestamptz at time zone 'UTC')::date`)
    .execute()
  return rows.map(({ vasp_did }) => vasp_did)
}

/** Seals the reasons of holds under the server's current main secret. @returns how many were sealed anew */
export async function resealHolds(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  const rows = await tx
    .selectFrom('transactions.legal_hold')
    .select(['transfer_id', 'at', 'reason'])
    .where('vasp_did', '=', company)
    .execute()
  let changed = 0
  for (const { transfer_id: id, at, reason } of rows) {
    if (vault.isCurrent(reason.toString())) continue
    const place = placeOf(company, id)
    await tx
      .updateTable('transactions.legal_hold')
      .set({ reason: Buffer.from(vault.seal(vault.open(reason.toString(), place), place)) })
      .where('vasp_did', '=', company)
      .where('transfer_id', '=', id)
      .where('at', '=', at)
      .execute()
    changed++
  }
  return changed
}

/** How many transfers of a company are under a hold. */
export async function countHolds(tx: TransactionsTx, company: string): Promise<number> {
  const { n } = await tx
    .selectFrom('transactions.legal_hold')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('vasp_did', '=', company)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
