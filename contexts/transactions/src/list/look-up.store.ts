import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { lookUpKey } from '../transfer/index.ts'

/** What a text that is looked for comes to: some transfers, or all with some counterparties. */
export type Found = {
  readonly ids: readonly string[]
  readonly counterparties: readonly number[]
}

/** Transfers with this hash or address. */
export const idsOf = (company: string, kinds: readonly ('ADDRESS' | 'HASH')[], text: string) =>
  sql`select l.transfer_id from transactions.lookup l
    where l.vasp_did = ${company} and l.kind = any(${[...kinds]}::text[]) and l.key = ${lookUpKey(text)}`

/** A transfer with this hash or address. */
export const lookedUp = (...by: Parameters<typeof idsOf>) =>
  sql<SqlBool>`s.transfer_id in (${idsOf(...by)})`

/** A side `s` that was found. */
export function isFound({ ids, counterparties }: Found): RawBuilder<SqlBool> {
  const either = [
    ...(ids.length > 0 ? [sql`s.transfer_id = any(${[...ids]}::uuid[])`] : []),
    ...(counterparties.length > 0
      ? [sql`s.counterparty_no = any(${[...counterparties]}::int[])`]
      : []),
  ]
  return either.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(either, sql` or `)})`
}
