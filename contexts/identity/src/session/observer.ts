import { createHash } from 'node:crypto'
import { type Operation, observer, readOnlyReason } from '@countersign/contracts'
import { observing } from '@countersign/contracts/identity'
import { audit, system } from '@countersign/kit/audit'
import { actorOf } from '../caller.rules.ts'
import type { Caller, Viewer } from '../gate.ts'
import type { IdentityDatabase, IdentityTx } from '../tables.ts'
import {
  addObserved,
  endObservation,
  findObservation,
  findOverObservations,
} from './observing.store.ts'

/**
 * The viewer as an observer while their session views a company: their other roles are suspended.
 * Someone who is no longer an internal admin is back to their own roles at once.
 */
export async function asObserver(
  tx: IdentityTx,
  viewer: Viewer,
  observation: string | null,
  now: Date,
): Promise<Viewer> {
  const isInternal = viewer.grants.some(({ vaspDID }) => vaspDID === null)
  const found = observation && isInternal && (await findObservation(tx, observation, now))
  if (!found) return viewer
  const { vaspDID, id, reason, endsAt } = found
  return {
    ...viewer,
    grants: [{ vaspDID, role: observer }],
    observing: { id, vaspDID, reason, until: endsAt.toISOString() },
  }
}

const safeMethods: readonly string[] = ['GET', 'HEAD']

/** Why an observer can’t do this: they change nothing and open no files. */
export function observerRefusal(method: string, operation: Operation): string | undefined {
  if (operation === observing.stopObserving) return undefined
  if (operation.download) return 'You can’t open files while viewing as an operator'
  return safeMethods.includes(method) ? undefined : `${readOnlyReason}. Stop viewing first.`
}

/**
 * Records in the company's chain what an observer is about to see, before they see it; once for each
 * address while they view the company, because screens refetch.
 */
export async function recordObserverRead(
  { database, clock }: { readonly database: IdentityDatabase; readonly clock: () => number },
  caller: Caller,
  { summary, path }: Operation,
): Promise<void> {
  const { observing } = caller.viewer
  if (!observing) return
  const { vaspDID: company, id } = observing
  const [address = ''] = caller.request.url.split('?')
  const hash = createHash('sha256').update(address).digest()
  await database.withTenant(company, async (tx) => {
    if (!(await addObserved(tx, company, id, hash))) return
    await audit(tx, actorOf(caller), new Date(clock()), {
      company,
      action: 'observer.read',
      object: id,
      detail: { what: summary, path },
    })
  })
}

/**
 * Records in companies' chains that an operator stopped viewing: time ran out, or their session or role
 * ended. They could see nothing since then already. @returns how many
 */
export async function endObservations(database: IdentityDatabase, at: Date): Promise<number> {
  const over = await database.withUser('staff', (tx) => findOverObservations(tx, at))
  for (const { did, id, how } of over)
    await database.withTenant(did, async (tx) => {
      if (!(await endObservation(tx, did, id, at))) return
      await audit(tx, system, at, {
        company: did,
        action: 'observer.end',
        object: id,
        detail: { how },
      })
    })
  return over.length
}
