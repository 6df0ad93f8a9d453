import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { saveAssignee } from './side.store.ts'

/**
 * Assigns transfers to one of the company's own people, or to nobody. Those that are not the company's are passed
 * over.
 * @returns those that were assigned
 */
export async function assign(
  { tx, company, deps }: CompanyCall<TransactionsDeps, Caller, DB>,
  { ids, assignee }: { readonly ids: readonly string[]; readonly assignee: string | null },
): Promise<{ ids: string[] }> {
  if (assignee !== null && !(await deps.peopleOf(tx, company, [assignee])).has(assignee))
    throw invalid(['body', 'assignee'], 'This person isn’t part of the company')
  return { ids: await saveAssignee(tx, company, ids, assignee) }
}
