import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'
import { Account } from './account.rules.ts'

/** What the provider keeps of a company, until the transaction ends for this caller alone. */
export async function lockAccount(tx: BillingTx, did: string): Promise<Account | undefined> {
  const { rows } = await sql<{ state: unknown }>`
    select state from billing.demo_account where vasp_did = ${did} for update`.execute(tx)
  return rows[0] && Account.parse(rows[0].state)
}

/** Adds a company; one that is there stays as it is. */
export const addAccount = (tx: BillingTx, did: string, account: Account) =>
  sql`insert into billing.demo_account (vasp_did, state) values (${did}, ${JSON.stringify(account)})
    on conflict do nothing`.execute(tx)

/** Keeps an account, and has the company read again at once. */
export async function storeAccount(tx: BillingTx, did: string, account: Account): Promise<void> {
  await sql`update billing.demo_account set state = ${JSON.stringify(account)} where vasp_did = ${did}`.execute(
    tx,
  )
  await sql`update billing.customer set due_at = date_trunc('milliseconds', clock_timestamp())
    where vasp_did = ${did} and provider = 'demo'`.execute(tx)
}

/** Sets the units of a day. */
export const storeUsage = (tx: BillingTx, did: string, day: string, units: number) =>
  sql`update billing.demo_account set state = jsonb_set(
      case when state ? 'usage' then state else state || '{"usage": {}}' end,
      array['usage', ${day}::text], to_jsonb(${units}::int))
    where vasp_did = ${did}`.execute(tx)

/** Begins a visit of the page; an earlier one ends with it. */
export const storeSession = (
  tx: BillingTx,
  did: string,
  { hash, endsAt, returnUrl }: { hash: Buffer; endsAt: Date; returnUrl: string },
) =>
  sql`update billing.demo_account
    set session_hash = ${hash}, session_ends_at = ${endsAt}, return_url = ${returnUrl}
    where vasp_did = ${did}`.execute(tx)

/** Where a visit leads back to; undefined for one that is over or never was. */
export async function findReturn(
  tx: BillingTx,
  did: string,
  hash: Buffer,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`select return_url as url from billing.demo_account
    where vasp_did = ${did} and session_hash = ${hash} and session_ends_at > ${at}`.execute(tx)
  return rows[0]?.url
}
