import * as z from 'zod/mini'
import { Email, Line } from '../common.ts'

/** Who may read a field of a company: anyone, members of the network, or the company's own people alone. */
export const visibilities = ['public', 'network', 'members'] as const
export type Visibility = (typeof visibilities)[number]

/** How a screen presents a field, and who may read it. */
export type Presentation<V extends Visibility = Visibility> = {
  label: string
  section: Section
  visibility: V
  hint?: string
}

/** The sections of a company's page, in their order. */
export const profileSections = [
  'Identity',
  'Regulation',
  'Registration',
  'Address',
  'Travel Rule',
  'Contact',
  'Services',
] as const
type Section = (typeof profileSections)[number]

/** What a company does for its customers. */
export const serviceTypes = [
  'Exchange',
  'Custodian',
  'Broker',
  'OTC desk',
  'Payments',
  'Wallet',
  'Kiosk',
  'DeFi front end',
] as const

const shown = z.registry<Presentation>()

const text = (max = 256) => Line(max)
const country = () =>
  z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter a two-letter country code such as SG'))
/** An address as people type it, with its scheme: `lindenpay.example` is at `https://`. */
export const fullAddress = (text: string): string => {
  const typed = text.trim()
  return /^[^\s/:@]+\.[^\s/:@]+(\/\S*)?$/.test(typed) ? `https://${typed}` : typed
}

const website = () =>
  z
    .string()
    .check(
      z.maxLength(2048),
      z.regex(/^https?:\/\/[^\s]+$/, 'Enter an address that starts with http:// or https://'),
    )
const texts = (most: number) => z.array(text()).check(z.maxLength(most))

/** A field whose readers the type knows too. */
type Field<T extends z.ZodMiniType, V extends Visibility> = z.ZodMiniOptional<
  z.ZodMiniNullable<T>
> & { readonly readBy?: V }

function field<T extends z.ZodMiniType, V extends Visibility>(
  schema: T,
  presentation: Presentation<V>,
): Field<T, V> {
  shown.add(schema, presentation)
  return z.optional(z.nullable(schema))
}

/** A field's line: label, section, who reads it, hint. */
const open = (section: Section, label: string, hint?: string): Presentation<'public'> => ({
  label,
  section,
  visibility: 'public',
  ...(hint && { hint }),
})
const network = (section: Section, label: string, hint?: string): Presentation<'network'> => ({
  ...open(section, label, hint),
  visibility: 'network',
})

const protocolHint = 'Your address or identifier in this protocol'

/**
 * The fields that a company states of itself. Adding a descriptive one is a line here: storage,
 * validation, OpenAPI, client and the profile page follow from it. Null clears a field.
 */
