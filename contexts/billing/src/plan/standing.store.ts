import type { Subscription } from '@countersign/contracts/billing'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import { payerOn } from '../usage/index.ts'
import type { Standing } from './plan.rules.ts'

/** A subscription as its provider last said. */
export type Known = Standing & {
  readonly customerId: string | null
  readonly subscriptionId: string | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  /** Where what is open can be paid. */
  readonly hostedPageUrl: string | null
  readonly readAt: Date
}

/** What a company has subscribed to. Any transaction of the company will do. */
export async function findStanding<T>(tx: Tx<T>, did: string): Promise<Known | undefined> {
  const { rows } = await sql<Known & { status: Subscription['subscription_status'] }>`
    select plan, status, past_due_since as "pastDueSince", ends_at as "endsAt",
      customer_id as "customerId", subscription_id as "subscriptionId",
      period_start as "periodStart", period_end as "periodEnd",
      hosted_page_url as "hostedPageUrl", read_at as "readAt"
    from billing.subscription where vasp_did = ${did}`.execute(tx)
  return rows[0]
}

/** Who pays for a company at a moment. Any transaction will do. */
export async function findPayer<T>(tx: Tx<T>, did: string, at: Date): Promise<string> {
  const { rows } = await sql<{ payer: string }>`
    select ${payerOn(did, at)} as payer`.execute(tx)
  return rows[0]?.payer ?? did
}

/** Who pays for a company at a moment, and what that payer has subscribed to. Any transaction will do. */
export async function findPaid<T>(
  tx: Tx<T>,
  did: string,
  at: Date,
): Promise<{ readonly payer: string; readonly standing: Standing | undefined }> {
  const { rows } = await sql<Standing & { payer: string; isThere: boolean }>`
    with paid as materialized (select ${payerOn(did, at)} as payer)
    select payer, s.vasp_did is not null as "isThere", plan, status,
      past_due_since as "pastDueSince", ends_at as "endsAt"
    from paid left join billing.subscription s on s.vasp_did = payer`.execute(tx)
  const [row] = rows
  return { payer: row?.payer ?? did, standing: row?.isThere ? row : undefined }
}

/** One at a time counts what the companies of a payer may still send, until its transaction ends. */
export const lockLimits = <T>(tx: Tx<T>, payer: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`billing limits ${payer}`}, 0))`.execute(tx)

/** The same for the questionnaires that a company may still request. */
export const lockQuestionnaires = <T>(tx: Tx<T>, did: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`billing questionnaires ${did}`}, 0))`.execute(
    tx,
  )
