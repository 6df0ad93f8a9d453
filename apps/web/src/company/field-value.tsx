import type { ProfileField, Vasp } from '@countersign/contracts/trust'
import { countryName } from '../jurisdiction/index.ts'
import { ExternalLink } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

const mono: ReadonlySet<ProfileField> = new Set(['lei', 'pii_didkey', 'businessNumber'])
const countries: ReadonlySet<ProfileField> = new Set([
  'country',
  'incorporationCountry',
  'identificationCountry',
])

/** A profile value as people read it. */
export function FieldValue({ name, value }: { name: ProfileField; value: unknown }) {
  if (value === null || value === undefined) return <span className="text-muted">Not provided</span>
  if (name === 'website' && typeof value === 'string')
    return <ExternalLink href={value}>{value.replace(/^https?:\/\//, '')}</ExternalLink>
  if (mono.has(name)) return <span className="font-mono text-sm">{String(value)}</span>
  if (typeof value === 'string' && countries.has(name)) return <>{countryName(value)}</>
  if (Array.isArray(value))
    return <>{value.map((one) => (name === 'jurisdictions' ? countryName(one) : one)).join(', ')}</>
  return <span className="whitespace-pre-line">{String(value)}</span>
}

/** Who asserted a value and since when; nothing where the viewer may not know. */
export function Issuer({ of, field }: { of: Partial<Vasp>; field: ProfileField }) {
  const claim = of.issuers?.[field]
  if (!claim) return null
  return (
    <span className="block text-xs text-muted">
      {claim.issuerDid === of.did ? 'Stated by the company' : `Stated by ${claim.issuerDid}`}{' '}
      <Time value={claim.since} />
    </span>
  )
}
