import {
  ProfileUpdate,
  type RegistryFields,
  regulatoryStatuses,
} from '@countersign/contracts/trust'
import * as z from 'zod/mini'

const shape: Readonly<Record<string, z.ZodMiniType>> = {
  ...ProfileUpdate.shape,
  regulatoryStatus: z.enum(regulatoryStatuses),
}

/** Of what a register says, the fields that a company of ours has and that fit their rules. */
export function fieldsOf(said: Readonly<Record<string, unknown>>): RegistryFields {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => {
      const schema = shape[name]
      if (!schema || value === null || value === undefined || value === '') return []
      const checked = z.safeParse(schema, value)
      return checked.success ? [[name, checked.data]] : []
    }),
  )
}

const text = z.nullish(z.string())
const Address = z.object({
  addressLines: z.nullish(z.array(z.string())),
  city: text,
  region: text,
  country: text,
  postalCode: text,
})

/** A record of the Global LEI index, as far as we read it. Nearly everything may be missing. */
export const LeiRecord = z.object({
  id: z.string(),
  attributes: z.object({
    lei: z.string(),
    entity: z.object({
      legalName: z.object({ name: z.string() }),
      otherNames: z.nullish(z.array(z.object({ name: z.string() }))),
      legalAddress: z.nullish(Address),
      registeredAs: text,
      jurisdiction: text,
      legalForm: z.nullish(z.object({ id: text })),
      status: text,
      creationDate: text,
    }),
    registration: z.object({ status: text, nextRenewalDate: text, corroborationLevel: text }),
  }),
})
export type LeiRecord = z.infer<typeof LeiRecord>

const instant = (value: string | null | undefined) =>
  value && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null

/** A record as fields of a company. */
export function leiFields({ attributes: { lei, entity } }: LeiRecord): RegistryFields {
  const { legalAddress: address, jurisdiction } = entity
  const [addressLine1, ...more] = address?.addressLines ?? []
  const region = address?.region ?? undefined
  return fieldsOf({
    lei,
    legalName: entity.legalName.name,
    otherNames: entity.otherNames?.map(({ name }) => name),
    incorporationCountry: jurisdiction?.slice(0, 2),
    // A jurisdiction such as US-CA names the state whose rules apply.
    division: jurisdiction?.includes('-') ? jurisdiction : undefined,
    addressLine1,
    addressLine2: more.join(', '),
    city: address?.city,
    state: region,
    postCode: address?.postalCode,
    country: address?.country,
    businessNumber: entity.registeredAs,
    identificationType: 'LEIX',
    identificationCountry: address?.country,
    legalStructure: entity.legalForm?.id,
    yearFounded: entity.creationDate?.slice(0, 4),
  })
}

/** What the wire shows of a record. */
export const leiFacts = (record: LeiRecord) => {
  const { lei, entity, registration } = record.attributes
  return {
    lei,
    legalName: entity.legalName.name,
    entityStatus: entity.status ?? 'NULL',
    registrationStatus: registration.status ?? 'UNKNOWN',
    nextRenewalDate: instant(registration.nextRenewalDate),
    corroborationLevel: registration.corroborationLevel ?? null,
    jurisdiction: entity.jurisdiction ?? null,
  }
}

/** An entry of a register of licences. */
export const LicenceEntry = z.object({
  externalId: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  legalName: z.nullable(z.string()),
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  regulator: z.nullable(z.string()),
  licenceNumber: z.nullable(z.string()),
  licenceStatus: z.nullable(z.enum(regulatoryStatuses)),
  website: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  asOf: z.nullable(z.string()),
})
export type LicenceEntry = z.infer<typeof LicenceEntry>

/** The names of an entry, in the order of the columns of a CSV file. */
export const licenceFields = Object.keys(LicenceEntry.shape)

/** An entry from whatever texts a source has; undefined when it has no id, name or country. */
export function licenceEntry(row: Readonly<Record<string, unknown>>): LicenceEntry | undefined {
  const texts = Object.fromEntries(
    licenceFields.map((name) => [name, typeof row[name] === 'string' ? row[name].trim() : '']),
  )
  const status = regulatoryStatuses.find(
    (one) => one.toLowerCase() === texts.licenceStatus?.toLowerCase(),
  )
  const checked = z.safeParse(LicenceEntry, {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value || null])),
    countryCode: texts.countryCode?.toUpperCase() ?? '',
    licenceStatus: status ?? null,
  })
  return checked.data
}

/** An entry as fields of a company. */
export const entryFields = (entry: LicenceEntry): RegistryFields =>
  fieldsOf({
    legalName: entry.legalName,
    website: entry.website,
    regulatoryAuthorities: entry.regulator ? [entry.regulator] : undefined,
    regulatoryStatus: entry.licenceStatus,
    certificates: entry.licenceNumber ? [entry.licenceNumber] : undefined,
  })

/** The rows of a CSV text by the names in its first line; quoted fields may hold commas and lines. */
export function csvRows(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  const token = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r?\n|$)/y
  const body = csv.replace(/^\uFEFF/, '')
  while (token.lastIndex < body.length) {
    const [, field = '', end] = token.exec(body) ?? []
    if (end === undefined) throw new Error('Not a CSV file: unexpected quote')
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end !== ',') rows.push([])
  }
  const [head = [], ...lines] = rows
  return lines
    .filter((line) => line.some((field) => field !== ''))
    .map((line) => Object.fromEntries(head.map((name, at) => [name.trim(), line[at] ?? ''])))
}
