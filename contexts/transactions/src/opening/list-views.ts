import type { Input } from '@countersign/contracts'
import type { tx as contract, PersonalDataView } from '@countersign/contracts/transactions'
import { PersonalDataView as Shape } from '@countersign/contracts/transactions'
import { cursorOf } from '@countersign/kit/cursor'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import { findCustomerKey, noSuchCustomer } from '../customer/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { findSide, noSuchTransfer } from '../transfer/index.ts'
import { findViews } from './view.store.ts'

const Place = z.object({ at: z.iso.datetime(), id: z.string() })
const dayMs = 86_400_000

/**
 * Who opened personal data, of a transfer or of all: the company's own people, and other companies.
 * @throws 404 for a transfer or customer that is not the company's
 */
export async function listViews(
  { tx, company, deps }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query }: Input<typeof contract.piiViews>,
): Promise<{ views: PersonalDataView[]; next: string | null }> {
  const { id, customerRef, viewerVASPdid, by, from, to, limit, cursor } = query
  if (id !== undefined && !(await findSide(tx, company, id))) throw noSuchTransfer()
  const customerKey =
    customerRef === undefined ? undefined : await findCustomerKey(tx, company, customerRef)
  if (customerKey === null) throw noSuchCustomer()
  const places = cursorOf(
    `views ${JSON.stringify([company, id, customerRef, viewerVASPdid, by, from, to])}`,
    Place,
  )
  const after = cursor === undefined ? undefined : places.read(deps.vault, cursor)
  const filter = {
    ...(id !== undefined && { transferId: id }),
    ...(customerKey !== undefined && { customerKey }),
    ...(viewerVASPdid !== undefined && { viewer: viewerVASPdid }),
    ...(by !== undefined && { by }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(new Date(to).getTime() + dayMs) }),
    ...(after && { after: { at: new Date(after.at), id: after.id } }),
  }
  const found = await findViews(tx, company, deps.vault, filter, limit + 1)
  const views = found.slice(0, limit)
  const last = found.length > limit ? views.at(-1) : undefined
  const companies = await deps.companies(tx, [...new Set(views.map(({ viewer }) => viewer))])
  const names = new Map(companies.map(({ did, name }) => [did, name]))
  const people = await deps.peopleOf(tx, company, [
    ...new Set(views.map(({ by }) => by).filter((by) => by !== null)),
  ])
  return {
    next: last ? places.write(deps.vault, { at: last.at.toISOString(), id: last.id }) : null,
    views: views.map((view) => ({
      id: view.id,
      transactionId: view.transferId,
      customerRef: view.customerRef,
      part: Shape.shape.part.parse(view.part),
      viewerVASPdid: view.viewer,
      viewerVASPname: names.get(view.viewer) ?? null,
      ownerVASPdid: view.owner,
      by: view.by,
      byName: view.by === null ? null : (people.get(view.by) ?? null),
      reason: view.reason,
      how: Shape.shape.how.parse(view.how),
      at: view.at.toISOString(),
    })),
  }
}
