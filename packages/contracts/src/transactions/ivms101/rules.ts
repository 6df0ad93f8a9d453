import { isLei } from '../../trust/index.ts'
import { type Ivms101Issue, step } from './model.ts'
import { type Ivms101Reading, readIvms101 } from './read.ts'

/** What the rules need of the world. */
export type Ivms101Context = {
  /** The current day in UTC, e.g. `2026-11-22`. */
  readonly today: string
  /** Whether a code is on GLEIF's list of registration authorities; unknown codes only warn. */
  readonly isAuthority?: (code: string) => boolean
}

/** What may be said of a place: where it stands in the canonical tree, which rule, and in words. */
type Say = (pointer: string, rule: string, msg: string, severity?: Ivms101Issue['severity']) => void

type Node = Readonly<Record<string, unknown>>

/**
 * Reads a payload of any version and judges it by the rules C1 to C12 of IVMS101, beside its shape. An issue
 * points to the field as the sender spelt it; a field that is missing, to where it would stand.
 */
export function validateIvms101(
  input: Record<string, unknown>,
  context: Ivms101Context,
): Ivms101Reading {
  const reading = readIvms101(input)
  const issues = [...reading.issues]
  const faulty = new Set(issues.map(({ pointer }) => pointer))
  const say: Say = (pointer, rule, msg, severity = 'error') => {
    const own = sendersOwn(reading, pointer)
    // What could not be read was said already.
    if (!faulty.has(own)) issues.push({ pointer: own, rule, msg, severity })
  }
  const { tree } = reading
  judgeParty(tree, 'originator', context, say)
  judgeParty(tree, 'beneficiary', context, say)
  for (const name of ['originatingVASP', 'beneficiaryVASP'])
    judgePerson(tree[name], `/${name}`, context, say)
  judgePath(tree.transferPath, context, say)
  return { ...reading, issues }
}

