import {
  type CreateIn,
  type Ivms101,
  type Ivms101Person,
  validateIvms101,
} from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import type { Parties, PartyFacts } from '../threshold/index.ts'
import type { Tree } from './leaf.ts'
import type { PlainPart } from './part-key.store.ts'
import { isAuthority } from './registration-authorities.ts'

/** The personal data of a request: what is to be sealed, which items it has, and what is wrong with it. */
export type PersonalDataIn = {
  readonly parts: readonly PlainPart[]
  readonly parties: Parties
  readonly issues: readonly Issue[]
}

/**
 * Reads the IVMS101 of a request, in whichever of its three shapes.
 * @param hasOrigin whether the address is known that the coins leave: it stands for the originator's account
 */
export function readPersonalData(
  { ivms101, originator, beneficiary }: Pick<CreateIn, 'ivms101' | 'originator' | 'beneficiary'>,
  hasOrigin: boolean,
  at: Date,
): PersonalDataIn {
  const given = ivms101 ?? halves(originator, beneficiary)
  const none = { person: [], account: false }
  if (given === undefined)
    return { parts: [], parties: partiesOf(none, none, hasOrigin), issues: [] }
  if (!isObject(given))
    return {
      parts: [],
      parties: partiesOf(none, none, hasOrigin),
      issues: [{ loc: ['body', 'ivms101'], msg: 'Expected an IVMS101 payload', type: 'TYPE' }],
    }
  const reading = validateIvms101(given, { today: dayOf(at), isAuthority })
  const faults = reading.issues.filter(({ severity }) => severity === 'error')
  // What was read without a fault has the shape of the model.
  const tree = reading.tree as Ivms101
  const where = ivms101 === undefined ? [] : ['ivms101']
  const issues = faults.map(({ pointer, rule, msg }) => ({
    loc: ['body', ...where, ...pointer.split('/').slice(1)],
    msg,
    type: rule,
  }))
  if (issues.length > 0) return { parts: [], parties: partiesOf(none, none, hasOrigin), issues }
  const from = {
    person: tree.originator?.originatorPerson ?? [],
    account: has(tree.originator?.accountNumber),
  }
  const to = {
    person: tree.beneficiary?.beneficiaryPerson ?? [],
    account: has(tree.beneficiary?.accountNumber),
  }
  const parties = partiesOf(from, to, hasOrigin)
  const { originator: sender, originatingVASP, transferPath } = tree
  const { beneficiary: receiver, beneficiaryVASP } = tree
  return {
    parties,
    issues,
    parts: [
      ...part('ORIGINATOR', { originator: sender, originatingVASP, transferPath }, parties),
      ...part('BENEFICIARY', { beneficiary: receiver, beneficiaryVASP }, parties),
    ],
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const has = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0

/** V1's two halves as one payload. */
function halves(originator: unknown, beneficiary: unknown): unknown {
  if (originator === undefined && beneficiary === undefined) return undefined
  return {
    ...(originator !== undefined && { originator }),
    ...(beneficiary !== undefined && { beneficiary }),
  }
}

type Party = { readonly person: readonly Ivms101Person[]; readonly account: boolean }

const partiesOf = (originator: Party, beneficiary: Party, hasOrigin: boolean): Parties => ({
  originator: factsOf(originator, hasOrigin),
  // The destination is always there.
  beneficiary: factsOf(beneficiary, true),
})

function factsOf({ person, account }: Party, hasWallet: boolean): PartyFacts {
  const every = (holds: (one: Ivms101Person) => boolean) => person.length > 0 && person.every(holds)
  const either = ({ naturalPerson, legalPerson }: Ivms101Person) => naturalPerson ?? legalPerson
  return {
    isLegal: person.some(({ legalPerson }) => legalPerson !== undefined),
    name: every((one) => has(either(one)?.name.nameIdentifier)),
    account: account || hasWallet,
    address: every((one) => has(either(one)?.geographicAddress)),
    nationalId: every((one) => either(one)?.nationalIdentification !== undefined),
    customerId: every((one) => either(one)?.customerIdentification !== undefined),
    birth: every(({ naturalPerson }) => naturalPerson?.dateAndPlaceOfBirth !== undefined),
  }
}

const itemNames = {
  name: 'NAME',
  account: 'ACCOUNT',
  address: 'ADDRESS',
  nationalId: 'NATIONAL_ID',
  customerId: 'CUSTOMER_ID',
  birth: 'BIRTH',
} as const

/** A part without its absent fields; none where nothing is left. */
function part(name: 'ORIGINATOR' | 'BENEFICIARY', tree: object, parties: Parties): PlainPart[] {
  const side = name === 'ORIGINATOR' ? 'originator' : 'beneficiary'
  const plain: Tree = JSON.parse(JSON.stringify(tree))
  if (Object.keys(Object(plain)).length === 0) return []
  const facts = parties[side]
  const fields = Object.entries(itemNames).flatMap(([fact, item]) =>
    Reflect.get(facts, fact) === true ? [`${side}.${item}`] : [],
  )
  return [{ part: name, tree: plain, fields }]
}
