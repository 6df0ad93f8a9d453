import type { Drift, Reconciliation } from '@countersign/contracts/billing'
import { sql } from 'kysely'
import type { BillingTx } from '../tables.ts'

/** A difference as it is stored. */
export type DriftRow = Omit<Drift, 'name' | 'first_seen_at' | 'last_seen_at' | 'closed_at'> & {
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly closed: Date | null
  readonly place: string
}

const columns = sql`id, kind, payer_did as did, customer_id, to_char(day, 'YYYY-MM-DD') as day, ours, theirs,
  first_seen_at as "firstSeen", last_seen_at as "lastSeen", action, decided_by, reason, closed_at as closed,
  first_seen_at::text as place`

/** A page of differences, newest first. */
export async function findDrifts(
  tx: BillingTx,
  filter: {
    readonly isOpen: boolean
    readonly after: { readonly at: string; readonly id: string } | undefined
    readonly limit: number
  },
): Promise<readonly DriftRow[]> {
  const { isOpen, after, limit } = filter
  const { rows } = await sql<DriftRow>`
    select ${columns} from billing.drift
    where (closed_at is null) = ${isOpen}
      and (${after?.at ?? null}::timestamptz is null
        or (first_seen_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by first_seen_at desc, id desc limit ${limit}`.execute(tx)
  return rows
}

/** How many differences are open. */
export async function countOpen(tx: BillingTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from billing.drift where closed_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** One difference. */
export async function findDrift(tx: BillingTx, id: string): Promise<DriftRow | undefined> {
  const { rows } = await sql<DriftRow>`
    select ${columns} from billing.drift where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** An open difference, for this transaction alone. */
export async function lockDrift(tx: BillingTx, id: string): Promise<DriftRow | undefined> {
  const { rows } = await sql<DriftRow>`
    select ${columns} from billing.drift where id = ${id}::uuid and closed_at is null for update`.execute(
    tx,
  )
  return rows[0]
}

/** Keeps what the operator decided. What is sent again stays open until a comparison no longer finds it. */
export async function storeDecision(
  tx: BillingTx,
  id: string,
  {
    action,
    by,
    reason,
    at,
  }: { action: Drift['action']; by: string; reason: string | null; at: Date },
): Promise<DriftRow | undefined> {
  const { rows } = await sql<DriftRow>`
    update billing.drift set action = ${action}, decided_by = ${by}, reason = ${reason},
      closed_at = case ${action} when 'resent' then null else ${at}::timestamptz end
    where id = ${id}::uuid returning ${columns}`.execute(tx)
  return rows[0]
}

/** Has a day told again. @returns whether there is such a day */
export async function resendDay(tx: BillingTx, did: string, day: string, at: Date) {
  const { numAffectedRows } = await sql`
    update billing.usage_day set state = 'pending', revision = revision + 1, due_at = ${at},
      lease_until = null
    where vasp_did = ${did} and day = ${day}::date`.execute(tx)
  return numAffectedRows === 1n
}

type RunRow = {
  id: string
  did: string | null
  asked: Date
  started: Date | null
  finished: Date | null
  customers: number
  days: number
  drifts: number
  failed: number
}

const runColumns = sql`id, payer_did as did, asked_at as asked, started_at as started,
  finished_at as finished, customers, compared_days as days, drifts, failed`

const shownRun = (row: RunRow): Reconciliation => ({
  id: row.id,
  did: row.did,
  asked_at: row.asked.toISOString(),
  started_at: row.started?.toISOString() ?? null,
  finished_at: row.finished?.toISOString() ?? null,
  customers: row.customers,
  compared_days: row.days,
  drifts: row.drifts,
  failed: row.failed,
})

/** The newest comparisons. */
export async function findRuns(tx: BillingTx): Promise<Reconciliation[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from billing.reconciliation order by asked_at desc, id limit 10`.execute(
    tx,
  )
  return rows.map(shownRun)
}

/** Asks for a comparison; undefined while one of the same waits or runs. */
export async function askRun(
  tx: BillingTx,
  did: string | null,
  by: string,
  at: Date,
): Promise<Reconciliation | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('billing reconciliation', 0))`.execute(tx)
  const { rows } = await sql<RunRow>`
    insert into billing.reconciliation (asked_by, payer_did, asked_at)
    select ${by}, ${did}, ${at}
    where not exists (select from billing.reconciliation
      where payer_did is not distinct from ${did}::text and finished_at is null)
    returning ${runColumns}`.execute(tx)
  return rows[0] && shownRun(rows[0])
}
