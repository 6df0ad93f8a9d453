import { sql } from 'kysely'
import { atEnd } from '../database/at-end.ts'
import type { Tx } from '../database/db.ts'

/** Who acts: the DID of a person, `client:ID` of a machine, or `system`; and in which request. */
export type Actor = { readonly did: string; readonly requestId?: string }

/** The service itself, when a clock or another system was the cause. */
export const system: Actor = { did: 'system' }

/** What was done. */
export type AuditEntry = {
  /** The company in whose chain it stands, or `network` for what belongs to none. */
  readonly company: string
  /** A dotted name, mostly the operation's, such as `vasp.update`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly object?: string
  /** Codes, names of fields and ids. Never personal data: a row cannot be erased. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/**
 * Adds a row to the company's audit chain, in the transaction of the change. It locks the chain until
 * the transaction ends: call it last, and for two companies in the order of their DIDs.
 */
export async function audit<Tables>(
  tx: Tx<Tables>,
  actor: Actor,
  at: Date,
  { company, action, object, detail = {} }: AuditEntry,
): Promise<void> {
  await atEnd(
    tx,
    sql`select audit.append(${company}, ${at}, ${actor.did}, ${action}, ${object ?? null},
      ${JSON.stringify(detail)}::jsonb, ${actor.requestId ?? null})`,
  )
}

/** Adds rows to one company's audit chain, in their order, as `audit` adds one. */
export async function auditAll<Tables>(
  tx: Tx<Tables>,
  actor: Actor,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ company, action, object, detail = {} }) => ({
    company,
    action,
    object,
    detail,
  }))
  await sql`select audit.append(e.row ->> 'company', ${at}, ${actor.did}, e.row ->> 'action', e.row ->> 'object',
      e.row -> 'detail', ${actor.requestId ?? null})
    from (select row from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e (row, no)
      order by no) e`.execute(tx)
}

/** What checking a chain found; `firstBad` is the first row that is not as it was written. */
export type ChainCheck = {
  readonly rows: number
  /** The hash of the chain's end, in hexadecimal. */
  readonly head: string | null
  readonly firstBad: { readonly number: number; readonly problem: ChainProblem } | null
}

/**
 * - `altered`: the row's content does not give its hash
 * - `missing`: there is no row of this number, though later ones are
 * - `unlinked`: the row does not name the hash of the one before
 * - `cut off`: the chain went on to this number at least
 */
export type ChainProblem = 'altered' | 'missing' | 'unlinked' | 'cut off'

/**
 * Computes a chain anew and compares, in one statement. Needs to see the company's rows and head.
 * Whoever deletes a whole chain together with its head leaves nothing to compare: keep `head` elsewhere.
 */
export async function verifyChain<Tables>(tx: Tx<Tables>, company: string): Promise<ChainCheck> {
  const { rows } = await sql<{
    rows: number
    head: string | null
    bad_number: number | null
    problem: ChainProblem | null
  }>`
    with linked as (
      select e.*, lag(e.number, 1, 0::bigint) over chain as number_before,
        lag(e.hash, 1, '\\x'::bytea) over chain as hash_before
      from audit.entry e where e.vasp_did = ${company} window chain as (order by e.number)
    ), judged as (
      select case when number <> number_before + 1 then number_before + 1 else number end as number,
        case when number <> number_before + 1 then 'missing'
          when hash <> audit.hash(previous_hash, vasp_did, number, at, actor, action, object, detail,
            request_id) then 'altered'
          when previous_hash <> hash_before then 'unlinked' end as problem
      from linked
    ), last as (
      select number, hash from linked order by number desc limit 1
    ), cut as (
      select coalesce(last.number, 0) + 1 as number, 'cut off' as problem
      from (select ${company}::text as vasp_did) one
      left join audit.head h on h.vasp_did = one.vasp_did left join last on true
      where coalesce(h.number, 0) > coalesce(last.number, 0)
      union all
      select last.number, 'altered' from last left join audit.head h on h.vasp_did = ${company}
      where h.hash is null or (h.number <= last.number and h.hash <> last.hash)
    )
    select (select count(*) from linked) as rows,
      (select encode(hash, 'hex') from last) as head, bad.number as bad_number, bad.problem
    from (select 1) one left join lateral (
      select * from judged where problem is not null union all select * from cut
      order by number limit 1
    ) bad on true`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('The check gave no answer')
  const { bad_number, problem } = found
  return {
    rows: found.rows,
    head: found.head,
    firstBad: bad_number === null || problem === null ? null : { number: bad_number, problem },
  }
}

/** The companies that have a chain, `network` among them. Only the owner sees them all. */
export async function findChains<Tables>(tx: Tx<Tables>): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select vasp_did as chain from audit.head union select vasp_did from audit.entry
    order by 1`.execute(tx)
  return rows.map(({ chain }) => chain)
}
