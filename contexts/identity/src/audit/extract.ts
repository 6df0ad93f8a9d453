import type { PdfModel, PdfSubjectOf } from '@countersign/contracts/report'
import { instantWords } from '@countersign/contracts/report'
import { verifyChain } from '@countersign/kit/audit'
import { invalid } from '@countersign/kit/errors'
import type { Deps } from '../handlers.ts'
import { findExtract, findPeopleNames } from './audit.store.ts'

/** The most rows of one extract. */
const limit = 5_000
const dayMs = 86_400_000

const problems = {
  altered: 'was altered',
  missing: 'is missing',
  unlinked: 'does not link to the one before',
  'cut off': 'was cut off',
} as const

/**
 * A company's activity of some days with the hashes of its chain.
 * @throws 422 for more rows than one document can hold
 */
export async function auditExtract(
  { database, companies }: Pick<Deps, 'database' | 'companies'>,
  company: string,
  { from, to }: PdfSubjectOf<'audit'>,
): Promise<PdfModel> {
  const begin = new Date(`${from}T00:00:00Z`)
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + dayMs)
  return database.withTenant(company, async (tx) => {
    const rows = await findExtract(tx, company, begin, end, limit + 1)
    if (rows.length > limit)
      throw invalid(['body', 'subject', 'from'], 'Choose fewer days: these have over 5,000 entries')
    const { firstBad } = await verifyChain(tx, company)
    const dids = [...new Set(rows.flatMap(({ actor }) => (actor.startsWith('did:') ? actor : [])))]
    const names = await findPeopleNames(tx, dids)
    const [own] = await companies.find(tx, [company])
    return {
      title: 'Audit extract',
      owner: own?.name ?? company,
      blocks: [
        {
          type: 'facts',
          rows: [
            ['Company', company],
            ['Days', `${from} to ${to} (UTC)`],
            ['Entries', String(rows.length)],
            [
              'Chain',
              firstBad
                ? `Broken: entry ${firstBad.number} ${problems[firstBad.problem]}`
                : 'Verified: every entry is as it was written',
            ],
          ],
        },
        {
          type: 'table',
          columns: ['No.', 'When', 'Who', 'What', 'Hash'],
          widths: [0.5, 1.3, 1.2, 1.7, 1.3],
          rows: rows.map((row) => [
            String(row.number),
            instantWords(row.at.toISOString()),
            names[row.actor] ?? row.actor,
            row.object === null ? row.action : `${row.action}\n${row.object}`,
            row.hash.toString('hex'),
          ]),
        },
      ],
    }
  })
}
