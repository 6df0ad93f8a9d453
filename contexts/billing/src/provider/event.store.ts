import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import { storeDrift } from '../drift/index.ts'
import type { BillingProvider, ProviderEvent, Refusal } from './provider.ts'

/** A customer that was just made is known a moment later. */
const made = ['customer.created', 'customer_created']

/**
 * Notes an event, once, and that its customer has to be read again; one of whom we know nothing is a difference.
 * @returns whether it was new
 */
export async function storeEvent<T>(
  tx: Tx<T>,
  provider: BillingProvider['name'],
  { id, type, customerId, refusesUsage = false }: ProviderEvent,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into billing.provider_event (provider, id, type, received_at, is_unread)
    values (${provider}, ${id}, ${type}, now(), ${refusesUsage})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return false
  if (customerId === null) return true
  // Later than the beginning of a reading that is under way, which may not have seen what happened. Times
  // are compared in milliseconds, as they come back here.
  const { numAffectedRows: known } = await sql`
    update billing.customer set due_at = date_trunc('milliseconds', clock_timestamp())
    where provider = ${provider} and customer_id = ${customerId}`.execute(tx)
  if (known === 0n && !made.includes(type))
    await storeDrift(tx, now, {
      kind: 'unknown_customer',
      did: null,
      customer: customerId,
      theirs: customerId,
    })
  return true
}

/** Forgets events that no provider repeats any more. */
export const forgetEvents = <T>(tx: Tx<T>) =>
  sql`delete from billing.provider_event where received_at < now() - interval '90 days'`.execute(tx)

/** The oldest events that tell of refused usage and were not asked for yet. */
export async function findUnread<T>(tx: Tx<T>, provider: BillingProvider['name'], limit: number) {
  const { rows } = await sql<{ id: string }>`
    select id from billing.provider_event where is_unread and provider = ${provider}
    order by received_at limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notes what an event says of refused usage, each day as a difference of whoever’s customer it is. */
export async function storeRefusals<T>(
  tx: Tx<T>,
  provider: BillingProvider['name'],
  { id, refusals, now }: { id: string; refusals: readonly Refusal[]; now: Date },
): Promise<void> {
  for (const { customerId, day, why } of refusals) {
    const { rows } = await sql<{ did: string; total: number | null }>`
      select c.vasp_did as did, total from billing.customer c
      left join billing.usage_day d on d.vasp_did = c.vasp_did and d.day = ${day}::date
      where provider = ${provider} and customer_id = ${customerId}`.execute(tx)
    const [known] = rows
    await storeDrift(tx, now, {
      kind: 'usage_rejected',
      did: known?.did ?? null,
      customer: customerId,
      day,
      ours: known?.total == null ? null : String(known.total),
      theirs: why.slice(0, 100),
    })
  }
  await sql`update billing.provider_event set is_unread = false
    where provider = ${provider} and id = ${id}`.execute(tx)
}

/** Until when a provider’s events were asked for; undefined before the first time. */
export async function findMark<T>(tx: Tx<T>, provider: BillingProvider['name']) {
  const { rows } = await sql<{ until: Date }>`
    select asked_until as until from billing.provider_mark where provider = ${provider}`.execute(tx)
  return rows[0]?.until
}

/** Keeps until when they were asked for. */
export const storeMark = <T>(tx: Tx<T>, provider: BillingProvider['name'], until: Date) =>
  sql`insert into billing.provider_mark (provider, asked_until) values (${provider}, ${until})
    on conflict (provider) do update
      set asked_until = greatest(provider_mark.asked_until, excluded.asked_until)`.execute(tx)
