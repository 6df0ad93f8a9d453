import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** How many differences with the provider are open, by kind. Runs as the relay. */
export async function countOpenDrift<T>(tx: Tx<T>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from billing.drift where closed_at is null
    group by kind order by kind`.execute(tx)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}
