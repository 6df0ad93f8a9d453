import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { saveSnooze } from './side.store.ts'

/** At most so far ahead. */
export const snoozeLimitMs = 30 * 86_400_000

/**
 * Hides transfers from the company's inbox until then, or until somebody acts on them. Those that are not the
 * company's are passed over.
 * @returns those that were found
 * @throws 422 for a time that is past, or too far ahead
 */
export async function snooze(
  { tx, company, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  { ids, until }: { readonly ids: readonly string[]; readonly until: string | null },
): Promise<{ ids: string[] }> {
  const when = until === null ? null : new Date(until)
  if (when && (when <= at || when.getTime() - at.getTime() > snoozeLimitMs))
    throw invalid(['body', 'until'], 'Choose a time within the next 30 days')
  return { ids: await saveSnooze(tx, company, ids, when) }
}
