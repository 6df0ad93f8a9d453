import {
  type CustomerItem,
  type Ivms101Person,
  validateIvms101,
} from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import { isAuthority, plainOf } from '../sealing/index.ts'

/** A customer's person as it was given: what is to be sealed, and what may be known without opening it. */
export type PersonIn = {
  readonly data: ReturnType<typeof plainOf>
  readonly kind: 'NATURAL' | 'LEGAL'
  readonly country: string | null
}

const within = '/beneficiary/beneficiaryPerson/0'

/** Reads an IVMS101 person by the rules for a beneficiary: a name, and whatever else is given in its right form. */
export function readPerson(
  given: Readonly<Record<string, unknown>>,
  at: Date,
): { readonly person: PersonIn | null; readonly issues: readonly Issue[] } {
  const reading = validateIvms101(
    {
      beneficiary: { beneficiaryPerson: [given] },
      payloadMetadata: { payloadVersion: '101.2023' },
    },
    { today: at.toISOString().slice(0, 10), isAuthority },
  )
  const issues = reading.issues
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, rule, msg }) => ({
      loc: [
        'body',
        'ivms101',
        ...(pointer.startsWith(within) ? pointer.slice(within.length) : '')
          .split('/')
          .filter(Boolean),
      ],
      msg,
      type: rule,
    }))
  if (issues.length > 0) return { person: null, issues }
  // What was read without a fault has the shape of the model.
  const { beneficiaryPerson } = reading.tree.beneficiary as { beneficiaryPerson: Ivms101Person[] }
  const [person = {}] = beneficiaryPerson
  const { naturalPerson, legalPerson } = person
  const country = naturalPerson?.countryOfResidence ?? legalPerson?.countryOfRegistration
  const home = (naturalPerson ?? legalPerson)?.geographicAddress?.[0]?.country
  return {
    issues,
    person: {
      data: plainOf(person),
      kind: naturalPerson ? 'NATURAL' : 'LEGAL',
      country: country ?? home ?? null,
    },
  }
}

const fields: Readonly<Record<string, CustomerItem>> = {
  name: 'NAME',
  geographicAddress: 'ADDRESS',
  nationalIdentification: 'NATIONAL_ID',
  customerIdentification: 'CUSTOMER_ID',
  dateAndPlaceOfBirth: 'BIRTH',
}

/** Which items a sealed person has: the names of its fields show it, or the shape of a tree that is sealed leaf by leaf. */
export function itemsOf(sealed: unknown): CustomerItem[] {
  const { fields: known, ...tree } = Object(sealed)
  const person: unknown = Object.values(known ?? tree)[0]
  const names = new Set(Array.isArray(person) ? person : Object.keys(Object(person)))
  return Object.entries(fields).flatMap(([name, item]) => (names.has(name) ? [item] : []))
}
