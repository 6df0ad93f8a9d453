import type { Ivms101Person, RuleFact } from '@countersign/contracts/transactions'
import { findCustomersByKey, openCustomer, type StoredCustomer } from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { openParts } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { findProofs, type Owner } from './fact.store.ts'
import type { Subject } from './fact.ts'
import { bestMatch, type NameKind, type NameMatch } from './name-match.rules.ts'

/** What is asked of customers: names are compared for a decision alone, never to try rules. */
export type CustomerQuestion = {
  readonly at: Date
  readonly owners: ReadonlyMap<string, Owner>
  /** The transfers of which the company can open the data. */
  readonly openable: ReadonlySet<string>
  readonly comparesNames: boolean
}

/** A beneficiary's company knows nothing of a customer before it has confirmed the address. */
const isKnown = ({ own }: Subject): boolean =>
  own.role !== 'B' || !['SENT', 'NOT_READY', 'INCOMPLETE'].includes(own.status)

/**
 * What the company knows of its customer in each transfer: reference, tags, country, whether the wallet was proved, and
 * how alike the stated beneficiary's name is. The names themselves are in no fact.
 */
export async function customerFacts(
  deps: Pick<TransactionsDeps, 'vault'>,
  tx: TransactionsTx,
  company: string,
  subjects: readonly Subject[],
  { at, owners, openable, comparesNames }: CustomerQuestion,
): Promise<ReadonlyMap<string, Readonly<Record<string, RuleFact>>>> {
  const known = subjects.filter(isKnown)
  const keyOf = ({ transfer, own }: Subject) =>
    own.customer_key ?? (own.role === 'B' ? owners.get(transfer.id)?.customerKey : null) ?? null
  const customers = await findCustomersByKey(tx, company, [
    ...new Set(known.flatMap((one) => keyOf(one) ?? [])),
  ])
  const proofs = await findProofs(
    tx,
    company,
    known.map(({ transfer }) => transfer.id),
    at,
  )
  const facts = new Map<string, Readonly<Record<string, RuleFact>>>()
  for (const subject of known) {
    const { id } = subject.transfer
    const customer = customers.get(keyOf(subject) ?? '')
    const compares = comparesNames && subject.own.role === 'B' && openable.has(id)
    const match = compares ? await matchOf(deps, tx, company, id, customer) : undefined
    facts.set(id, {
      CUSTOMER: customer ? [customer.customerRef] : [],
      CUSTOMER_TAG: customer?.tags ?? [],
      CUSTOMER_COUNTRY: customer?.country ? [customer.country] : [],
      PROOF: [proofs.get(id) ?? 'MISSING'],
      ...(subject.own.role !== 'B' && { NAME_MATCH: [] }),
      ...(match && { NAME_MATCH: [match] }),
    })
  }
  return facts
}

/** Compares the stated beneficiary with the registered customer, by the server alone. */
async function matchOf(
  deps: Pick<TransactionsDeps, 'vault'>,
  tx: TransactionsTx,
  company: string,
  id: string,
  customer: StoredCustomer | undefined,
): Promise<NameMatch> {
  const tree = customer && (await openCustomer({ deps, tx, company }, customer))
  if (!tree) return 'UNKNOWN'
  const parts = await openParts(tx, deps.vault, company, id)
  const stated = parts.find(({ part }) => part === 'BENEFICIARY')?.tree
  // Both were read by the rules of IVMS101 before they were sealed.
  const { beneficiary } = Object(stated) as {
    beneficiary?: { beneficiaryPerson?: Ivms101Person[] }
  }
  const ours = namesIn(Object(tree))
  const persons = (beneficiary?.beneficiaryPerson ?? []).map(namesIn)
  const matches = persons.map(({ names, kind }) =>
    kind === ours.kind ? bestMatch(names, ours.names, kind) : 'DIFFERENT',
  )
  // Of several stated persons each must be the customer.
  return worst.find((match) => matches.includes(match)) ?? 'UNKNOWN'
}

const worst = ['DIFFERENT', 'UNKNOWN', 'SIMILAR', 'EXACT'] as const

function namesIn({ naturalPerson, legalPerson }: Ivms101Person): {
  names: string[]
  kind: NameKind
} {
  if (legalPerson) {
    const { nameIdentifier, localNameIdentifier = [] } = legalPerson.name
    return {
      kind: 'legal',
      names: [...nameIdentifier, ...localNameIdentifier].map((one) => one.legalPersonName),
    }
  }
  const { nameIdentifier = [], localNameIdentifier = [] } = naturalPerson?.name ?? {}
  return {
    kind: 'natural',
    names: [...nameIdentifier, ...localNameIdentifier].map((one) =>
      [one.secondaryIdentifier, one.primaryIdentifier].filter(Boolean).join(' '),
    ),
  }
}
