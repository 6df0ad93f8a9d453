import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { Notice } from './notice.rules.ts'

/** Companies of whose subscription there may be something to tell, in the order of their DIDs. */
export async function findSubscribed<T>(tx: Tx<T>, after: string, limit: number) {
  const { rows } = await sql<{ did: string }>`
    select s.vasp_did as did from billing.subscription s
    left join billing.notice n on n.vasp_did = s.vasp_did and n.kind = 'updated'
    where s.vasp_did > ${after}
      and (s.status = 'past_due' or s.ends_at is not null or n.mark is null
        or not starts_with(n.mark, s.plan || ' ' || s.status || ' '))
    order by s.vasp_did limit ${limit}`.execute(tx)
  return rows.map(({ did }) => did)
}

/** What of the limits is looked for. */
type Near = {
  readonly after: string
  readonly at: Date
  readonly month: { readonly start: Date; readonly end: Date }
  /** Fewer units are near no limit. */
  readonly least: number
  /** Plans without a limit. */
  readonly unlimited: readonly string[]
  readonly limit: number
}

/** Companies that may be near a limit of this month, and don’t know yet that they have reached it. */
export async function findNearLimit<T>(
  tx: Tx<T>,
  { after, at, month, least, unlimited, limit }: Near,
): Promise<readonly string[]> {
  // Companies of the ledger are found one after another through its key: it may have millions of rows.
  const { rows } = await sql<{ did: string }>`
    with recursive sender (did) as (
      (select vasp_did from billing.usage_event where vasp_did > ${after} order by vasp_did limit 1)
      union all
      select (select vasp_did from billing.usage_event where vasp_did > sender.did order by vasp_did limit 1)
      from sender where sender.did is not null
    ), known as (
      select did from sender where did is not null
      -- Who pays for others need not send anything itself.
      union select payer_did from billing.payer where payer_did > ${after}
    )
    select did from known
    where not exists (select from billing.notice n where n.vasp_did = did and n.kind = 'limit_reached'
        and n.mark = to_char(${month.start}::timestamptz at time zone 'UTC', 'YYYY-MM'))
      and not exists (select from billing.subscription s where s.vasp_did = billing.payer_on(did, ${at})
        and s.status in ('active', 'trialing', 'in_trial') and s.plan = any(${[...unlimited]}::text[]))
      and (select coalesce(sum(units), 0) from billing.usage_event e where e.payer_did = billing.payer_on(did, ${at})
        and occurred_at >= ${month.start} and occurred_at < ${month.end}) >= ${least}
    order by did limit ${limit}`.execute(tx)
  return rows.map(({ did }) => did)
}

/** What a company was told last of a kind, until the transaction ends for this caller alone. */
async function lockMark<T>(tx: Tx<T>, did: string, kind: Notice['kind']) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing notice ${did}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ mark: string }>`
    select mark from billing.notice where vasp_did = ${did} and kind = ${kind}`.execute(tx)
  return rows[0]?.mark ?? null
}

/** Notes that a company is told. @returns what it was told before, or undefined where it knows already */
export async function noteTold<T>(
  tx: Tx<T>,
  did: string,
  { kind, mark }: Notice,
  at: Date,
): Promise<{ readonly before: string | null } | undefined> {
  const before = await lockMark(tx, did, kind)
  if (before === mark) return undefined
  await sql`insert into billing.notice (vasp_did, kind, mark, told_at) values (${did}, ${kind}, ${mark}, ${at})
    on conflict (vasp_did, kind) do update set mark = excluded.mark, told_at = excluded.told_at`.execute(
    tx,
  )
  return { before }
}
