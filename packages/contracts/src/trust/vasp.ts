import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'

/** What a regulator says of a company, as the network records it. */
export const regulatoryStatuses = [
  'Exempt',
  'No longer exempt',
  'Not Regulated',
  'No longer regulated',
  'Pending',
  'Regulated',
] as const

/** How far the internal admins have verified a company. */
export const verificationStatuses = [
  'UNVERIFIED',
  'SUBMITTED',
  'PENDING_REVIEW',
  'VERIFIED',
  'REJECTED',
  'EXPIRED',
  'SUSPENDED',
] as const

/** How far a company has rolled out the Travel Rule. */
export const compliancePhases = [
  'NOT_STARTED',
  'PREPARING',
  'SUNRISE',
  'ACTIVE',
  'ENFORCED',
] as const

/** Who may read a field of a company. */
type Visibility = 'public' | 'network' | 'members'

/** How a screen presents a field, and who may read it. */
type Presentation = { label: string; section: string; visibility: Visibility; hint?: string }
const shown = z.registry<Presentation>()

const text = (max = 256) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const country = () =>
  z.string().check(z.regex(/^[A-Z]{2}$/, 'Expected a two-letter country code such as SG'))
const website = () =>
  z
    .string()
    .check(
      z.maxLength(2048),
      z.regex(/^https?:\/\/[^\s]+$/, 'Expected an address with http or https'),
    )

function field<T extends z.ZodMiniType>(schema: T, presentation: Presentation) {
  shown.add(schema, presentation)
  return z.optional(z.nullable(schema))
}

/**
 * The fields that a company states of itself. Adding a descriptive one is a line here: storage,
 * validation, OpenAPI, client and the profile page follow from it. Null clears a field.
 */
export const Profile = z.object({
  name: field(text(120), { label: 'Name', section: 'Identity', visibility: 'public' }),
  legalName: field(text(), { label: 'Legal name', section: 'Identity', visibility: 'public' }),
  website: field(website(), { label: 'Website', section: 'Identity', visibility: 'public' }),
  description: field(text(2000), {
    label: 'Description',
    section: 'Identity',
    visibility: 'public',
    hint: 'What the company does, in a sentence or two',
  }),
  yearFounded: field(
    z.string().check(z.regex(/^(1[89]|20)\d\d$/, 'Expected a year such as 2018')),
    {
      label: 'Founded',
      section: 'Identity',
      visibility: 'network',
    },
  ),
  lei: field(
    z.string().check(z.regex(/^[A-Z0-9]{20}$/, 'Expected 20 capital letters and digits')),
    { label: 'Legal entity identifier', section: 'Identity', visibility: 'public' },
  ),
  jurisdictions: field(z.array(country()).check(z.minLength(1), z.maxLength(60)), {
    label: 'Jurisdictions',
    section: 'Regulation',
    visibility: 'public',
    hint: 'Two-letter codes of the countries where the company operates',
  }),
  division: field(
    z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Expected a code such as US-NY')),
    {
      label: 'Division',
      section: 'Regulation',
      visibility: 'public',
      hint: 'State or province where its rules differ',
    },
  ),
  regulatoryAuthorities: field(z.array(text()).check(z.maxLength(20)), {
    label: 'Regulators',
    section: 'Regulation',
    visibility: 'public',
  }),
  complianceContact: field(z.email().check(z.maxLength(254)), {
    label: 'Travel Rule contact',
    section: 'Contact',
    visibility: 'network',
    hint: 'An address that answers within one business day',
  }),
})
export type Profile = z.infer<typeof Profile>
export type ProfileField = keyof Profile

/** The names of the fields that a company edits itself, in the order of the page. */
export const profileFields = Object.keys(Profile.shape) as ProfileField[]

/** How a profile field is presented and who may read it. */
export function presentationOf(name: ProfileField): Presentation {
  const presentation = shown.get(Profile.shape[name].def.innerType.def.innerType)
  if (!presentation) throw new Error(`Profile field without presentation: ${name}`)
  return presentation
}

/** What the network, not the company, states: only an internal admin or the system changes it. */
const NetworkFields = z.object({
  did: Did,
  logo: z.nullable(z.string()),
  regulatoryStatus: z.nullable(z.enum(regulatoryStatuses)),
  verificationStatus: z.enum(verificationStatuses),
  hasAdmin: z.boolean(),
  isActiveReceiver: z.boolean(),
  isNotifiable: z.boolean(),
  compliancePhase: z.enum(compliancePhases),
  subsidiaryOf: z.nullable(Did),
  protocols: z.array(z.string()),
  updatedAt: Instant,
})

/** A company as members of the network see it. */
export const Vasp = z.extend(NetworkFields, {
  ...Profile.shape,
  name: z.string(),
  /** Field name to the DID of whoever asserted the present value. */
  issuers: z.record(z.string(), z.object({ issuerDid: z.string(), since: Instant })),
})
export type Vasp = z.infer<typeof Vasp>

/** A company in a list: without who asserted what. */
export const ListedVasp = z.omit(Vasp, { issuers: true })
export type ListedVasp = z.infer<typeof ListedVasp>

/** What anyone may read without signing in. Nothing else leaves the server for them. */
export const PublicVasp = z.pick(Vasp, {
  did: true,
  name: true,
  legalName: true,
  website: true,
  description: true,
  lei: true,
  logo: true,
  jurisdictions: true,
  division: true,
  regulatoryStatus: true,
  regulatoryAuthorities: true,
  verificationStatus: true,
  hasAdmin: true,
  isActiveReceiver: true,
  subsidiaryOf: true,
})
export type PublicVasp = z.infer<typeof PublicVasp>
