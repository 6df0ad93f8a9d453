import type { Input } from '@countersign/contracts'
import {
  type AddressList,
  addressProblemLimit,
  CustomerRef,
  type address as contract,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { Failure } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import { type Account, accountOf } from './account.ts'
import { addAddresses, addList, type Owned } from './list.store.ts'
import { type Entry, readEntries } from './list-file.ts'

/** Lines in one transaction. */
const pageSize = 2_000

/**
 * Registers the addresses of a file, page by page as it arrives, in constant memory. What stands before a fault stays,
 * and the same file again adds the rest.
 * @throws 413, 422 for what is no file of addresses
 */
export async function uploadAddressList(
  call: Call<TransactionsDeps, Caller>,
  { vaspDID: company, file }: Input<typeof contract.uploadAddressList>,
): Promise<AddressList> {
  const { deps, caller, actor, at } = call
  const pepper = await networkKey(deps)
  const done = { added: 0, present: 0, rejected: 0 }
  const problems: { line: number; reason: string }[] = []
  const reject = (line: number, reason: string) => {
    done.rejected++
    if (problems.length < addressProblemLimit) problems.push({ line, reason })
  }
  let page: Owned[] = []
  const flush = async () => {
    if (page.length === 0) return
    const by = caller.viewer.did
    const { added, taken } = await deps.database.withTenant(company, (tx) =>
      addAddresses(tx, company, page, { by, at }),
    )
    for (const line of taken) reject(line, 'Another customer has this address')
    done.added += added
    done.present += page.length - added - taken.length
    page = []
  }
  for await (const entry of readEntries(file.bytes)) {
    const account = read(entry, pepper)
    if (typeof account === 'string') reject(entry.line, account)
    else page.push({ ...account, line: entry.line, customerRef: entry.customerRef })
    if (page.length === pageSize) await flush()
  }
  await flush()
  const listId = newId('adr', at.getTime())
  await deps.database.withTenant(company, async (tx) => {
    await addList(tx, company, { id: listId, ...done, at })
    await audit(tx, actor, at, {
      company,
      action: 'address.uploadList',
      object: listId,
      detail: done,
    })
  })
  return { listId, ...done, problems: problems.toSorted((a, b) => a.line - b.line) }
}

/** The account of a line, or what is wrong with it. */
function read({ address, network, asset, tag, customerRef }: Entry, pepper: Uint8Array) {
  if (!CustomerRef.safeParse(customerRef).success)
    return 'The customer reference needs up to 64 letters, digits, hyphens or underscores'
  try {
    return accountOf({ address, network, asset, tag }, pepper) satisfies Account
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
