import { dayText } from '@countersign/contracts'
import {
  type AmountBound,
  type JurisdictionFacts,
  type JurisdictionStatus,
  jurisdictionStatusLabels,
} from '@countersign/contracts/trust'
import { api, operationQuery } from '../api/index.ts'
import { numberText } from '../ui/language.ts'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { ExternalLink } from '../ui/value/link.tsx'
import { countryName } from './countries.ts'

/** Where the Travel Rule applies, with sources. */
export const jurisdictionsQuery = operationQuery(api.jurisdiction.list, {})

/** What the facts are called, in the order of the screens. */
export const factLabels: { readonly [N in keyof Required<JurisdictionFacts>]: string } = {
  name: 'Name',
  countries: 'Countries',
  status: 'Status',
  tiers: 'Amounts',
  since: 'Since',
  selfHosted: 'Self-hosted wallets',
  selfHostedProofAbove: 'Proof of ownership',
  recordYears: 'Years records must be kept',
  mustReject: 'Incomplete transfers must be refused',
  mustVerify: 'Originators must be verified',
  note: 'Note',
  confidence: 'Confidence',
  source: 'Source',
  sourceUrl: 'Source URL',
  verifiedAt: 'Last checked',
}

/** How sure the network is, in words. */
export const confidenceLabels: { readonly [C in JurisdictionFacts['confidence']]: string } = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

const tones: Record<JurisdictionStatus, BadgeTone> = {
  inForce: 'success',
  gracePeriodOngoing: 'warning',
  limitedScope: 'warning',
  plansAnnounced: 'info',
  notAvailable: 'outline',
}

/** Whether the Travel Rule applies, in a word. */
export const RuleBadge = ({ status }: { status: JurisdictionStatus }) => (
  <Badge tone={tones[status]}>{jurisdictionStatusLabels[status]}</Badge>
)

/** `SGD 1,500 and above`. */
export function tierText({ comparator, amount, currency }: AmountBound): string {
  if (amount === 0 && comparator === '>=') return `Every transfer (${currency})`
  const money = `${currency} ${numberText(amount)}`
  return comparator === '>=' ? `${money} and above` : `Above ${money}`
}

/** A fact as text, for histories and files. */
export function factText(name: keyof JurisdictionFacts, facts: JurisdictionFacts): string {
  if (name === 'countries') return facts.countries.map(countryName).join(', ') || 'none'
  if (name === 'status') return jurisdictionStatusLabels[facts.status]
  if (name === 'tiers')
    return facts.tiers.map((tier) => `${tierText(tier)}: ${tier.data}`).join('; ') || 'none'
  if (name === 'confidence') return confidenceLabels[facts.confidence]
  if (name === 'verifiedAt') return dayText(facts.verifiedAt)
  if (name === 'selfHostedProofAbove') return facts[name] ? tierText(facts[name]) : 'not known'
  const value = facts[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined ? 'not known' : String(value ?? 'none')
}

/** Where the facts come from and when they were last compared with it. */
export function RuleSource({ rule }: { rule: JurisdictionFacts }) {
  return (
    <>
      {rule.sourceUrl ? (
        <ExternalLink href={rule.sourceUrl}>{rule.source}</ExternalLink>
      ) : (
        rule.source
      )}
      <span className="block text-xs text-muted">Checked on {dayText(rule.verifiedAt)}</span>
    </>
  )
}
