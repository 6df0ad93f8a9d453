import { sql } from 'kysely'
import { findPayer } from '../plan/index.ts'
import type { BillingTx } from '../tables.ts'

/** Has another company pay, from a day on. */
export const storePayer = (tx: BillingTx, did: string, payer: string, since: string) =>
  sql`insert into billing.payer (vasp_did, since, payer_did) values (${did}, ${since}::date, ${payer})
    on conflict (vasp_did, since) do update set payer_did = excluded.payer_did`.execute(tx)

/** Who pays on a later day, and from when on, where that is settled already. */
export async function findNextPayer(tx: BillingTx, did: string, at: Date) {
  const { rows } = await sql<{ payer: string; since: string }>`
    select payer_did as payer, to_char(since, 'YYYY-MM-DD') as since from billing.payer
    where vasp_did = ${did} and since > (${at}::timestamptz at time zone 'UTC')::date
    order by since limit 1`.execute(tx)
  return rows[0]
}

/** Who pays once what is settled has come. */
export const findSettledPayer = async (tx: BillingTx, did: string, at: Date): Promise<string> =>
  (await findNextPayer(tx, did, at))?.payer ?? findPayer(tx, did, at)

/** A change of who pays that waits for a second person. */
export type PendingPayer = {
  readonly payer: string
  readonly by: string
  readonly at: Date
  readonly until: Date
}

/** The change that waits, as long as it counts. */
export async function findPendingPayer(tx: BillingTx, did: string, at: Date) {
  const { rows } = await sql<PendingPayer>`
    select payer_did as payer, by_did as by, asked_at as at, ends_at as until
    from billing.pending_payer where vasp_did = ${did} and ends_at > ${at}`.execute(tx)
  return rows[0]
}

/** Has a change wait, in place of one that waits already. */
export const storePendingPayer = (tx: BillingTx, did: string, pending: PendingPayer) =>
  sql`insert into billing.pending_payer (vasp_did, payer_did, by_did, asked_at, ends_at)
    values (${did}, ${pending.payer}, ${pending.by}, ${pending.at}, ${pending.until})
    on conflict (vasp_did) do update set payer_did = excluded.payer_did, by_did = excluded.by_did,
      asked_at = excluded.asked_at, ends_at = excluded.ends_at`.execute(tx)

export const removePendingPayer = (tx: BillingTx, did: string) =>
  sql`delete from billing.pending_payer where vasp_did = ${did}`.execute(tx)

/** One at a time changes who pays for a company, until its transaction ends. */
export const lockPayer = (tx: BillingTx, did: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`billing payer ${did}`}, 0))`.execute(tx)
