import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { planOnce } from '../database/plan-once.ts'

/** An event that a relay has in hand. */
export type ClaimedEvent = {
  readonly company: string
  readonly position: number
  readonly object: string
  readonly id: string
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
  /** How often handing over has failed since the object's last success; the same for the company. */
  readonly tries: number
  readonly companyTries: number
}

/** How a claim is made. */
type Claim = {
  readonly now: Date
  /** From when on the objects are anybody's again. */
  readonly until: Date
  /** At most so many events, of at most so many companies, those after `after` first. */
  readonly events: number
  readonly companies: number
  readonly after: string
}

// A claim or a settlement that a crash undoes is made again, and the webhook service knows an event it
// has seen: so nobody waits for the disk here.
const unhurried = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Takes the next events, and with each its object: no other relay takes an event of that object before
 * `until` or before it is settled. Relays that claim at once share the companies out and do not wait for
 * each other. An object whose lane is closed is passed by, a company whose lane is closed as well.
 */
export async function claimEvents<Tables>(tx: Tx<Tables>, claim: Claim): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`${planOnce}
    with recursive waiting as (
      (select vasp_did from outbox.event where vasp_did > ${claim.after}
        order by vasp_did limit 1)
      union all
      select (select e.vasp_did from outbox.event e where e.vasp_did > waiting.vasp_did
        order by e.vasp_did limit 1)
      from waiting where waiting.vasp_did is not null
    ), company as materialized (
      select vasp_did from (
        select vasp_did from waiting
        where vasp_did is not null
          and not exists (select from outbox.lane l
            where l.vasp_did = waiting.vasp_did and l.object = '' and l.until > ${claim.now})
          and exists (select from outbox.event e where e.vasp_did = waiting.vasp_did
            and not exists (select from outbox.lane l where l.vasp_did = e.vasp_did
              and l.object = e.object and l.until > ${claim.now}))
        -- Keeps the lock behind the conditions: what is passed by is not locked.
        offset 0) able
      where pg_try_advisory_xact_lock(hashtextextended(vasp_did, 7206116284))
      limit ${claim.companies}::int
    ), next as materialized (
      select e.* from company cross join lateral (
        select vasp_did, position, object, id, type, payload,
          row_number() over (order by position) as turn
        from outbox.event e where e.vasp_did = company.vasp_did
          and not exists (select from outbox.lane l where l.vasp_did = e.vasp_did
            and l.object = e.object and l.until > ${claim.now})
        order by position
        limit (select greatest(1, ${claim.events}::int / count(*)) from company)) e
    ), taken as (
      insert into outbox.lane as l (vasp_did, object, until)
      select distinct vasp_did, object, ${claim.until}::timestamptz from next order by 1, 2
      on conflict (vasp_did, object) do update set until = excluded.until where l.until <= ${claim.now}
      returning vasp_did, object, tries
    )
    select next.vasp_did as company, next.position, next.object, next.id, next.type, next.payload,
      taken.tries, coalesce(whole.tries, 0) as "companyTries"
    from next join taken using (vasp_did, object)
    left join outbox.lane whole on whole.vasp_did = next.vasp_did and whole.object = ''
    cross join (select ${unhurried}) u
    order by next.turn, next.vasp_did`.execute(tx)
  return rows
}

/** What became of the events of one object that were in hand. */
export type Settlement = {
  readonly company: string
  readonly object: string
  /** The positions that were handed over. */
  readonly done: readonly number[]
  /** The `until` of the claim; an object that another relay has taken since stays as it is. */
  readonly claimed: Date
  /** Until when the object, or the whole company, waits because an event failed. */
  readonly wait: { readonly scope: 'object' | 'company'; readonly until: Date } | null
}

/** Forgets what was handed over, and opens or closes lanes; all of it in one statement. */
export async function settleEvents<Tables>(
  tx: Tx<Tables>,
  settlements: readonly Settlement[],
): Promise<void> {
  const done = settlements.flatMap(({ company, done }) =>
    done.map((position) => ({ company, position })),
  )
  const waits = settlements.flatMap(({ company, object, claimed, wait }) =>
    wait?.scope === 'object' ? [{ company, object, claimed, until: wait.until }] : [],
  )
  const open = settlements.filter(({ wait }) => wait?.scope !== 'object')
  const closed = new Map(
    settlements.flatMap(({ company, wait }) =>
      wait?.scope === 'company' ? [[company, wait.until] as const] : [],
    ),
  )
  const reached = settlements
    .filter(({ company, done }) => done.length > 0 && !closed.has(company))
    .map(({ company }) => company)
  await sql`${planOnce}
    with gone as (
      delete from outbox.event e using unnest(${done.map((one) => one.company)}::text[],
        ${done.map((one) => one.position)}::bigint[]) as d (vasp_did, position)
      where e.vasp_did = d.vasp_did and e.position = d.position
    ), opened as (
      delete from outbox.lane l using unnest(${open.map((one) => one.company)}::text[],
        ${open.map((one) => one.object)}::text[],
        ${open.map((one) => one.claimed)}::timestamptz[]) as o (vasp_did, object, claimed)
      where l.vasp_did = o.vasp_did and l.object = o.object and l.until = o.claimed
    ), waiting as (
      update outbox.lane l set until = w.until, tries = tries + 1
      from unnest(${waits.map((one) => one.company)}::text[],
        ${waits.map((one) => one.object)}::text[], ${waits.map((one) => one.claimed)}::timestamptz[],
        ${waits.map((one) => one.until)}::timestamptz[]) as w (vasp_did, object, claimed, until)
      where l.vasp_did = w.vasp_did and l.object = w.object and l.until = w.claimed
    ), reached as (
      delete from outbox.lane l using unnest(${reached}::text[]) as r (vasp_did)
      where l.vasp_did = r.vasp_did and l.object = ''
    ), closed as (
      insert into outbox.lane as l (vasp_did, object, until, tries)
      select vasp_did, '', until, 1 from unnest(${[...closed.keys()]}::text[],
        ${[...closed.values()]}::timestamptz[]) as c (vasp_did, until) order by 1
      on conflict (vasp_did, object) do update set until = excluded.until, tries = l.tries + 1
    )
    select ${unhurried}`.execute(tx)
}
