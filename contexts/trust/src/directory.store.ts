import type { DirectoryQuery } from '@countersign/contracts/trust'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from './tables.gen.ts'
import type { TrustTx } from './tables.ts'
import { vaspColumns } from './vasp.store.ts'

/** A place between two rows of the directory's order, and the direction of travel from there. */
export type Place = {
  readonly rank: number
  readonly sortName: string
  readonly did: string
  readonly direction: 'next' | 'previous'
}

type Eb = ExpressionBuilder<DB, 'trust.vasp'>

const escaped = (text: string) => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')

/** Names that begin with the words come first. Without words the order is that of the index. */
const rankOf = (q: string | undefined) =>
  q ? sql<number>`case when sort_name like ${`${escaped(q)}%`} then 0 else 1 end` : undefined

const verified = (eb: Eb) => eb('verification_status', '=', 'VERIFIED')

const badgeConditions = {
  verified,
  claimed: (eb: Eb) => eb('has_admin', '=', true),
  in_network: (eb: Eb) => eb('is_active_receiver', '=', true),
  super_vasp: (eb: Eb) =>
    eb.and([verified(eb), eb('has_admin', '=', true), eb('is_active_receiver', '=', true)]),
} as const

const matching = (query: DirectoryQuery) => (eb: Eb) =>
  eb.and([
    ...(query.q ? [eb('search_text', 'like', `%${escaped(query.q)}%`)] : []),
    ...(query.jurisdictions?.length
      ? [eb('jurisdictions', '&&', sql<string[]>`${query.jurisdictions}::text[]`)]
      : []),
    ...(query.badge ? [badgeConditions[query.badge](eb)] : []),
    ...(query.regulatoryStatus ? [eb('regulatory_status', '=', query.regulatoryStatus)] : []),
    ...(query.listingType === 'all' ? [] : [eb('subsidiary_of', 'is', null)]),
  ])

/** A page of companies in the directory's order, with one row more than the page when there is more. */
export async function findDirectoryPage(tx: TrustTx, query: DirectoryQuery, place?: Place) {
  const rank = rankOf(query.q)
  const back = place?.direction === 'previous'
  const keys = [...(rank ? [rank] : []), sql.ref('sort_name'), sql.ref('vasp_did')]
  let rows = tx
    .selectFrom('trust.vasp')
    .select([...vaspColumns, 'sort_name', (rank ?? sql<number>`0`).as('rank')])
    .where(matching(query))
    .limit(query.per_page + 1)
  for (const key of keys) rows = rows.orderBy(key, back ? 'desc' : 'asc')
  if (place) {
    const there = [...(rank ? [sql`${place.rank}::int`] : []), place.sortName, place.did]
    const sign = sql.raw(back ? '<' : '>')
    rows = rows.where(sql<boolean>`(${sql.join(keys)}) ${sign} (${sql.join(there)})`)
  }
  return rows.execute()
}

/** How many companies match, all pages together. */
export async function countDirectory(tx: TrustTx, query: DirectoryQuery): Promise<number> {
  const { total } = await tx
    .selectFrom('trust.vasp')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matching(query))
    .executeTakeFirstOrThrow()
  return total
}
