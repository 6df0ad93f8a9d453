import { type ExpressionBuilder, sql } from 'kysely'
import { says } from '../directory/index.ts'
import { vaspColumns } from '../profile/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TrustTx } from '../tables.ts'

type Eb = ExpressionBuilder<DB, 'trust.vasp'>

/** Which companies a group consists of. */
export type Group =
  | { readonly own: readonly string[] }
  | { readonly domain: string; readonly hasAdmin: boolean; readonly but: readonly string[] }

const inGroup = (group: Group) => (eb: Eb) =>
  'own' in group
    ? eb('vasp_did', '=', sql<string>`any(${[...group.own]}::text[])`)
    : eb.and([
        eb('email_domains', '@>', sql<string[]>`array[${group.domain}]::text[]`),
        eb('has_admin', '=', group.hasAdmin),
        eb('listing', 'in', ['pending', 'listed']),
        eb('vasp_did', '<>', sql<string>`all(${[...group.but]}::text[])`),
      ])

/** A page of a group, by name, with one company more than the page when there is more. */
export const findUserVasps = (
  tx: TrustTx,
  group: Group,
  page: {
    readonly q?: string | undefined
    readonly after?: readonly [sortName: string, did: string] | undefined
    readonly limit: number
  },
) => {
  const [sortName = '', did = ''] = page.after ?? []
  return tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, 'sort_name'])
    .where(inGroup(group))
    .$if(Boolean(page.q), (query) => query.where(says(page.q ?? '')))
    .$if(page.after !== undefined, (query) =>
      query.where(sql<boolean>`(sort_name, vasp_did) > (${sortName}, ${did})`),
    )
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .limit(page.limit + 1)
    .execute()
}
