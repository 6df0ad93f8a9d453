import { type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

/** What an act came to, as statistics count it. */
const counted = [
  'SENT',
  'ACK',
  'NOT_READY',
  'ACCEPTED',
  'DECLINED',
  'REJECTED',
  'CANCELLED',
] as const

/** Whether statistics count an act that leads to this status. */
export const isCounted = (status: string): boolean => counted.some((one) => one === status)

/** The acts whose outcomes are counted, and all acts of their transfers: `one`. */
type Acts = {
  readonly counted: RawBuilder<unknown>
  readonly all: RawBuilder<unknown>
  readonly side: RawBuilder<unknown>
}

const outcomesOf = (company: string, { counted: acts, all, side }: Acts) => sql`
  select a.vasp_did, (a.at at time zone 'UTC')::date, s.counterparty_did, jsonb_build_object(
    'direction', s.direction, 'outcome', a.to_status, 'rule', coalesce(a.rule_id, ''),
    'by', case when a.company_did = a.vasp_did then a.by_kind when a.company_did is null then 'SYSTEM' else 'THEM' end,
    'bucket', case when answers.seq = a.seq then transactions.answer_bucket(a.at - sent.at) end)
  from ${acts} a
  join ${side} s on s.vasp_did = a.vasp_did and s.transfer_id = a.transfer_id
  left join lateral (select min(at) as at from ${all} one where one.vasp_did = a.vasp_did
    and one.transfer_id = a.transfer_id and one.to_status = 'SENT') sent on true
  left join lateral (select min(seq) as seq from ${all} one where one.vasp_did = a.vasp_did
    and one.transfer_id = a.transfer_id and one.from_status = 'SENT' and one.to_status <> 'SENT'
    and one.to_status <> 'CANCELLED') answers on true
  where a.vasp_did = ${company} and not s.simulated
    and a.from_status is distinct from a.to_status and a.to_status = any(${[...counted]}::text[])`

const columns = ['vasp_did', 'day', 'counterparty_did', 'facts'] as const

/**
 * Notes for the statistics what all acts of a company on transfers came to: who decided, and how long the first answer
 * took. The company's sides must be held.
 */
export const noteOutcomes = (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<unknown> =>
  tx
    .insertInto('transactions.cell_delta')
    .columns(columns)
    .expression(
      outcomesOf(company, {
        counted: sql`(select * from transactions.act where transfer_id = any(${[...ids]}::uuid[]))`,
        all: sql`transactions.act`,
        side: sql`transactions.side`,
      }),
    )
    .execute()

/** Adds acts to a timeline, and notes what they came to. */
export const addCounted = (
  tx: TransactionsTx,
  company: string,
  id: string,
  acts: InsertQueryBuilder<DB, 'transactions.act', InsertResult>,
): Promise<unknown> =>
  tx
    .with('added', () => acts.returningAll())
    .insertInto('transactions.cell_delta')
    .columns(columns)
    .expression(
      outcomesOf(company, {
        counted: sql`added`,
        // The statement itself does not see what it adds.
        all: sql`(select * from transactions.act where vasp_did = ${company} and transfer_id = ${id}
          union all select * from added)`,
        // By its key, for nobody knows how many are added.
        side: sql`(select * from transactions.side where vasp_did = ${company} and transfer_id = ${id})`,
      }),
    )
    .execute()
