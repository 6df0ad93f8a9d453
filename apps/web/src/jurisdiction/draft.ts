import {
  changedFacts,
  type Jurisdiction,
  type JurisdictionFacts,
} from '@countersign/contracts/trust'

/** What the form holds: texts as they are typed. */
export type Draft = Omit<
  JurisdictionFacts,
  'tiers' | 'since' | 'selfHosted' | 'note' | 'sourceUrl'
> & {
  readonly tiers: Readonly<Record<string, string>>[]
  /** Of all amounts. */
  readonly currency: string
  readonly since: string
  readonly selfHosted: string
  readonly note: string
  readonly sourceUrl: string
}

/** A form that nobody has filled in. */
export const emptyDraft: Draft = {
  name: '',
  countries: [],
  status: 'inForce',
  tiers: [],
  since: '',
  selfHosted: '',
  currency: '',
  note: '',
  confidence: 'medium',
  source: '',
  sourceUrl: '',
  verifiedAt: '',
}

/** Facts as the form shows them. */
export const draftOf = (facts: JurisdictionFacts): Draft => ({
  ...facts,
  since: facts.since ?? '',
  selfHosted: facts.selfHosted ?? '',
  note: facts.note ?? '',
  sourceUrl: facts.sourceUrl ?? '',
  currency: facts.tiers[0]?.currency ?? '',
  tiers: facts.tiers.map(({ comparator, amount, data, currency: _, ...more }) => ({
    comparator,
    amount: String(amount),
    data,
    more: JSON.stringify(more),
  })),
})

/** What the form has no fields for, and keeps. */
const forMachines = ({ selfHostedProofAbove, recordYears, mustReject, mustVerify }: Draft) => ({
  ...(selfHostedProofAbove && { selfHostedProofAbove }),
  ...(recordYears !== undefined && { recordYears }),
  ...(mustReject !== undefined && { mustReject }),
  ...(mustVerify !== undefined && { mustVerify }),
})

/** What the form states. An amount that is no number stays one that the server refuses. */
export function factsOf(draft: Draft): JurisdictionFacts {
  const text = (value: string) => value.trim() || null
  const { name, countries, status, confidence, verifiedAt } = draft
  return {
    name: name.trim(),
    countries,
    status,
    confidence,
    verifiedAt,
    source: draft.source.trim(),
    sourceUrl: text(draft.sourceUrl),
    since: text(draft.since),
    selfHosted: text(draft.selfHosted),
    note: text(draft.note),
    ...forMachines(draft),
    tiers: draft.tiers.map((tier) => ({
      comparator: tier.comparator === '>' ? '>' : '>=',
      amount: tier.amount?.trim() ? Number(tier.amount.replaceAll(/[\s,]/g, '')) : Number.NaN,
      currency: draft.currency.trim().toUpperCase(),
      data: (tier.data ?? '').trim(),
      // What a tier has beside its fields stays with its row.
      ...(tier.more && JSON.parse(tier.more)),
    })),
  }
}

/** Another admin's change merged under one's own: fields both changed, and the merged result. */
export function rebase(base: JurisdictionFacts, mine: JurisdictionFacts, theirs: Jurisdiction) {
  const own = new Set(changedFacts(base, mine))
  const clashes = changedFacts(base, theirs).filter(
    (name) => own.has(name) && changedFacts(mine, theirs).includes(name),
  )
  const kept = Object.fromEntries([...own].map((name) => [name, mine[name]]))
  return { clashes, merged: { ...theirs, ...kept } }
}
