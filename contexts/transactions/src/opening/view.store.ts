import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import type { Viewed } from '../transfer/index.ts'

/** What the viewer's company alone knows of a view. The comment is sealed. */
export type OwnFacts = { readonly by: string; readonly comment: string | null }

/** Where a view's comment belongs: sealed elsewhere, it does not open. */
export const commentPlace = (company: string, object: string): string =>
  `transactions view ${company} ${object}`

/** What was opened: a transfer, or a customer by its key. */
const objectOf = (row: { transfer_id: string | null; customer_key: string | null }): string =>
  row.transfer_id ?? row.customer_key ?? ''

/** Views of one owner's parts of a transfer; `own` in the viewer's company alone. */
export type NotedViews = {
  readonly transferId: string
  readonly owner: string
  readonly viewed: Viewed
  readonly own: OwnFacts | null
}

/** Writes views into a company's log, once each. @returns how many were new */
export async function addViews(
  tx: TransactionsTx,
  company: string,
  noted: readonly NotedViews[],
): Promise<number> {
  const rows = noted.flatMap(({ transferId, owner, viewed: { views, ...viewed }, own }) =>
    views.map(({ id, part, version }) => ({
      id,
      transfer_id: transferId,
      part,
      version,
      viewer_did: viewed.viewer,
      owner_did: owner,
      by_did: own?.by ?? null,
      role: viewed.role,
      reason_code: viewed.reason,
      comment: own?.comment ?? null,
      how: viewed.how,
      at: viewed.at,
    })),
  )
  // The owner's step may run twice.
  const { rows: added } = await sql`
    insert into transactions.pii_view (vasp_did, id, transfer_id, part, version, viewer_did, owner_did, customer_key,
        by_did, role, reason_code, comment, how, at)
      select ${company}, v.id, v.transfer_id, v.part, v.version, v.viewer_did, v.owner_did, s.customer_key, v.by_did,
        v.role, v.reason_code, convert_to(v.comment, 'UTF8'), v.how, v.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) v (id text, transfer_id uuid, part text, version int,
        viewer_did text, owner_did text, by_did text, role text, reason_code text, comment text, how text,
        at timestamptz)
      left join transactions.side s on s.vasp_did = ${company} and s.transfer_id = v.transfer_id
        and v.owner_did = ${company}
    on conflict do nothing returning id`.execute(tx)
  return added.length
}

/** Notes that somebody of the company opened a customer's data outside a transfer. */
export const addCustomerView = (
  tx: TransactionsTx,
  company: string,
  customer: { readonly key: string; readonly version: number },
  {
    id,
    role,
    reason,
    at,
    own,
  }: Pick<Viewed, 'role' | 'reason'> & {
    readonly id: string
    readonly at: Date
    readonly own: OwnFacts
  },
): Promise<unknown> =>
  tx
    .insertInto('transactions.pii_view')
    .values({
      vasp_did: company,
      id,
      transfer_id: null,
      part: 'CUSTOMER',
      version: customer.version,
      viewer_did: company,
      owner_did: company,
      customer_key: customer.key,
      by_did: own.by,
      role,
      reason_code: reason,
      comment: own.comment === null ? null : Buffer.from(own.comment),
      how: 'CLICK',
      at,
    })
    .execute()

/** One look at one part, as a company reads it. `by` and `comment` are of its own people only. */
export type View = {
  readonly id: string
  readonly transferId: string | null
  readonly customerRef: string | null
  readonly part: string
  readonly version: number
  readonly viewer: string
  readonly owner: string
  readonly by: string | null
  readonly role: string
  readonly reason: string
  readonly comment: string | null
  readonly how: string
  readonly at: Date
}

/** Which views to list; `after` is the last one of the page before. */
export type ViewFilter = {
  readonly transferId?: string
  readonly customerKey?: string
  readonly owner?: string
  readonly viewer?: string
  readonly by?: string
  readonly from?: Date
  readonly to?: Date
  readonly after?: { readonly at: Date; readonly id: string }
}

/** Views in the company's log, latest first: of its data by both companies, and by its people of the other's. */
export async function findViews(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  filter: ViewFilter,
  limit: number,
): Promise<View[]> {
  const { transferId, customerKey, owner, viewer, by, from, to, after } = filter
  const rows = await tx
    .selectFrom('transactions.pii_view')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('transactions.customer as c')
        .select('c.ref')
        .where('c.vasp_did', '=', company)
        .whereRef('c.customer_key', '=', 'transactions.pii_view.customer_key')
        .as('customer_ref'),
    )
    .where('vasp_did', '=', company)
    .$if(transferId !== undefined, (q) => q.where('transfer_id', '=', transferId ?? ''))
    .$if(customerKey !== undefined, (q) => q.where('customer_key', '=', customerKey ?? ''))
    .$if(owner !== undefined, (q) => q.where('owner_did', '=', owner ?? ''))
    .$if(viewer !== undefined, (q) => q.where('viewer_did', '=', viewer ?? ''))
    .$if(by !== undefined, (q) => q.where('by_did', '=', by ?? ''))
    .$if(from !== undefined, (q) => q.where('at', '>=', from ?? null))
    .$if(to !== undefined, (q) => q.where('at', '<', to ?? null))
    .$if(after !== undefined, (q) =>
      q.where((where) =>
        where.or([
          where('at', '<', after?.at ?? null),
          where.and([where('at', '=', after?.at ?? null), where('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    transferId: row.transfer_id,
    customerRef: row.customer_ref,
    part: row.part,
    version: row.version,
    viewer: row.viewer_did,
    owner: row.owner_did,
    by: row.by_did,
    role: row.role,
    reason: row.reason_code,
    comment:
      row.comment && vault.open(row.comment.toString(), commentPlace(company, objectOf(row))),
    how: row.how,
    at: row.at,
  }))
}

/**
 * Seals comments on views under the server's current main secret: one page, in the order of their ids.
 * @param after the last id of the page before, or ''
 * @returns the page's last id, null where it was the last page, and how many were sealed anew
 */
export async function resealComments(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  after: string,
  limit: number,
): Promise<{ last: string | null; changed: number }> {
  const rows = await tx
    .selectFrom('transactions.pii_view')
    .select(['id', 'transfer_id', 'customer_key', 'comment'])
    .where('vasp_did', '=', company)
    .where('comment', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  let changed = 0
  for (const { id, comment, ...row } of rows) {
    const sealed = String(comment)
    if (vault.isCurrent(sealed)) continue
    const place = commentPlace(company, objectOf(row))
    await tx
      .updateTable('transactions.pii_view')
      .set({ comment: Buffer.from(vault.seal(vault.open(sealed, place), place)) })
      .where('vasp_did', '=', company)
      .where('id', '=', id)
      .execute()
    changed++
  }
  return { last: rows.length < limit ? null : (rows.at(-1)?.id ?? null), changed }
}
