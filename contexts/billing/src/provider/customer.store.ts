import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'
import type { BillingProvider, Seen, SeenInvoice, Snapshot } from './provider.ts'

/** A payer as a provider knows them. */
export type Customer = {
  readonly customerId: string
  /** When what we know should have been read again. */
  readonly dueAt: Date
}

/** The customer of a company at a provider. One that another provider knew before does not count. */
export async function findCustomer<T>(
  tx: Tx<T>,
  did: string,
  provider: BillingProvider['name'],
): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`
    select customer_id as "customerId", due_at as "dueAt"
    from billing.customer where vasp_did = ${did} and provider = ${provider}`.execute(tx)
  return rows[0]
}

/** Keeps a company’s customer, to be read at once, in place of one of another provider. */
export async function storeCustomer(
  tx: BillingTx,
  did: string,
  provider: BillingProvider['name'],
  customerId: string,
): Promise<void> {
  await sql`
    insert into billing.customer (vasp_did, provider, customer_id, due_at)
    values (${did}, ${provider}, ${customerId}, date_trunc('milliseconds', now()))
    on conflict (vasp_did) do update set provider = excluded.provider,
      customer_id = excluded.customer_id, due_at = excluded.due_at, read_at = null
    where (customer.provider, customer.customer_id) is distinct from
      (excluded.provider, excluded.customer_id)`.execute(tx)
}

/** The company’s invoices, newest first. */
export async function findInvoices(tx: BillingTx, did: string) {
  const { rows } = await sql<SeenInvoice>`
    select id, issued_at as "issuedAt", due_at as "dueAt", status, number, currency,
      total_minor as "totalMinor", due_minor as "dueMinor" from billing.invoice
    where vasp_did = ${did} order by issued_at desc, id desc limit 24`.execute(tx)
  return rows
}

/** Customers that are due, the longest first, with the database’s time. */
export async function findDue<T>(tx: Tx<T>, provider: BillingProvider['name'], limit: number) {
  const { rows } = await sql<{ did: string; customerId: string; at: Date }>`
    select vasp_did as did, customer_id as "customerId", clock_timestamp() as at
    from billing.customer where provider = ${provider} and due_at <= now()
    order by due_at limit ${limit}`.execute(tx)
  return rows
}

/** Puts a customer off whose reading failed, unless an event made it due anew. */
export const putOff = <T>(tx: Tx<T>, did: string, at: Date, seconds: number) =>
  sql`update billing.customer set due_at = now() + ${seconds} * interval '1 second'
    where vasp_did = ${did} and due_at <= ${at}`.execute(tx)

/**
 * Stores what was read of a customer, unless something younger was. What became due meanwhile stays due.
 * @param at the database’s time before it was read
 */
export async function storeSnapshot<T>(
  tx: Tx<T>,
  did: string,
  at: Date,
  { best, snapshot }: { best: Seen | undefined; snapshot: Snapshot },
): Promise<void> {
  const { rows } = await sql`
    update billing.customer set read_at = ${at},
      due_at = case when due_at > ${at} then due_at else ${at}::timestamptz + interval '1 day' end
    where vasp_did = ${did} and (read_at is null or read_at < ${at}) returning customer_id`.execute(
    tx,
  )
  if (rows.length === 0) return
  if (!best) await sql`delete from billing.subscription where vasp_did = ${did}`.execute(tx)
  else
    await sql`
      insert into billing.subscription (vasp_did, plan, status, customer_id, subscription_id,
        period_start, period_end, past_due_since, ends_at, hosted_page_url, read_at)
      select ${did}, ${best.plan.slice(0, 40)}, ${best.status}, customer_id, ${best.id},
        ${best.periodStart}::timestamptz, ${best.periodEnd}::timestamptz,
        case ${best.status} when 'past_due'
          then coalesce(${best.pastDueSince}::timestamptz, ${at}::timestamptz) end,
        ${best.endsAt}::timestamptz, ${snapshot.hostedPageUrl}, ${at}
      from billing.customer where vasp_did = ${did}
      on conflict (vasp_did) do update set plan = excluded.plan, status = excluded.status,
        customer_id = excluded.customer_id, subscription_id = excluded.subscription_id,
        period_start = excluded.period_start, period_end = excluded.period_end,
        -- Grace counts from the first time that a payment was late, also where nobody says since when.
        -- Only being paid again ends it: neither a pause nor the next unpaid invoice begins it anew.
        past_due_since = case
          when excluded.status in ('active', 'trialing', 'in_trial') then null
          when excluded.status = 'past_due'
            then least(subscription.past_due_since, excluded.past_due_since)
          else subscription.past_due_since end,
        ends_at = excluded.ends_at, hosted_page_url = excluded.hosted_page_url,
        read_at = excluded.read_at`.execute(tx)
  await sql`delete from billing.invoice where vasp_did = ${did}`.execute(tx)
  for (const one of snapshot.invoices)
    await sql`insert into billing.invoice (vasp_did, id, issued_at, due_at, status, number, currency,
        total_minor, due_minor)
      values (${did}, ${one.id}, ${one.issuedAt}, ${one.dueAt}::timestamptz, ${one.status},
        ${one.number}, ${one.currency}, ${one.totalMinor}::bigint, ${one.dueMinor}::bigint)`.execute(
      tx,
    )
}

/** Since when, in seconds, the customer has waited to be read who has waited the longest; 0: none waits. As the relay. */
export async function longestWait<T>(
  tx: Tx<T>,
  provider: BillingProvider['name'],
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from now() - min(due_at)))::float8 as seconds
    from billing.customer where provider = ${provider}`.execute(tx)
  return rows[0]?.seconds ?? 0
}
