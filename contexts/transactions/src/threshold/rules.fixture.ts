import { readFileSync } from 'node:fs'
import type { Rule } from './tier.rules.ts'

const file = new URL('../../../trust/data/jurisdiction-requirements.json', import.meta.url)
const requirements: {
  readonly [id: string]: {
    readonly tiers: readonly Omit<Rule['tiers'][number], 'data'>[]
    readonly selfHosted?: { readonly proofAbove: NonNullable<Rule['selfHostedProofAbove']> }
  }
} = JSON.parse(readFileSync(file, 'utf8'))

const countries: { readonly [id: string]: string[] } = {
  ...{ FATF: [], EU: ['LT', 'DE', 'FR'], 'KY-VG-BM': ['KY', 'VG', 'BM'] },
}
const statuses: { readonly [id: string]: Rule['status'] } = {
  ...{ FATF: 'limitedScope', BR: 'gracePeriodOngoing', AR: 'plansAnnounced' },
}

/** The jurisdictions as they are seeded, as far as transfers need them. */
export const rules: readonly Rule[] = Object.entries(requirements).map(
  ([id, { tiers, selfHosted }]) => ({
    ...{ id, version: 1, countries: countries[id] ?? [id], status: statuses[id] ?? 'inForce' },
    confidence: id === 'TW' ? 'low' : 'high',
    ...{ source: `The law of ${id}`, sourceUrl: null },
    tiers: tiers.map((tier) => ({ ...tier, data: 'x' })),
    ...(selfHosted && { selfHostedProofAbove: selfHosted.proofAbove }),
  }),
)
