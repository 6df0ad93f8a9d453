import type { Input } from '@countersign/contracts'
import type {
  AddressOwnership,
  BookedAddress,
  address as contract,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import { everyHint } from '../asset/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { accountOf, type Stated } from './account.ts'
import {
  addOwnAddress,
  addOwnAddresses,
  customerKeyOf,
  findAddress,
  findAddresses,
  removeAddresses,
  shown,
} from './address.store.ts'
import { lookUp, mayAsk } from './find-owner.ts'

type Calling = Call<TransactionsDeps, Caller>
const companyOf = ({ caller }: Calling): string => {
  if (caller.company === undefined) throw new Error('The gate named no company')
  return caller.company
}

/** Registers an address for a customer. @throws 409 it is another customer's, 422 it is no address */
export async function registerCustomer(
  call: Calling,
  { body }: Input<typeof contract.registerCustomer>,
): Promise<{ status: 200 | 201; body: BookedAddress }> {
  const { deps, caller, actor, at } = call
  const company = companyOf(call)
  const account = accountOf(body, await networkKey(deps))
  return deps.database.withTenant(company, async (tx) => {
    const customerKey = await customerKeyOf(tx, company, body.customerRef, at)
    const by = caller.viewer.did
    const added = await addOwnAddress(tx, company, account, { customerKey, by, at })
    const booked = await findAddress(tx, company, account.key)
    if (!booked) throw new Error('The address was not stored')
    if (booked.customerKey !== customerKey)
      throw fail('conflict', 'Another customer has this address', { wire: 'AddressTakenError' })
    if (added)
      await audit(tx, actor, at, {
        company,
        action: 'address.register',
        object: booked.id,
      })
    return { status: added ? 201 : 200, body: shown(booked) }
  })
}

/** Books many addresses of registered customers. @throws 422 for what is no address */
export const registerOwn = (
  tx: TransactionsTx,
  company: string,
  given: readonly (Stated & { readonly customerRef: string })[],
  { pepper, by, at }: { readonly pepper: Uint8Array; readonly by: string; readonly at: Date },
): Promise<unknown> =>
  addOwnAddresses(
    tx,
    company,
    given.map(({ customerRef, ...stated }) => ({ ...accountOf(stated, pepper), customerRef })),
    { by, at },
  )

const dayMs = 86_400_000

/** Whose an address is. @throws 422, 429 too many questions today */
export async function owner(
  call: Calling,
  { address, query }: Input<typeof contract.owner>,
): Promise<AddressOwnership> {
  const { deps, at } = call
  const company = companyOf(call)
  const account = accountOf({ address, ...query }, await networkKey(deps))
  if (!(await mayAsk(deps, company, at)))
    throw fail('too_many_requests', 'Your company has asked about too many addresses today', {
      retryAfter: Math.ceil((dayMs - (at.getTime() % dayMs)) / 1_000),
    })
  return lookUp(deps, company, account)
}

const places = (company: string, source: string | undefined, customerRef: string | undefined) =>
  cursorOf(
    `addresses of ${company} ${source ?? ''} ${customerRef ?? ''}`,
    z.object({ key: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  )

/** A page of the book. */
export async function list(
  { tx, company, deps }: CompanyCall<TransactionsDeps, Caller, DB>,
  {
    query: { source_type: source, customerRef, per_page: limit, cursor },
  }: Input<typeof contract.list>,
) {
  const place = places(company, source, customerRef)
  const after =
    cursor === undefined ? undefined : Buffer.from(place.read(deps.vault, cursor).key, 'hex')
  const found = await findAddresses(tx, company, { source, customerRef, after }, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    addresses: page.map(shown),
    next: last && found.length > limit ? place.write(deps.vault, { key: last.id }) : null,
  }
}

/** Removes addresses of any network from the book; those that are not there are passed over. */
export async function remove(
  call: Calling,
  { query: { addresses } }: Input<typeof contract.remove>,
): Promise<{ removed: number }> {
  const { deps, actor, at } = call
  const company = companyOf(call)
  const pepper = await networkKey(deps)
  const hints = addresses.flatMap((address) => everyHint(pepper, address))
  return deps.database.withTenant(company, async (tx) => {
    const removed = await removeAddresses(tx, company, hints)
    if (removed > 0)
      await audit(tx, actor, at, { company, action: 'address.remove', detail: { removed } })
    return { removed }
  })
}
