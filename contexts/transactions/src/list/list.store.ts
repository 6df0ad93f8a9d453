import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { readSide, type SideRow } from '../transfer/index.ts'
import { inScope, scopeOf } from './cells.store.ts'
import { withFound } from './found.store.ts'
import { daysOf, type Filters, narrowed, sectionAt } from './narrowing.store.ts'

/** A company's transfers that the filters leave, of all. For what runs in the background, and is read to its end. */
const filtered = async (tx: TransactionsTx, company: string, asked: Filters) => {
  const filters = await withFound(tx, company, asked)
  const scope = await scopeOf(tx, company, filters)
  const conditions = [inScope(scope), ...daysOf(filters), ...narrowed(company, filters)]
  return tx
    .selectFrom('transactions.side as s')
    .where('s.vasp_did', '=', company)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
}

/** The transfers that the filters leave, the oldest first: at most `limit`. */
export async function findIds(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  limit: number,
): Promise<string[]> {
  const rows = await (await filtered(tx, company, filters))
    .select('s.transfer_id')
    .orderBy('s.created_at')
    .orderBy('s.transfer_id')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id }) => transfer_id)
}

/** Where a page of an export ends. */
export type ExportPlace = { readonly at: string; readonly id: string }

/** What a page of an export is read from. */
export type ExportPage = {
  readonly filters: Filters
  /** Those created until then. */
  readonly asOf: Date
  readonly after: ExportPlace | undefined
  readonly limit: number
}

/** The sides `s` of a page, the oldest first, to choose columns of. Not planned as a part of what they are joined to. */
export const oldestSides = async (
  tx: TransactionsTx,
  company: string,
  { filters, asOf, after, limit }: ExportPage,
) =>
  (await filtered(tx, company, filters))
    .where('s.created_at', '<=', asOf)
    .$if(after !== undefined, (page) =>
      page.where(
        sql<boolean>`(s.created_at, s.transfer_id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('s.created_at')
    .orderBy('s.transfer_id')
    .limit(limit)

/** A page of the transfers that the filters leave. */
export async function findOldest(
  tx: TransactionsTx,
  company: string,
  page: ExportPage,
): Promise<{ sides: SideRow[]; last: ExportPlace | undefined }> {
  const rows = await (await oldestSides(tx, company, page))
    .selectAll('s')
    .select(sql<string>`s.created_at::text`.as('place'))
    .execute()
  const end = rows.at(-1)
  return { sides: rows.map(readSide), last: end && { at: end.place, id: end.transfer_id } }
}

/** How many transfers the filters leave that were created until `asOf`. */
export async function countUntil(
  tx: TransactionsTx,
  company: string,
  filters: Filters,
  asOf: Date,
): Promise<number> {
  const { n } = await (await filtered(tx, company, filters))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('s.created_at', '<=', asOf)
    .executeTakeFirstOrThrow()
  return n
}

/** What waits for a company, by section. */
export const countSections = (tx: TransactionsTx, company: string, now: Date) =>
  tx
    .selectFrom('transactions.side as s')
    .select(sectionAt(now).as('section'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .select(sql<number>`count(*) filter (where due_at < ${now})`.as('overdue'))
    .select(sql<number>`count(*) filter (where assignee is null)`.as('unassigned'))
    .where('vasp_did', '=', company)
    .where('waits_for', '=', 'us')
    .where((where) =>
      where.or([where('snoozed_until', 'is', null), where('snoozed_until', '<=', now)]),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()

/** A company's transfers by direction and status, from the counters and what they have not counted yet. */
export const countStatuses = async (tx: TransactionsTx, company: string) => {
  const { rows } = await sql<{ direction: string; status: string; n: number }>`
    select c.direction, c.status, sum(k.n)::bigint as n from transactions.cell c
    join (select no, n from transactions.cell_count where vasp_did = ${company}
      union all select to_no, 1 from transactions.cell_delta
        where vasp_did = ${company} and to_no is not null
      union all select from_no, -1 from transactions.cell_delta
        where vasp_did = ${company} and from_no is not null) k on k.no = c.no
    where c.vasp_did = ${company} group by c.direction, c.status having sum(k.n) > 0
    order by c.direction, c.status`.execute(tx)
  return rows
}
