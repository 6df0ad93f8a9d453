import { textArray } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Which version of a customer there is. A reference alone has none: version 0. */
export type CustomerVersion = {
  readonly ref: string
  readonly key: string
  readonly version: number
  readonly isSealed: boolean
}

/**
 * What there is of customers of these references. Each is looked up by its key: nothing tells the planner how few of a
 * large table a list of references finds, and it would read the table whole for each page of a file.
 * @param hold whether they are held until the transaction ends
 */
export async function findVersions(
  tx: TransactionsTx,
  company: string,
  refs: readonly string[],
  hold = false,
): Promise<ReadonlyMap<string, CustomerVersion>> {
  const { rows } = await sql<CustomerVersion>`
    select c.ref, c.customer_key as key, c.version, c.kind is not null as "isSealed"
    from unnest(${textArray(refs.toSorted())}::text[]) as g (ref),
      lateral (select ref, customer_key, version, kind from transactions.customer
        where vasp_did = ${company} and ref = g.ref limit 1 ${hold ? sql`for update` : sql``}) c`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.ref, row]))
}
