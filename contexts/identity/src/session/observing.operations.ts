import { createHash } from 'node:crypto'
import { type Operation, observer, readOnlyReason } from '@countersign/contracts'
import { type Observing, observing, observingMs } from '@countersign/contracts/identity'
import { audit, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import { actorOf, personIn } from '../caller.rules.ts'
import type { Companies } from '../companies.ts'
import type { Caller, Viewer } from '../gate.ts'
import { hashOf } from '../secret.ts'
import type { IdentityDatabase, IdentityTx } from '../tables.ts'
import { readCookie } from './cookie.rules.ts'
import {
  addObservation,
  addObserved,
  endObservation,
  findObservation,
  findOverObservations,
  lockSession,
} from './observing.store.ts'
import { type Sites, siteOf } from './site.rules.ts'

/** What looking into a company needs. */
export type ObservingDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly sites: Sites
  readonly companies: Companies
}

/**
 * The viewer as an observer where their session looks into a company: everything they hold otherwise
 * rests. Whoever is no internal admin any more is themselves at once.
 */
export async function asObserver(
  tx: IdentityTx,
  viewer: Viewer,
  observation: string | null,
  now: Date,
): Promise<Viewer> {
  const isInternal = viewer.grants.some(({ vaspDID }) => vaspDID === null)
  const look = observation && isInternal && (await findObservation(tx, observation, now))
  if (!look) return viewer
  const { vaspDID, id, reason, endsAt } = look
  return {
    ...viewer,
    grants: [{ vaspDID, role: observer }],
    observing: { id, vaspDID, reason, until: endsAt.toISOString() },
  }
}

const safeMethods: readonly string[] = ['GET', 'HEAD']

/** Why an observer may not do this at all: whoever looks changes nothing, and opens no files. */
export function observerRefusal(method: string, operation: Operation): string | undefined {
  if (operation === observing.stopObserving) return undefined
  if (operation.download) return 'You can’t open files while viewing as an operator'
  return safeMethods.includes(method) ? undefined : `${readOnlyReason}. Stop viewing first.`
}

/**
 * Writes into the company's chain what an observer is about to see, the first time of each address in a
 * look: screens ask again and again. Nothing is shown that is not there.
 */
export async function noteLook(
  { database, clock }: Pick<ObservingDeps, 'database' | 'clock'>,
  caller: Caller,
  { summary, path }: Operation,
): Promise<void> {
  const look = caller.viewer.observing
  if (!look) return
  const [address = ''] = caller.request.url.split('?')
  const hash = createHash('sha256').update(address).digest()
  await database.withTenant(look.vaspDID, async (tx) => {
    if (!(await addObserved(tx, look.vaspDID, look.id, hash))) return
    await audit(tx, actorOf(caller), new Date(clock()), {
      company: look.vaspDID,
      action: 'observer.read',
      object: look.id,
      detail: { what: summary, path },
    })
  })
}

/** `POST auth/observing` */
export async function startObserving(
  { database, clock, sites, companies }: ObservingDeps,
  caller: Caller,
  { vaspDID: did, reason }: { vaspDID: string; reason: string },
): Promise<Observing> {
  const { userId } = personIn(caller)
  const { header } = caller.request
  const secret = readCookie(header('cookie'), 'countersign', siteOf(sites, header('host')))
  const at = new Date(clock())
  return database.withUser(userId, async (tx) => {
    const session = secret && (await lockSession(tx, userId, hashOf(secret)))
    if (!session) throw fail('unauthorized', 'Sign in to continue')
    if (session.observation_id && (await findObservation(tx, session.observation_id, at)))
      throw fail('conflict', 'You’re already viewing a company. Stop viewing it first.')
    if ((await companies.find(tx, [did])).length === 0) throw fail('not_found', 'No such company')
    if ((await companies.disabledAmong(tx, [did])).length > 0)
      throw fail('conflict', 'The company is disabled, so its members see nothing')
    const id = newId('obs', at.getTime())
    const endsAt = new Date(Math.min(at.getTime() + observingMs, session.expires_at.getTime()))
    await addObservation(tx, session.id_hash, { did, id, userId, reason, at, endsAt })
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'observer.start',
      object: id,
      detail: { reason, until: endsAt.toISOString() },
    })
    return { vaspDID: did, reason, until: endsAt.toISOString() }
  })
}

/** `DELETE auth/observing` */
export async function stopObserving(
  { database, clock }: ObservingDeps,
  caller: Caller,
): Promise<void> {
  const look = caller.viewer.observing
  if (!look) throw fail('conflict', 'You aren’t viewing a company')
  const at = new Date(clock())
  await database.withTenant(look.vaspDID, async (tx) => {
    if (!(await endObservation(tx, look.vaspDID, look.id, at))) return
    await audit(tx, actorOf(caller), at, {
      company: look.vaspDID,
      action: 'observer.end',
      object: look.id,
      detail: { how: 'asked' },
    })
  })
}

/**
 * Writes down the end of looks that are over: by time, with their session, or with the operator's role.
 * They were so before; here the company's chain hears of it. @returns how many
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
