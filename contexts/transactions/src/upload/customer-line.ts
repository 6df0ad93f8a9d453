import { CustomerRef, customerTagLimit } from '@countersign/contracts/transactions'
import { type PersonIn, readPerson, tagsOf } from '../customer/index.ts'
import { badReference } from './address-line.ts'
import type { Columns, Line } from './columns.ts'

type Column =
  | 'customerRef'
  | 'kind'
  | 'name'
  | 'firstName'
  | 'country'
  | 'address'
  | 'dateOfBirth'
  | 'placeOfBirth'
  | 'customerId'
  | 'tags'

/** The columns of a file of customers. */
export const customerColumns: Columns<Column> = {
  names: {
    customerref: 'customerRef',
    customer_ref: 'customerRef',
    kind: 'kind',
    name: 'name',
    firstname: 'firstName',
    country: 'country',
    address: 'address',
    dateofbirth: 'dateOfBirth',
    placeofbirth: 'placeOfBirth',
    customerid: 'customerId',
    tags: 'tags',
  },
  needed: [['customerRef'], ['name']],
}

/** A customer as a line has it: the person, and the tags. */
export type CustomerLine = {
  readonly line: number
  readonly ref: string
  readonly person: PersonIn
  readonly tags: readonly string[]
}

/** The customer of a line, or what is wrong with it. No message repeats what the line says. */
export function readCustomerLine({ line, cells }: Line<Column>, at: Date): CustomerLine | string {
  const ref = cells.customerRef ?? ''
  if (!CustomerRef.safeParse(ref).success) return badReference
  const kind = (cells.kind || 'NATURAL').toUpperCase()
  if (kind !== 'NATURAL' && kind !== 'LEGAL') return 'The kind is NATURAL or LEGAL'
  if (!cells.name) return 'The name is missing'
  const tags = tagsOf((cells.tags ?? '').split('|').flatMap((tag) => tag.trim() || []))
  if (tags.length > customerTagLimit || tags.some((tag) => tag.length > 40))
    return `Give at most ${customerTagLimit} tags of up to 40 characters`
  const ivms101 = kind === 'NATURAL' ? naturalOf(cells) : legalOf(cells)
  const { person, issues } = readPerson(ivms101, at)
  const [issue] = issues
  if (person) return { line, ref, person, tags }
  return issue ? `${String(issue.loc.at(-1))}: ${issue.msg}` : 'This person isn’t valid'
}

type Cells = Line<Column>['cells']

const addressOf = ({ address, country }: Cells) =>
  address ? { geographicAddress: [{ addressType: 'GEOG', addressLine: [address], country }] } : {}

const naturalOf = (cells: Cells) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: cells.name,
          ...(cells.firstName && { secondaryIdentifier: cells.firstName }),
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    ...addressOf(cells),
    ...(cells.customerId && { customerIdentification: cells.customerId }),
    ...((cells.dateOfBirth || cells.placeOfBirth) && {
      dateAndPlaceOfBirth: { dateOfBirth: cells.dateOfBirth, placeOfBirth: cells.placeOfBirth },
    }),
    ...(cells.country && { countryOfResidence: cells.country }),
  },
})

const legalOf = (cells: Cells) => ({
  legalPerson: {
    name: {
      nameIdentifier: [{ legalPersonName: cells.name, legalPersonNameIdentifierType: 'LEGL' }],
    },
    ...addressOf(cells),
    ...(cells.customerId && { customerIdentification: cells.customerId }),
    ...(cells.country && { countryOfRegistration: cells.country }),
  },
})
