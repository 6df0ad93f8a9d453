import { Section } from '@countersign/contracts/transactions'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A transfer that waits for a company. */
export type Waiting = {
  readonly id: string
  readonly section: Section
  readonly amount: string
  readonly decimals: number
  readonly symbol: string
  readonly counterparty: string | null
  readonly dueAt: Date | null
  readonly createdAt: Date
}

/** What waits for a company in these sections and is not snoozed: the first `limit` of each, by when they are due. */
export async function findWaiting(
  tx: TransactionsTx,
  company: string,
  now: Date,
  sections: readonly string[],
  limit: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'section'> & { section: string }>`
    select * from (
      select s.transfer_id as id, s.section, t.amount::text as amount, t.decimals,
        t.asset_symbol as symbol, s.counterparty_did as counterparty, s.due_at as "dueAt",
        s.created_at as "createdAt",
        row_number() over (partition by s.section order by s.due_at, s.transfer_id) as place
      from transactions.side s join transactions.transfer t on t.id = s.transfer_id
      where s.vasp_did = ${company} and s.waits_for = 'us'
        and s.section = any(${[...sections]}::text[])
        and (s.snoozed_until is null or s.snoozed_until <= ${now})
    ) waiting where place <= ${limit} order by "dueAt", id`.execute(tx)
  return rows.map((row) => ({ ...row, section: Section.parse(row.section) }))
}
