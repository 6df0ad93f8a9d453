import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import type { Followed } from '../transfer/index.ts'

/** A case of the network's desk as it is stored, with what waits for it now. */
export type Case = {
  readonly id: string
  readonly company_did: string | null
  readonly name: string
  readonly contact: string | null
  readonly waiting: number
  readonly companies: number
  readonly oldest_at: Date | null
}

/** The cases with something waiting, the longest waiting first. */
export async function findCases(tx: TransactionsTx, limit: number): Promise<Case[]> {
  const { rows } = await sql<Case>`
    select id, company_did, name, contact, waiting, companies, oldest_at from transactions.unreachable_cases()
    where waiting > 0 order by oldest_at, id limit ${limit}`.execute(tx)
  return rows
}

export async function findCase(tx: TransactionsTx, id: string): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    select id, company_did, name, contact, waiting, companies, oldest_at from transactions.unreachable_cases()
    where id = ${id}`.execute(tx)
  return rows[0]
}

/** Notes whom the network wrote to, or that it knows the company. */
export const saveCase = (
  tx: TransactionsTx,
  id: string,
  contact: string | undefined,
  at: Date,
): Promise<unknown> =>
  sql`update transactions.unreachable set resolved_at = ${at}, contact = coalesce(${contact ?? null}, contact)
    where vasp_did = 'network' and id = ${id}`.execute(tx)

/** Lets the transfers of a case try again. @returns how many */
export async function retryCase(
  tx: TransactionsTx,
  id: string,
  what: Followed,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    select transactions.network_contact(${id}, ${JSON.stringify(what)}::jsonb, ${at}) as added`.execute(
    tx,
  )
  return rows[0]?.added ?? 0
}

/** Leaves a step that hands a transfer on. @returns whether there is such a transfer to hand on */
export async function redirectLater(
  tx: TransactionsTx,
  id: string,
  what: Followed,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ added: number }>`
    select transactions.network_redirect(${id}, ${JSON.stringify(what)}::jsonb, ${at}) as added`.execute(
    tx,
  )
  return rows[0]?.added === 1
}
