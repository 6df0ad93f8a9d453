import type { PersonalDataView } from '@countersign/contracts/transactions'
import { PersonalDataView as Shape } from '@countersign/contracts/transactions'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { findSide, noSuchTransfer } from '../transfer/index.ts'
import { findViews } from './view.store.ts'

/** How many views an answer has. */
const maxViews = 200

/** Who opened the personal data of a transfer: the company's own people, and other companies. @throws 404 */
export async function listViews(
  { tx, company, deps }: CompanyCall<TransactionsDeps, Caller, DB>,
  id: string,
): Promise<{ views: PersonalDataView[] }> {
  if (!(await findSide(tx, company, id))) throw noSuchTransfer()
  const views = await findViews(tx, company, deps.vault, { transferId: id }, maxViews)
  const companies = await deps.companies(tx, [...new Set(views.map(({ viewer }) => viewer))])
  const names = new Map(companies.map(({ did, name }) => [did, name]))
  const people = await deps.peopleOf(tx, company, [
    ...new Set(views.map(({ by }) => by).filter((by) => by !== null)),
  ])
  return {
    views: views.map((view) => ({
      id: view.id,
      transactionId: view.transferId,
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