export const Profile = z.object({
  name: field(text(120), open('Identity', 'Name')),
  legalName: field(text(), open('Identity', 'Legal name')),
  otherNames: field(texts(20), open('Identity', 'Other names', 'Trade names, former names')),
  website: field(website(), open('Identity', 'Website')),
  description: field(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    open('Identity', 'Description', 'What the company does, in a sentence or two'),
  ),
  yearFounded: field(
    z.string().check(z.regex(/^(1[89]|20)\d\d$/, 'Enter a year such as 2018')),
    network('Identity', 'Founded'),
  ),
  lei: field(
    z.string().check(z.regex(/^[A-Z0-9]{20}$/, 'Enter 20 capital letters and digits')),
    open('Identity', 'Legal entity identifier'),
  ),
  jurisdictions: field(
    z.array(country()).check(z.minLength(1), z.maxLength(60)),
    open('Regulation', 'Jurisdictions', 'Two-letter codes of countries where the company operates'),
  ),
  division: field(
    z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Enter a code such as US-NY')),
    open('Regulation', 'Division', 'State or province, if its rules differ'),
  ),
  regulatoryAuthorities: field(texts(20), open('Regulation', 'Regulators')),
  certificates: field(
    texts(20),
    open('Regulation', 'Licences and certificates', 'Number or name, and who issued it'),
  ),
  legalStructure: field(text(120), network('Registration', 'Legal form')),
  incorporationCountry: field(country(), open('Registration', 'Incorporated in')),
  businessNumber: field(text(64), network('Registration', 'Company number')),
  identificationType: field(
    z.string().check(z.regex(/^[A-Z]{4}$/, 'Enter an IVMS101 code such as RAID or LEIX')),
    network('Registration', 'Identifier type', 'IVMS101 code such as RAID, TXID or LEIX'),
  ),
  identificationCountry: field(country(), network('Registration', 'Identifier country')),
  street: field(text(), network('Address', 'Street')),
  number: field(text(32), network('Address', 'Number')),
  unit: field(text(32), network('Address', 'Unit')),
  addressLine1: field(text(), network('Address', 'Address line 1')),
  addressLine2: field(text(), network('Address', 'Address line 2')),
  postCode: field(text(16), network('Address', 'Post code')),
  city: field(text(120), network('Address', 'City')),
  state: field(text(120), network('Address', 'State')),
  country: field(country(), open('Address', 'Country')),
  pii_didkey: field(
    z.string().check(z.maxLength(256), z.regex(/^did:key:\S+$/, 'Enter a did:key')),
    network(
      'Travel Rule',
      'Key for personal data',
      'Public key used to encrypt personal data for you',
    ),
  ),
  ivmsVersion: field(z.enum(['2020', '2023']), network('Travel Rule', 'IVMS101 version')),
  travelRule_TRP: field(text(), network('Travel Rule', 'TRP', protocolHint)),
  travelRule_TRLIGHT: field(text(), network('Travel Rule', 'TRLight', protocolHint)),
  travelRule_OPENVASP: field(text(), network('Travel Rule', 'OpenVASP', protocolHint)),
  travelRule_SYGNA: field(text(), network('Travel Rule', 'Sygna', protocolHint)),
  travelRule_TRISA: field(text(), network('Travel Rule', 'TRISA', protocolHint)),
  travelRule_SHYFT: field(text(), network('Travel Rule', 'Shyft', protocolHint)),
  travelRule_USTRAVELRULEWG: field(text(), network('Travel Rule', 'USTRWG', protocolHint)),
  travelRule_EMAIL: field(Email(), network('Travel Rule', 'Email', 'For email messages')),
  complianceContact: field(
    Email(),
    network('Contact', 'Travel Rule contact', 'An address that replies within one business day'),
  ),
  technicalContact: field(Email(), network('Contact', 'Technical contact')),
  administrativeContact: field(Email(), network('Contact', 'Administrative contact')),
  legalContact: field(Email(), network('Contact', 'Legal contact')),
  billingContact: field(Email(), {
    ...network('Contact', 'Billing contact', 'Visible only to your members and the network'),
    visibility: 'members',
  }),
  serviceTypes: field(
    z.array(z.enum(serviceTypes)).check(z.maxLength(serviceTypes.length)),
    open('Services', 'Services', `Any of: ${serviceTypes.join(', ')}`),
  ),
  supportedAssets: field(texts(200), network('Services', 'Assets', 'For example BTC, ETH, USDC')),
  chainalysisName: field(
    text(120),
    network(
      'Services',
      'Blockchain analytics name',
      'Your name at Chainalysis and similar providers',
    ),
  ),
})
export type Profile = z.infer<typeof Profile>
export type ProfileField = keyof Profile

const names: readonly string[] = Object.keys(Profile.shape)

/** Whether a company states this field of itself. */
export const isProfileField = (name: string): name is ProfileField => names.includes(name)

/** The names of the fields that a company edits itself, in the order of the page. */
export const profileFields: readonly ProfileField[] = names.filter(isProfileField)

const schemaOf = (name: ProfileField): z.core.$ZodType =>
  Profile.shape[name].def.innerType.def.innerType

/** Whether a field holds several values. */
export const isListField = (name: ProfileField): boolean =>
  schemaOf(name) instanceof z.core.$ZodArray

/** How a profile field is presented and who may read it. */
export function presentationOf(name: ProfileField): Presentation {
  const presentation = shown.get(Profile.shape[name].def.innerType.def.innerType)
  if (!presentation) throw new Error(`Profile field without presentation: ${name}`)
  return presentation
}
