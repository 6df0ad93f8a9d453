import { sql } from 'kysely'
import { keepCustomers } from '../customer/index.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Owned } from './address-line.ts'
import type { Problem, StoredUpload, Which } from './upload.store.ts'

const reasons: Readonly<Record<string, string>> = {
  TAKEN: 'Another customer has this address',
  OTHER: 'The book has this address as a self-hosted wallet or a counterparty’s',
  TWICE: 'Another line of the file has this address for another customer',
}

/** What became of a page of lines. */
export type Staged = {
  readonly fresh: number
  readonly changed: number
  readonly present: number
  readonly problems: Problem[]
}

/**
 * Keeps a page of lines for the preview, and finds out what they would change. Nothing here is joined by guesswork: just
 * filled tables have no statistics.
 */
export async function stageAddresses(
  tx: TransactionsTx,
  { vasp_did: company, id, mode }: Which & Pick<StoredUpload, 'mode'>,
  lines: readonly Owned[],
): Promise<Staged> {
  const first = new Map<string, Owned>()
  const problems: Problem[] = []
  let present = 0
  for (const one of lines) {
    const text = one.key.toString('latin1')
    const before = first.get(text)
    if (!before) first.set(text, one)
    else if (before.ref === one.ref) present++
    else problems.push({ line: one.line, reason: reasons.TWICE ?? '' })
  }
  const page = [...first.values()]
  const keys = Buffer.concat(page.map(({ key }) => key))
  const hints = Buffer.concat(page.map(({ hintKey }) => hintKey))
  const inOtherHands = mode === 'REPLACE' ? 'CHANGED' : 'TAKEN'
  const { rows } = await sql<{ effect: string; count: number; places: number[] | null }>`
    with given as (
      select n, ref, network, substring(${keys}::bytea from (n::int - 1) * 32 + 1 for 32) as key,
        substring(${hints}::bytea from (n::int - 1) * 32 + 1 for 32) as hint_key
      from unnest(${page.map(({ ref }) => ref)}::text[], ${page.map(({ network }) => network)}::text[])
        with ordinality as t (ref, network, n)),
    known as (
      select g.*, case when o.ref = g.ref then 'AGAIN' when o.ref is not null then 'TWICE' when a.type is null then 'NEW'
          when a.source_type <> 'INTERNAL' or a.type <> 'HOSTED' then 'OTHER' when c.ref = g.ref then 'PRESENT'
          else ${inOtherHands} end as effect
      from given g
        left join lateral (select ref from transactions.upload_address
          where vasp_did = ${company} and upload_id = ${id} and key = g.key limit 1) o on true
        left join lateral (select source_type, type, customer_key from transactions.address
          where vasp_did = ${company} and key = g.key limit 1) a on true
        left join lateral (select ref from transactions.customer
          where vasp_did = ${company} and customer_key = a.customer_key limit 1) c on true),
    put as (
      insert into transactions.upload_address (vasp_did, upload_id, key, hint_key, network, ref, effect)
      select ${company}, ${id}, key, hint_key, network, ref, effect from known
      where effect not in ('AGAIN', 'TWICE') order by key)
    select effect, count(*)::int as count,
      case when effect in ('TAKEN', 'OTHER', 'TWICE') then array_agg(n::int) end as places
    from known group by effect`.execute(tx)
  const counts = new Map(rows.map(({ effect, count }) => [effect, count]))
  for (const { effect, places } of rows)
    for (const n of places ?? []) {
      const line = page[n - 1]?.line
      if (line !== undefined) problems.push({ line, reason: reasons[effect] ?? '' })
    }
  return {
    fresh: counts.get('NEW') ?? 0,
    changed: counts.get('CHANGED') ?? 0,
    present: present + (counts.get('PRESENT') ?? 0) + (counts.get('AGAIN') ?? 0),
    problems,
  }
}

