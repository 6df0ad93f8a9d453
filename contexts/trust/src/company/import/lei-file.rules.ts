import { isLei } from '@countersign/contracts/trust'
import * as z from 'zod/mini'
import { LeiRecord } from '../../registry/index.ts'

/** A value by its name in GLEIF's golden copy, such as `Entity.LegalAddress.City`; empty when absent. */
type Golden = (name: string) => string

/** Values that are numbered, such as `…AdditionalAddressLine.1`; there is no gap in them. */
function numbered(golden: Golden, name: string): string[] {
  const found = []
  for (let n = 1; golden(`${name}.${n}`) !== ''; n++) found.push(golden(`${name}.${n}`))
  return found
}

/** A record of the golden copy, whose CSV and JSON use the same names (LEI-CDF). */
const fromGolden = (golden: Golden) => ({
  id: golden('LEI'),
  attributes: {
    lei: golden('LEI'),
    entity: {
      legalName: { name: golden('Entity.LegalName') },
      otherNames: numbered(golden, 'Entity.OtherEntityNames.OtherEntityName').map((name) => ({
        name,
      })),
      legalAddress: {
        addressLines: [
          golden('Entity.LegalAddress.FirstAddressLine'),
          ...numbered(golden, 'Entity.LegalAddress.AdditionalAddressLine'),
        ],
        city: golden('Entity.LegalAddress.City'),
        region: golden('Entity.LegalAddress.Region'),
        country: golden('Entity.LegalAddress.Country'),
        postalCode: golden('Entity.LegalAddress.PostalCode'),
      },
      registeredAs: golden('Entity.RegistrationAuthority.RegistrationAuthorityEntityID'),
      jurisdiction: golden('Entity.LegalJurisdiction'),
      legalForm: { id: golden('Entity.LegalForm.EntityLegalFormCode') },
      status: golden('Entity.EntityStatus') || null,
      creationDate: golden('Entity.EntityCreationDate'),
    },
    registration: {
      status: golden('Registration.RegistrationStatus') || null,
      nextRenewalDate: golden('Registration.NextRenewalDate'),
      corroborationLevel: golden('Registration.ValidationSources') || null,
    },
  },
})

/** The columns without which a file is not GLEIF's. */
export const isGolden = (columns: readonly string[]): boolean =>
  columns.includes('LEI') && columns.includes('Entity.LegalName')

/** A row of the golden copy's CSV. */
export const goldenRow = (columns: ReadonlyMap<string, number>, cells: readonly string[]) =>
  fromGolden((name) => cells[columns.get(name) ?? -1] ?? '')

/** A record of JSON: GLEIF's API has our shape, its golden copy writes each text as `{"$": text}`. */
export function goldenRecord(record: unknown): unknown {
  if (Object.hasOwn(Object(record), 'attributes')) return record
  return fromGolden((name) => {
    let found: unknown = record
    for (const part of name.split('.')) {
      // A single value stands without a list.
      const inList = Array.isArray(found) ? found : [found]
      found = /^\d+$/.test(part)
        ? inList[Number(part) - 1]
        : Object.hasOwn(Object(found), part)
          ? Reflect.get(Object(found), part)
          : undefined
    }
    const { $ } = Object(found)
    return typeof $ === 'string' ? $.trim() : ''
  })
}

/** Registrations that stand for nobody any more. A lapsed one still names its entity. */
const ended = ['ANNULLED', 'CANCELLED', 'DUPLICATE', 'MERGED', 'RETIRED']

/** A record that a company can be made of, or why not. */
export function usableRecord(
  given: unknown,
): { readonly record: LeiRecord } | { readonly field: string | null; readonly reason: string } {
  const { data: record } = z.safeParse(LeiRecord, given)
  if (!record) return { field: null, reason: 'This isn’t a GLEIF record' }
  const { lei, entity, registration } = record.attributes
  if (!isLei(lei))
    return { field: 'lei', reason: 'This is not a valid LEI (20 characters, wrong check digits)' }
  if (entity.status === 'INACTIVE')
    return { field: null, reason: 'The entity is inactive at GLEIF' }
  if (ended.includes(registration.status ?? ''))
    return { field: 'lei', reason: `The LEI is ${registration.status?.toLowerCase()} at GLEIF` }
  return { record }
}
