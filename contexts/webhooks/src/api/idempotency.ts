import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { fail, invalid, mayFail } from '@countersign/kit/errors'
import type { Middleware, Rendered } from '@countersign/kit/serve'
import type { Core } from '../core.ts'
import {
  answerMs,
  boundWaiting,
  type CallKey,
  claimKey,
  freeKey,
  placeOf,
  reachesOutside,
  type StoredCall,
  storeAnswer,
  validKey,
} from '../idempotency/index.ts'
import type { Caller, InOrganisation } from './gate.ts'
import { joinTransaction } from './join-transaction.store.ts'

type Work = () => Promise<Rendered>

/** Longest wait for another call with the same key, here or in another process. */
const waitMs = 10_000
/** How long a call that reaches outside may take before another takes its key over. */
const leaseMs = 30_000
const pollMs = 100

const busy = () =>
  fail('unavailable', 'Another call with this idempotency key is still running', { retryAfter: 1 })

/**
 * Answers a POST with the answer of an earlier one of the same key (contract 2.4). The key, the
 * effect and the answer are one transaction: after a crash either all of them are there or none.
 */
export function idempotency(core: Core): Middleware<Caller> {
  const alone = queues()
  return ({ operation, request, caller, work }) => {
    const given = operation.method === 'POST' ? request.header('idempotency-key') : undefined
    // Without a caller there is nobody whose key it could be.
    if (given === undefined || caller === null) return work(caller)
    if (!validKey(given))
      throw invalid(['header', 'idempotency-key'], 'Idempotency keys have 1 to 256 characters')
    const key = keyOf(caller, request.url, given)
    // The engine settles it with the message, in the batch's statement.
    if (operation === contract.message.create) return work({ ...caller, key })
    return alone(`${key.orgId} ${key.hash}`, () =>
      reachesOutside(operation)
        ? leased(core, key, () => work(caller))
        : together(core, key, caller, work),
    )
  }
}

/** A hash over who calls, what and with which key: not over the token, which may be renewed. */
function keyOf({ orgId, bearer }: InOrganisation, url: string, key: string): CallKey {
  const text = JSON.stringify([bearer.appId ?? null, key, placeOf(url)])
  return { orgId, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
}

/** Key, effect and answer in one transaction. A second call waits for its end in the database. */
async function together(
  core: Core,
  key: CallKey,
  caller: InOrganisation,
  work: (caller: Caller) => Promise<Rendered>,
): Promise<Rendered> {
  const now = core.clock()
  const until = new Date(now + answerMs)
  const answer = await core.database
    .withTenant(key.orgId, async (tx) => {
      await boundWaiting(tx, waitMs)
      const earlier = await claimKey(tx, key, new Date(now), until)
      if (earlier) return openedNow(core, key, earlier)
      const made = await work({
        ...caller,
        database: joinTransaction(tx, key.orgId, core.database),
      })
      await storeAnswer(tx, key, until, sealed(core, key, made, until))
      return made
    })
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? busy() : error
    })
  // What the handler cleared may have been remembered again before its changes were there.
  core.applications.clear()
  core.archived.clear()
  return answer
}

/**
 * For what reaches outside and must not hold a transaction meanwhile: the key is taken for a while.
 * A crash in between leaves it taken until the lease ends; then the call is made again.
 */
async function leased(core: Core, key: CallKey, work: Work): Promise<Rendered> {
  const { database, clock } = core
  const end = performance.now() + leaseMs
  for (;;) {
    const now = clock()
    const until = new Date(now + leaseMs)
    const earlier = await database.withTenant(key.orgId, (tx) =>
      claimKey(tx, key, new Date(now), until),
    )
    if (!earlier) return run(core, key, until, work)
    const answer = opened(core, key, earlier)
    if (answer) return answer
    if (performance.now() > end) throw busy()
    await sleep(pollMs)
  }
}

async function run(core: Core, key: CallKey, until: Date, work: Work): Promise<Rendered> {
  const { database, clock } = core
  const made = await work().catch(async (error: unknown) => {
    const freed = database.withTenant(key.orgId, (tx) => freeKey(tx, key, until))
    await mayFail('the lease ends by itself', freed)
    throw error
  })
  const stored = sealed(core, key, made, new Date(clock() + answerMs))
  const kept = database.withTenant(key.orgId, (tx) => storeAnswer(tx, key, until, stored))
  await mayFail('what was done is done, and to say so is better than to fail', kept)
  return made
}

/** Answers hold tokens and other people's data: not for whoever reads the database. */
const sealedFor = ({ orgId, hash }: CallKey) => `idempotency ${orgId} ${hash}`

const sealed = ({ vault }: Core, key: CallKey, made: Rendered, expires_at: Date) => ({
  status: made.status,
  answer: vault.seal(made.text ?? '', sealedFor(key)),
  expires_at,
})

function opened({ vault }: Core, key: CallKey, stored: StoredCall): Rendered | undefined {
  const { status, answer } = stored
  if (status === null || answer === null) return undefined
  const text = vault.open(answer, sealedFor(key))
  return { status, ...(text !== '' && { text }) }
}

function openedNow(core: Core, key: CallKey, stored: StoredCall): Rendered {
  const answer = opened(core, key, stored)
  if (!answer) throw busy()
  return answer
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/**
 * Lets one call of each name run at a time in this process, so that those who wait do not hold all
 * connections. A success is committed, so it is the answer of all who waited; after a failure the
 * next one tries.
 */
function queues() {
  const running = new Map<string, Promise<Rendered | undefined>>()
  return async (name: string, work: Work): Promise<Rendered> => {
    let overdue: Promise<'overdue'> | undefined
    for (let first = running.get(name); first; first = running.get(name)) {
      overdue ??= sleep(waitMs, 'overdue' as const, { ref: false })
      const answer = await Promise.race([first, overdue])
      if (answer === 'overdue') throw busy()
      if (answer) return answer
    }
    const mine = work()
    const settled = mine.catch(() => undefined)
    running.set(name, settled)
    try {
      return await mine
    } finally {
      running.delete(name)
    }
  }
}
