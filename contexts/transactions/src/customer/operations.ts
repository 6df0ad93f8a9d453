import { setImmediate } from 'node:timers/promises'
import type { Input } from '@countersign/contracts'
import type {
  Customer,
  CustomerDetail,
  customers as contract,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import { addressesOf } from '../address/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { ensureKey, type OwnSealer, openOwn, ownSealer } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { describe } from '../transfer/index.ts'
import {
  findCustomer,
  findCustomers,
  findSidesOf,
  lockCustomer,
  lockCustomers,
  removeCustomers,
  type StoredCustomer,
  saveCustomer,
  saveCustomers,
} from './customer.store.ts'
import { type PersonIn, readPerson } from './person.rules.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>
/** Where customers' data is sealed and stored. */
type Storing = Pick<InCompany, 'tx' | 'company' | 'at'> & {
  readonly deps: Pick<TransactionsDeps, 'vault'>
}

export const noSuchCustomer = () => fail('not_found', 'No such customer')

const shown = ({
  key: _,
  sealed: __,
  createdAt,
  updatedAt,
  ...customer
}: StoredCustomer): Customer => ({
  ...customer,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** Tags without repetition, in one order. */
export const tagsOf = (tags: readonly string[]) => [...new Set(tags)].toSorted()

/** What seals a company's customers to its current key. */
const sealerFor = async ({ tx, deps, company, at }: Storing): Promise<OwnSealer> =>
  ownSealer(await ensureKey(tx, company, deps.vault, at), company)

/** Seals a person as the next version of a customer's data. @throws 422 with every fault */
function sealed(
  { at }: Pick<Storing, 'at'>,
  seal: OwnSealer,
  customer: StoredCustomer,
  given: Readonly<Record<string, unknown>>,
): StoredCustomer {
  const { person, issues } = readPerson(given, at)
  if (!person) throw fail('invalid', issues[0]?.msg ?? 'This person isn’t valid', { issues })
  return sealedPerson(seal, customer, person)
}

function sealedPerson(seal: OwnSealer, customer: StoredCustomer, person: PersonIn): StoredCustomer {
  const version = customer.version + 1
  return {
    ...customer,
    kind: person.kind,
    country: person.country,
    version,
    sealed: seal({ key: customer.key, version }, person.data),
  }
}

async function note(
  { tx, actor, company, at }: InCompany,
  action: string,
  customer: StoredCustomer,
) {
  await audit(tx, actor, at, {
    company,
    action,
    // Rows of the chain stay: the company's own reference goes with the customer, its key says nothing afterwards.
    object: customer.key,
    detail: { version: customer.version },
  })
}

const nobodyYet = (customerRef: string, at: Date): StoredCustomer => ({
  customerRef,
  key: crypto.randomUUID(),
  kind: null,
  country: null,
  tags: [],
  items: [],
  version: 0,
  sealed: null,
  createdAt: at,
  updatedAt: at,
})

/** A customer as a file has it. */
export type GivenCustomer = {
  readonly person: PersonIn
  readonly tags: readonly string[]
}

/** So many are sealed while the database stores as many before them. */
const bunch = 250

/**
 * Registers customers, or replaces what is known of them; each is read when it is its turn.
 * @throws 409 somebody else registers one at the moment
 */
export async function putCustomers<Line extends { readonly ref: string }>(
  call: Storing,
  given: readonly Line[],
  read: (line: Line) => GivenCustomer,
): Promise<void> {
  const { tx, company, at } = call
  const known = await lockCustomers(
    tx,
    company,
    given.map(({ ref }) => ref),
  )
  const seal = await sealerFor(call)
  let saving = Promise.resolve(0)
  let saved = 0
  for (let from = 0; from < given.length; from += bunch) {
    const changed = given.slice(from, from + bunch).map((line) => {
      const { person, tags } = read(line)
      const before = known.get(line.ref) ?? nobodyYet(line.ref, at)
      return { ...sealedPerson(seal, before, person), tags: tagsOf(tags), updatedAt: at }
    })
    saved += await saving
    saving = saveCustomers(tx, company, changed)
    // Whoever waits for it hears of a failure. It is sent before the next ones are sealed.
    saving.catch(() => undefined)
    await setImmediate()
  }
  saved += await saving
  if (saved < given.length)
    throw fail('conflict', 'Someone else is registering one of these customers')
}

/** Registers a customer. @throws 409 there is one of this reference, 422 */
export async function create(
  call: InCompany,
  { body }: Input<typeof contract.create>,
): Promise<Customer> {
  const { tx, company, at } = call
  const known = await lockCustomer(tx, company, body.customerRef)
  const isTaken = () => fail('conflict', 'There is a customer with this reference already')
  if (known?.kind) throw isTaken()
  const before = known ?? nobodyYet(body.customerRef, at)
  const customer = {
    ...sealed(call, await sealerFor(call), before, body.ivms101),
    tags: tagsOf(body.tags ?? before.tags),
    updatedAt: at,
  }
  // Somebody else may have registered the same reference meanwhile.
  if (!(await saveCustomer(tx, company, customer))) throw isTaken()
  await note(call, 'customer.register', customer)
  return one(call, body.customerRef)
}

async function one({ tx, company }: InCompany, ref: string): Promise<Customer> {
  const customer = await findCustomer(tx, company, ref)
  if (!customer) throw noSuchCustomer()
  return shown(customer)
}

/** Changes what is given. @throws 404, 409 it was changed meanwhile, 422 */
export async function update(
  call: InCompany,
  { ref, body }: Input<typeof contract.update>,
): Promise<Customer> {
  const { tx, company, at } = call
  const before = await lockCustomer(tx, company, ref)
  if (!before) throw noSuchCustomer()
  if (body.version !== undefined && body.version !== before.version)
    throw fail('conflict', 'Someone else has changed this customer since you opened it')
  const changed = body.ivms101 ? sealed(call, await sealerFor(call), before, body.ivms101) : before
  const customer = { ...changed, tags: tagsOf(body.tags ?? before.tags), updatedAt: at }
  await saveCustomer(tx, company, customer)
  await note(call, 'customer.update', customer)
  return one(call, ref)
}

/** Removes a customer. @throws 404, 409 while a transfer that is kept is theirs */
export async function remove(
  call: InCompany,
  { ref }: Input<typeof contract.remove>,
): Promise<void> {
  const { tx, company } = call
  const customer = await lockCustomer(tx, company, ref)
  if (!customer) throw noSuchCustomer()
  if ((await findSidesOf(tx, company, customer.key, 1)).length > 0)
    throw fail(
      'conflict',
      'Transfers of this customer are still kept. Remove the customer after them.',
    )
  await removeCustomers(tx, company, [customer.key])
  await note(call, 'customer.remove', customer)
}

/** How many transfers and addresses a customer's page has. */
const [maxTransfers, maxAddresses] = [20, 100]

/** A customer, without anything that is sealed. @throws 404 */
export async function get(
  { tx, deps, company }: InCompany,
  { ref }: Input<typeof contract.get>,
): Promise<CustomerDetail> {
  const customer = await findCustomer(tx, company, ref)
  if (!customer) throw noSuchCustomer()
  const sides = await findSidesOf(tx, company, customer.key, maxTransfers)
  return {
    ...shown(customer),
    addresses: await addressesOf(tx, company, customer.key, maxAddresses),
    transactions: await describe(deps, tx, company, sides),
  }
}

const Place = z.object({ ref: z.string() })

/** A page of customers. */
export async function list(
  { tx, company, deps }: InCompany,
  { query: { q, country, tag, limit, cursor } }: Input<typeof contract.list>,
): Promise<{ customers: Customer[]; next: string | null }> {
  const places = cursorOf(`customers ${JSON.stringify([company, q, country, tag])}`, Place)
  const after = cursor === undefined ? undefined : places.read(deps.vault, cursor).ref
  const found = await findCustomers(tx, company, { q, country, tag, after }, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    customers: page.map(shown),
    next: last ? places.write(deps.vault, { ref: last.customerRef }) : null,
  }
}

/** What is known of a customer, opened; null: a reference alone. For people, note the view first. */
export const openCustomer = async (
  {
    tx,
    deps,
    company,
  }: Pick<InCompany, 'tx' | 'company'> & { deps: Pick<TransactionsDeps, 'vault'> },
  { key, version, sealed: box }: StoredCustomer,
) => (box ? openOwn(tx, deps.vault, company, { key, version }, box) : null)
