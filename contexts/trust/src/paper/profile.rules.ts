import { instantWords, type PdfBlock, type PdfModel } from '@countersign/contracts/report'
import {
  badgeFacts,
  badges,
  countryName,
  type ListedVasp,
  type ProfileField,
  presentationOf,
  profileFields,
  profileSections,
} from '@countersign/contracts/trust'

/** Who stated a field, and when. */
export type Stated = {
  readonly field: string
  readonly issuer: string
  readonly since: string
}

/** A company as members of the network see it, with where its facts come from. */
export type StatedProfile = { readonly vasp: ListedVasp; readonly stated: readonly Stated[] }

const countries: ReadonlySet<string> = new Set([
  'jurisdictions',
  'incorporationCountry',
  'identificationCountry',
  'country',
])

function valueText(field: ProfileField, value: unknown): string {
  const words = (one: unknown) => (countries.has(field) ? countryName(String(one)) : String(one))
  return Array.isArray(value) ? value.map(words).join(', ') : words(value)
}

const stateWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the network itself says of a company. */
export const standingFacts = (vasp: ListedVasp): readonly (readonly [string, string])[] => [
  ['Company', vasp.name],
  ['DID', vasp.did],
  ['LEI', vasp.lei ?? '–'],
  ['Verification', stateWords(vasp.verificationStatus)],
  [
    'Badges',
    badges(badgeFacts(vasp))
      .filter(({ active }) => active)
      .map(({ name }) => name)
      .join(', ') || 'None',
  ],
  ['Regulatory status', vasp.regulatoryStatus ?? 'Not recorded'],
  ['Jurisdictions', vasp.jurisdictions?.map(countryName).join(', ') || '–'],
]

/** A company's profile, each fact with who stated it. */
export function profileModel(owner: string, { vasp, stated }: StatedProfile): PdfModel {
  const sourceOf = new Map(stated.map((one) => [one.field, one]))
  const sourceWords = (field: string): [string, string] => {
    const source = sourceOf.get(field)
    if (!source) return ['–', '–']
    const by =
      source.issuer === vasp.did
        ? 'The company'
        : source.issuer.startsWith('did:')
          ? 'The network'
          : source.issuer
    return [by, instantWords(source.since)]
  }
  const sections = profileSections.flatMap((section): PdfBlock[] => {
    const rows = profileFields.flatMap((field) => {
      const { label, section: own, visibility } = presentationOf(field)
      const value: unknown = Reflect.get(vasp, field)
      if (own !== section || visibility === 'members' || value === null || value === undefined)
        return []
      return [[label, valueText(field, value), ...sourceWords(field)]]
    })
    if (rows.length === 0) return []
    return [
      { type: 'heading', text: section },
      {
        type: 'table',
        columns: ['Field', 'Value', 'Stated by', 'Since'],
        widths: [1.1, 2, 0.9, 1.2],
        rows,
      },
    ]
  })
  return {
    title: 'Company profile',
    owner,
    blocks: [{ type: 'facts', rows: standingFacts(vasp) }, ...sections],
  }
}
