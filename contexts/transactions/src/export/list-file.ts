import type { Input, OutgoingFile } from '@countersign/contracts'
import type { tx as contract } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { findPage, sourceOf, withFound } from '../list/index.ts'
import type { DB } from '../tables.gen.ts'
import { describe, type SideRow } from '../transfer/index.ts'
import { csvHead, csvLine } from './row.rules.ts'

/** The most transfers of a file that is made at once; an export has more. */
const maxRows = 5_000
/** So many are read at once. */
const atOnce = 1_000

/** A list as a file, without personal data. @throws 400 where it has too many transfers */
export async function listFile(
  { tx, company, deps, caller, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query }: Input<typeof contract.csv>,
): Promise<OutgoingFile> {
  const filters = await withFound(tx, company, { ...query, me: caller.viewer.did, now: at })
  const source = await sourceOf(tx, company, filters)
  const all: SideRow[] = []
  let after: Parameters<typeof findPage>[5]['after']
  do {
    const { sides, end } = await findPage(tx, company, filters, source, maxRows, { after })
    all.push(...sides)
    if (all.length > maxRows || (all.length === maxRows && end))
      throw fail('bad_request', 'More than 5,000 transfers match. Request an export.')
    after = end
  } while (after)
  let text = csvHead(false)
  for (let from = 0; from < all.length; from += atOnce)
    for (const row of await describe(deps, tx, company, all.slice(from, from + atOnce)))
      text += csvLine(row, false, query.zone)
  const bytes = Buffer.from(text)
  return {
    name: `transfers-${at.toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    size: bytes.length,
    bytes: (async function* () {
      yield bytes
    })(),
  }
}