/** A canonical pointer as the sender spells it, as far as its fields were there. */
function sendersOwn({ pointers }: Ivms101Reading, canonical: string): string {
  for (let end = canonical.length; end > 0; end = canonical.lastIndexOf('/', end - 1)) {
    const own = pointers.get(canonical.slice(0, end))
    if (own !== undefined) return own + canonical.slice(end)
  }
  return canonical
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodes = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : []
const textOf = (node: Node, name: string): string => String(node[name] ?? '')

function judgeParty(
  tree: Node,
  side: 'originator' | 'beneficiary',
  context: Ivms101Context,
  say: Say,
): void {
  const party = tree[side]
  if (!isNode(party)) return
  const name = `${side}Person`
  for (const [index, person] of nodes(party[name]).entries()) {
    const at = step(step(`/${side}`, name), index)
    judgePerson(person, at, context, say)
    if (side === 'originator') judgeOriginator(person, at, say)
  }
}

/** C1 and C4: an originator is more than a name. */
function judgeOriginator({ naturalPerson, legalPerson }: Node, at: string, say: Say): void {
  if (naturalPerson !== undefined && legalPerson !== undefined) return
  const has = (person: Node, ...names: readonly string[]) =>
    names.some((name) => person[name] !== undefined)
  if (
    isNode(naturalPerson) &&
    !has(
      naturalPerson,
      'geographicAddress',
      'customerIdentification',
      'nationalIdentification',
      'dateAndPlaceOfBirth',
    )
  )
    say(
      `${at}/naturalPerson`,
      'C1',
      'Add an address, a customer ID, a national ID, or the date and place of birth',
    )
  if (
    isNode(legalPerson) &&
    !has(legalPerson, 'customerIdentification', 'nationalIdentification') &&
    !nodes(legalPerson.geographicAddress).some(({ addressType }) => addressType === 'GEOG')
  )
    say(
      `${at}/legalPerson`,
      'C4',
      'Add an address of the type GEOG, a customer ID, or a national ID',
    )
}

function judgePerson(person: unknown, at: string, context: Ivms101Context, say: Say): void {
  if (!isNode(person)) return
  const { naturalPerson, legalPerson } = person
  // Both in one is a fault of its shape; what each lacks would only confuse.
  if (naturalPerson !== undefined && legalPerson !== undefined) return
  if (isNode(naturalPerson)) judgeNatural(naturalPerson, `${at}/naturalPerson`, context, say)
  if (isNode(legalPerson)) judgeLegal(legalPerson, `${at}/legalPerson`, context, say)
}

function judgeNatural(person: Node, at: string, { today }: Ivms101Context, say: Say): void {
  judgeNames(person, at, ['naturalPersonNameIdentifierType', 'C6'], say)
  judgeAddresses(person, at, say)
  const birth = person.dateAndPlaceOfBirth
  if (isNode(birth) && textOf(birth, 'dateOfBirth') >= today)
    say(`${at}/dateAndPlaceOfBirth/dateOfBirth`, 'C2', 'The date of birth must be in the past')
}

function judgeLegal(person: Node, at: string, context: Ivms101Context, say: Say): void {
  judgeNames(person, at, ['legalPersonNameIdentifierType', 'C5'], say)
  judgeAddresses(person, at, say)
  if (isNode(person.nationalIdentification))
    judgeRegistration(person.nationalIdentification, `${at}/nationalIdentification`, context, say)
}

/** C5 and C6: one of the names is the legal one. */
function judgeNames(
  { name }: Node,
  at: string,
  [type, rule]: readonly [string, string],
  say: Say,
): void {
  if (!isNode(name)) return
  const all = nodes(name.nameIdentifier)
  if (all.length > 0 && all.every((one) => one[type] !== 'LEGL'))
    say(`${at}/name/nameIdentifier`, rule, 'One of the names must be of the type LEGL')
}

/** C8, and the town that the standard's table asks for and its text does not. */
function judgeAddresses(person: Node, at: string, say: Say): void {
  for (const [index, address] of nodes(person.geographicAddress).entries()) {
    const where = step(`${at}/geographicAddress`, index)
    const hasHouse = address.buildingNumber !== undefined || address.buildingName !== undefined
    if (address.addressLine === undefined && !(address.streetName !== undefined && hasHouse))
      say(where, 'C8', 'Add address lines, or a street with the number or name of the building')
    if (address.townName === undefined)
      say(`${where}/townName`, 'TOWN', 'Most receivers expect a town', 'warning')
  }
}

const legalTypes: readonly string[] = ['RAID', 'MISC', 'LEIX', 'TXID']

/** C7, C9, C10 and C11: how a legal person is registered. */
function judgeRegistration(id: Node, at: string, { isAuthority }: Ivms101Context, say: Say): void {
  const type = textOf(id, 'nationalIdentifierType')
  const number = textOf(id, 'nationalIdentifier')
  const authority = id.registrationAuthority
  if (type && !legalTypes.includes(type))
    say(`${at}/nationalIdentifierType`, 'C7', `Must be one of ${legalTypes.join(', ')}`)
  if (id.countryOfIssue !== undefined)
    say(`${at}/countryOfIssue`, 'C9', 'A legal person’s ID has no country of issue')
  if (type === 'LEIX' && authority !== undefined)
    say(`${at}/registrationAuthority`, 'C9', 'An LEI has no registration authority')
  if (type !== 'LEIX' && authority === undefined)
    say(`${at}/registrationAuthority`, 'C9', 'Add the registration authority, such as RA000585')
  if (typeof authority === 'string' && type !== 'LEIX') {
    if (!/^RA\d{6}$/.test(authority))
      say(`${at}/registrationAuthority`, 'C10', 'Must be a code such as RA000585')
    else if (isAuthority && !isAuthority(authority))
      say(`${at}/registrationAuthority`, 'C10', 'GLEIF’s list has no such authority', 'warning')
  }
  if (type === 'LEIX') judgeLei(number, at, say)
}

function judgeLei(number: string, at: string, say: Say): void {
  const where = `${at}/nationalIdentifier`
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(number))
    say(where, 'C11', 'An LEI has 18 letters or digits and 2 check digits')
  // The standard's own example fails its checksum.
  else if (!isLei(number)) say(where, 'LEI_CHECKSUM', 'The LEI’s check digits don’t fit', 'warning')
}

/** C12: the path counts from 0, each number once. */
function judgePath(path: unknown, context: Ivms101Context, say: Say): void {
  if (!isNode(path)) return
  for (const [index, one] of nodes(path.transferPath).entries()) {
    const at = step('/transferPath/transferPath', index)
    judgePerson(one.intermediaryVASP, `${at}/intermediaryVASP`, context, say)
    if (Number.isInteger(one.sequence) && one.sequence !== index)
      say(`${at}/sequence`, 'C12', `Must be ${index}: the path counts from 0`)
  }
}