/** How many addresses of customers the book has. */
export async function countOwn(tx: TransactionsTx, company: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from transactions.address
    where vasp_did = ${company} and source_type = 'INTERNAL' and type = 'HOSTED'`.execute(tx)
  return rows[0]?.n ?? 0
}

/** How many of them the file has. */
export async function countKept(
  tx: TransactionsTx,
  { vasp_did: company, id }: Which,
): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from transactions.upload_address
    where vasp_did = ${company} and upload_id = ${id} and effect in ('PRESENT', 'CHANGED')`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** What a page of work has done, and where it ended; `place` is null where nothing is left. */
export type Worked = { readonly done: number; readonly place: string | null }

/** Registers a page of addresses for their customers, and claims them. Whoever has one meanwhile keeps it. */
export async function addAddresses(
  tx: TransactionsTx,
  { vasp_did: company, id, place, confirmed_by: by }: StoredUpload,
  at: Date,
  limit: number,
): Promise<Worked> {
  const after = Buffer.from(place, 'hex')
  const { rows: ends } = await sql<{ key: Buffer }>`
    select key from (select key from transactions.upload_address
      where vasp_did = ${company} and upload_id = ${id} and key > ${after} order by key limit ${limit}) page
    order by key desc limit 1`.execute(tx)
  const end = ends[0]?.key
  if (!end) return { done: 0, place: null }
  const page = sql`transactions.upload_address u where u.vasp_did = ${company} and u.upload_id = ${id}
    and u.key > ${after} and u.key <= ${end}`
  await keepCustomers(tx, company)
  // The same order in every transaction, so that two never wait for each other in a circle.
  await sql`insert into transactions.customer (vasp_did, ref, customer_key, created_at, updated_at)
    select ${company}, ref, gen_random_uuid(), ${at}, ${at}
    from (select distinct u.ref from ${page} and u.effect in ('NEW', 'CHANGED') order by u.ref) refs
    where (select true from transactions.customer c where c.vasp_did = ${company} and c.ref = refs.ref limit 1) is null
    on conflict (vasp_did, ref) do nothing`.execute(tx)
  const { rows } = await sql<{ done: number }>`
    with page as (
      select u.key, u.hint_key, u.network, u.effect, c.customer_key
      from transactions.upload_address u, lateral (select customer_key from transactions.customer
        where vasp_did = ${company} and ref = u.ref limit 1) c
      where u.vasp_did = ${company} and u.upload_id = ${id} and u.key > ${after} and u.key <= ${end}
        and u.effect in ('NEW', 'CHANGED')
      order by u.key),
    own as (
      select ${company} as vasp_did, key, hint_key, 'INTERNAL' as source_type, 'HOSTED' as type, network, customer_key,
        ${at}::timestamptz as confirmed_at, ${by} as confirmed_by, ${at}::timestamptz as created_at, effect from page),
    added as (
      insert into transactions.address (vasp_did, key, hint_key, source_type, type, network, customer_key,
        confirmed_at, confirmed_by, created_at)
      select vasp_did, key, hint_key, source_type, type, network, customer_key, confirmed_at, confirmed_by, created_at
      from own where effect = 'NEW' on conflict do nothing returning key),
    moved as (
      insert into transactions.address as a (vasp_did, key, hint_key, source_type, type, network, customer_key,
        confirmed_at, confirmed_by, created_at)
      select vasp_did, key, hint_key, source_type, type, network, customer_key, confirmed_at, confirmed_by, created_at
      from own where effect = 'CHANGED'
      on conflict (vasp_did, key) do update set customer_key = excluded.customer_key,
        confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by
      where a.source_type = 'INTERNAL' and a.type = 'HOSTED' returning a.key),
    claimed as (
      insert into transactions.address_claim (key, vasp_did, audience)
      select key, ${company}, 'TRUSTED' from (table added union all table moved) all_of_them on conflict do nothing)
    select count(*)::int as done from page`.execute(tx)
  return { done: rows[0]?.done ?? 0, place: end.toString('hex') }
}

/** Looks through a page of the book, and removes what the file doesn't have and the preview knew. */
export async function removeOtherAddresses(
  tx: TransactionsTx,
  { vasp_did: company, id, place, created_at }: StoredUpload,
  limit: number,
): Promise<Worked> {
  const { rows } = await sql<{ key: Buffer | null; done: number }>`
    with page as (
      select key, created_at <= ${created_at} and (select true from transactions.upload_address u
        where u.vasp_did = ${company} and u.upload_id = ${id} and u.key = a.key limit 1) is null as goes
      from transactions.address a
      where vasp_did = ${company} and source_type = 'INTERNAL' and type = 'HOSTED'
        and key > ${Buffer.from(place, 'hex')} order by key limit ${limit}),
    gone as (
      delete from transactions.address where vasp_did = ${company} and source_type = 'INTERNAL' and type = 'HOSTED'
        and key = any(array(select key from page where goes)) returning key),
    unclaimed as (
      delete from transactions.address_claim
      where vasp_did = ${company} and key = any(array(select key from gone)))
    select (select key from page order by key desc limit 1) as key, (select count(*)::int from gone) as done`.execute(
    tx,
  )
  const [found] = rows
  return { done: found?.done ?? 0, place: found?.key?.toString('hex') ?? null }
}
