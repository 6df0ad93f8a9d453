import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingProvider } from '../provider/index.ts'
import type { BillingTx } from '../tables.ts'

/** Who is billed for a company, as it is stored. */
export type EntityRow = {
  readonly sealed: string
  readonly revision: number
  readonly sentRevision: number
  readonly updatedAt: Date
}

/** Who is billed for a company, where somebody has entered it. */
export async function findEntity<T>(tx: Tx<T>, did: string): Promise<EntityRow | undefined> {
  const { rows } = await sql<EntityRow>`
    select sealed, revision, sent_revision as "sentRevision", updated_at as "updatedAt"
    from billing.entity where vasp_did = ${did}`.execute(tx)
  return rows[0]
}

/** Keeps who is billed, to be told to the provider at once. */
export const storeEntity = (tx: BillingTx, did: string, sealed: string, at: Date) =>
  sql`insert into billing.entity (vasp_did, sealed, updated_at, due_at)
    values (${did}, ${sealed}, ${at}, ${at})
    on conflict (vasp_did) do update set sealed = excluded.sealed, revision = entity.revision + 1,
      updated_at = excluded.updated_at, due_at = excluded.due_at, attempts = 0`.execute(tx)

/** Companies for which somebody has entered who is billed; null where the database has no billing. For the relay. */
export async function findEntityOwners<T>(tx: Tx<T>): Promise<string[] | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('billing.entity') is not null as there`.execute(tx)
  if (!rows[0]?.there) return null
  const owners = await sql<{ did: string }>`
    select vasp_did as did from billing.entity order by vasp_did`.execute(tx)
  return owners.rows.map(({ did }) => did)
}

/** Keeps the same sealed anew, unless it was changed meanwhile. @returns how many were kept */
export async function storeResealed<T>(
  tx: Tx<T>,
  did: string,
  before: string,
  sealed: string,
): Promise<number> {
  const { numAffectedRows } = await sql`update billing.entity set sealed = ${sealed}
    where vasp_did = ${did} and sealed = ${before}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** An entity that the provider has to be told, with its customer. */
export type Untold = { readonly did: string; readonly customer: string }

/** The oldest of those; who isn't a customer yet is told when it has become one. Each is put off for a minute. */
export async function takeUntold<T>(
  tx: Tx<T>,
  provider: BillingProvider['name'],
  now: Date,
  limit: number,
): Promise<readonly Untold[]> {
  const { rows } = await sql<Untold>`
    with due as (
      select e.vasp_did, c.customer_id from billing.entity e
      join billing.customer c on c.vasp_did = e.vasp_did and c.provider = ${provider}
      where (e.revision > e.sent_revision or e.sent_customer is distinct from c.customer_id)
        and e.due_at <= ${now}
      order by e.due_at limit ${limit} for update of e skip locked
    )
    update billing.entity e set attempts = attempts + 1,
      due_at = ${now}::timestamptz + least(60 * 2 ^ least(attempts, 6), 3600) * interval '1 second'
    from due where e.vasp_did = due.vasp_did
    returning e.vasp_did as did, due.customer_id as customer`.execute(tx)
  return rows
}

/** Notes which revision a customer has at the provider. One that was entered meanwhile stays to be told. */
export const storeTold = <T>(
  tx: Tx<T>,
  { did, customer }: Untold,
  { revision, now }: { revision: number; now: Date },
) =>
  sql`update billing.entity set sent_revision = greatest(sent_revision, ${revision}::int),
      sent_customer = ${customer}, attempts = 0,
      due_at = ${now} where vasp_did = ${did}`.execute(tx)
