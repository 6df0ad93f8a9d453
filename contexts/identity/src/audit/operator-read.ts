import { createHash } from 'node:crypto'
import { Did, internalAdmin, type Operation, worksFor } from '@countersign/contracts'
import { networkChain } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import type { Asked } from '@countersign/kit/serve'
import { actorOf } from '../caller.rules.ts'
import type { Companies } from '../companies.ts'
import type { Caller } from '../gate.ts'
import type { IdentityDatabase } from '../tables.ts'
import { addRead } from './operator-read.store.ts'

type Deps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly companies: Companies
}

const hourMs = 3_600_000

/**
 * Records what the network's operator is about to read about a company that they don't view as an
 * observer: in that company's chain, else in the network's; once an hour for each address, because
 * screens refetch. Changes have rows of their own.
 */
export async function recordOperatorRead(
  { database, clock, companies }: Deps,
  caller: Caller,
  operation: Operation,
  { path }: Asked,
): Promise<void> {
  const { userId, grants } = caller.viewer
  if (userId === null || !grants.some(({ role }) => role === internalAdmin)) return
  if (operation.method !== 'GET') return
  const company =
    caller.company ?? [path.did, path.vaspDid].find((did) => Did.safeParse(did).success)
  // Without a company, only what is for the operator alone is worth a row: the directory is for all.
  if (company === undefined && !isForOperator(operation)) return
  const chain = company ?? networkChain
  if (worksFor(grants, chain)) return
  const now = clock()
  const [address = ''] = caller.request.url.split('?')
  await database.withTenant(chain, async (tx) => {
    if (chain !== networkChain && (await companies.find(tx, [chain])).length === 0) return
    const read = {
      chain,
      userId,
      hour: new Date(now - (now % hourMs)),
      hash: createHash('sha256').update(address).digest(),
    }
    if (!(await addRead(tx, read))) return
    await audit(tx, actorOf(caller), new Date(now), {
      company: chain,
      action: 'operator.read',
      detail: { what: operation.summary, path: operation.path },
    })
  })
}

const isForOperator = ({ access }: Operation): boolean =>
  typeof access === 'object' && access.permission === 'trustframework.tfUpdate'
