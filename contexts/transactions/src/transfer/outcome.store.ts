import { sql } from 'kysely'
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

/**
 * Notes for the statistics what a company's acts on transfers came to, from a number of its timeline on: who decided,
 * and how long the first answer took. The company's side of the transfer must be held.
 */
export const noteOutcomes = (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  fromSeq: number,
): Promise<unknown> =>
  sql`
  insert into transactions.cell_delta (vasp_did, day, counterparty_did, facts)
  select a.vasp_did, (a.at at time zone 'UTC')::date, s.counterparty_did, jsonb_build_object(
    'direction', s.direction, 'outcome', a.to_status, 'rule', coalesce(a.rule_id, ''),
    'by', case when a.company_did = a.vasp_did then a.by_kind when a.company_did is null then 'SYSTEM' else 'THEM' end,
    'bucket', case when answers.seq = a.seq then transactions.answer_bucket(a.at - sent.at) end)
  from transactions.act a
  join transactions.side s on s.vasp_did = a.vasp_did and s.transfer_id = a.transfer_id
  left join lateral (select min(at) as at from transactions.act one where one.vasp_did = a.vasp_did
    and one.transfer_id = a.transfer_id and one.to_status = 'SENT') sent on true
  left join lateral (select min(seq) as seq from transactions.act one where one.vasp_did = a.vasp_did
    and one.transfer_id = a.transfer_id and one.from_status = 'SENT' and one.to_status <> 'SENT'
    and one.to_status <> 'CANCELLED') answers on true
  where a.vasp_did = ${company} and a.transfer_id = any(${[...ids]}::uuid[]) and a.seq >= ${fromSeq} and not s.simulated
    and a.from_status is distinct from a.to_status and a.to_status = any(${[...counted]}::text[])`.execute(
    tx,
  )
