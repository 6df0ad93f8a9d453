import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import type { Tree } from './leaf.ts'

/** The form in which TAIP-12 hashes a name: upper case, without white space. */
export const nameForm = (name: string): string => name.toUpperCase().replaceAll(/\s/g, '')

/** A name's hash by TAIP-12, hexadecimal. Whoever guesses the name can compute it: it hides nothing. */
export const nameHash = (name: string): string => bytesToHex(sha256(utf8ToBytes(nameForm(name))))

/** What stands for a name in a company's index, 32 bytes. Without the company's key nobody can try names. */
export function nameToken(blindKey: Uint8Array, name: string): Uint8Array {
  if (blindKey.length < 32) throw new Error('A blind key has 32 bytes or more')
  return hmac(sha256, blindKey, utf8ToBytes(nameForm(name)))
}

/** A name has no such sign, so that nobody is found by a date or a number that is somebody's name. */
const [birth, document] = ['\u0001', '\u0002']

/** By what somebody is looked for. */
export type Sought = {
  readonly name?: string | undefined
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string | undefined
  readonly document?: string | undefined
}

/** What is looked up for a person: all of it must be found. */
export const marksFor = ({ name, dateOfBirth, document: number }: Sought): string[] => [
  ...(name === undefined ? [] : [name]),
  ...(dateOfBirth === undefined ? [] : [birth + dateOfBirth]),
  ...(number === undefined ? [] : [document + number]),
]

const natural = z.object({
  primaryIdentifier: z.string(),
  secondaryIdentifier: z.optional(z.string()),
  naturalPersonNameIdentifierType: z.string(),
})
const legal = z.object({
  legalPersonName: z.string(),
  legalPersonNameIdentifierType: z.string(),
})
const named = <T extends z.ZodMiniType>(name: T) =>
  z.optional(
    z.object({
      name: z.object({ nameIdentifier: z.array(name) }),
      dateAndPlaceOfBirth: z.optional(z.object({ dateOfBirth: z.string() })),
      nationalIdentification: z.optional(z.object({ nationalIdentifier: z.string() })),
      customerIdentification: z.optional(z.string()),
    }),
  )
const Persons = z.optional(
  z.array(z.object({ naturalPerson: named(natural), legalPerson: named(legal) })),
)
const Parties = z.object({
  originator: z.optional(z.object({ originatorPerson: Persons })),
  beneficiary: z.optional(z.object({ beneficiaryPerson: Persons })),
})

/** Names by which people are looked for: legal, assumed, at birth. */
const kinds = new Set(['LEGL', 'ALIA', 'BIRT'])

type Part = { readonly part: string; readonly tree: Tree }

function personsIn({ part, tree }: Part) {
  if (part === 'COMMENTS') return []
  const { originator, beneficiary } = Parties.parse(tree)
  return [...(originator?.originatorPerson ?? []), ...(beneficiary?.beneficiaryPerson ?? [])]
}

/** Everything by which the customers in a part are found: names, birth dates, and numbers of documents. */
export function marksOf(of: Part): string[] {
  const more = personsIn(of).flatMap(({ naturalPerson, legalPerson }) =>
    [naturalPerson, legalPerson].flatMap((person) => [
      ...marksFor({ dateOfBirth: person?.dateAndPlaceOfBirth?.dateOfBirth }),
      ...marksFor({ document: person?.nationalIdentification?.nationalIdentifier }),
      ...marksFor({ document: person?.customerIdentification }),
    ]),
  )
  return [...new Set([...namesOf(of), ...more])]
}

/**
 * The names of the customers in a part of a transfer, each in both orders. Never those of the companies that
 * exchange it, nor any in comments.
 */
export function namesOf(of: Part): string[] {
  const names = personsIn(of).flatMap(({ naturalPerson, legalPerson }) => [
    ...(naturalPerson?.name.nameIdentifier ?? []).flatMap((one) => {
      const [last, first = ''] = [one.primaryIdentifier, one.secondaryIdentifier]
      const orders = [`${first} ${last}`, `${last} ${first}`]
      return kinds.has(one.naturalPersonNameIdentifierType) ? orders : []
    }),
    ...(legalPerson?.name.nameIdentifier ?? [])
      .filter((one) => kinds.has(one.legalPersonNameIdentifierType))
      .map((one) => one.legalPersonName),
  ])
  return names.filter((name) => nameForm(name) !== '')
}
