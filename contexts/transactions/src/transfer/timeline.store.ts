import {
  type Act,
  ActedBy,
  Action,
  ReasonCode,
  Side,
  Status,
} from '@countersign/contracts/transactions'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { addCounted, isCounted } from './outcome.store.ts'

/** An act in a company's timeline. Only its own people are named. */
export type ActFacts = {
  readonly at: Date
  readonly side: Side
  readonly action: Act['action']
  readonly by: ActedBy
  readonly did: string | null
  /** The company that acted; null: the system or the network. */
  readonly company: string | null
  readonly from: Status | null
  readonly to: Status
  readonly version: number
  readonly reason: ReasonCode | null
  readonly rule?: { readonly id: string; readonly version: number } | undefined
}

/** An act as it stands in a company's timeline. */
export const actRow = <Seq>(company: string, id: string, seq: Seq, act: ActFacts) => ({
  vasp_did: company,
  transfer_id: id,
  seq,
  at: act.at,
  side: act.side,
  action: act.action,
  by_kind: act.by,
  by_did: act.did,
  company_did: act.company,
  from_status: act.from,
  to_status: act.to,
  version: act.version,
  reason_code: act.reason,
  rule_id: act.rule?.id ?? null,
  rule_version: act.rule?.version ?? null,
})

/** Adds acts to a company's timeline. Its side of the transfer must be held: acts are numbered. */
export async function addActs(
  tx: TransactionsTx,
  company: string,
  id: string,
  acts: readonly ActFacts[],
): Promise<void> {
  const last = sql`(select coalesce(max(seq), 0) from transactions.act
    where vasp_did = ${company} and transfer_id = ${id})`
  const added = tx
    .insertInto('transactions.act')
    .values(acts.map((act, n) => actRow(company, id, sql<number>`${last} + ${n + 1}::int`, act)))
  if (acts.some(({ from, to }) => from !== to && isCounted(to)))
    await addCounted(tx, company, id, added)
  else await added.execute()
}

/** Whether nothing but the release of the data has happened since a version, as far as the company has followed. */
export async function onlyReleasedSince(
  tx: TransactionsTx,
  company: string,
  id: string,
  version: number,
): Promise<boolean> {
  const since = await tx
    .selectFrom('transactions.act')
    .select(['action', 'by_kind'])
    .where('vasp_did', '=', company)
    .where('transfer_id', '=', id)
    .where('version', '>', version)
    .execute()
  return (
    since.length > 0 &&
    since.every(({ action, by_kind }) => action === 'release' && by_kind === 'SYSTEM')
  )
}

/** What the rule of an act was called then. */
const ruleName = sql`case when a.rule_id is not null then (select rule ->> 'name' from transactions.rule_set s,
    jsonb_array_elements((s.body -> 'incoming') || (s.body -> 'outgoing')) rule
  where s.vasp_did = a.vasp_did and s.version = a.rule_version and rule ->> 'id' = a.rule_id
  limit 1) end`

/** A company's timeline of these transfers, the newest `limit` acts of each, or those before one, oldest first. */
export async function findActs(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  limit: number,
  before = 2 ** 31 - 1,
): Promise<ReadonlyMap<string, Act[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Selectable<DB['transactions.act']> & { rule_name: string | null }>`
    select a.*, ${ruleName} as rule_name from unnest(${[...ids]}::uuid[]) one (id)
    cross join lateral (select * from transactions.act newest
      where newest.vasp_did = ${company} and newest.transfer_id = one.id
        and newest.seq < ${before}
      order by newest.seq desc limit ${limit}) a
    order by a.transfer_id, a.seq`.execute(tx)
  const acts = rows.map((row): [string, Act] => [
    row.transfer_id,
    {
      seq: row.seq,
      at: row.at.toISOString(),
      side: Side.parse(row.side),
      action:
        row.action === 'create' || row.action === 'notify' ? row.action : Action.parse(row.action),
      by: {
        kind: ActedBy.parse(row.by_kind),
        did: row.by_did,
        name: null,
        company: row.company_did,
      },
      from: row.from_status === null ? null : Status.parse(row.from_status),
      to: Status.parse(row.to_status),
      version: row.version,
      reasonCode: row.reason_code === null ? null : ReasonCode.parse(row.reason_code),
      rule:
        row.rule_id === null || row.rule_version === null
          ? null
          : { id: row.rule_id, name: row.rule_name, ruleVersion: row.rule_version },
      second: null,
    },
  ])
  return new Map(
    [...Map.groupBy(acts, ([id]) => id)].map(([id, of]) => [id, of.map(([, act]) => act)]),
  )
}
