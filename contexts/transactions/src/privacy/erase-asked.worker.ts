import { audit, system } from '@countersign/kit/audit'
import { everyMinute } from '@countersign/kit/every-minute'
import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import { eraseSides, keptByLawSince, periodOf } from '../retention/index.ts'
import type { TransactionsDatabase } from '../tables.ts'
import {
  changeRequest,
  endNamed,
  findAsked,
  findDueRequests,
  findItems,
  findProgress,
  lockRequest,
} from './privacy.store.ts'

/** What the worker needs of the world. */
type Erasing = {
  readonly deps: TransactionsDeps
  /** Connected as countersign_relay, which sees which companies are asked and nothing else. */
  readonly relay: TransactionsDatabase
}

/** Until what the law keeps is looked at again. */
const dayMs = 86_400_000
/** Between two rounds, in milliseconds. */
const pauseMs = 2_000

/**
 * Erases what people asked for, as far as the law and legal holds allow by now; the rest as its days come.
 * @returns how many sides of transfers were erased
 */
export async function eraseAsked({ deps, relay }: Erasing): Promise<number> {
  const at = new Date(deps.clock())
  const { withTenant } = deps.database
  let erased = 0
  for (const company of await relay.withNobody((tx) => findAsked(tx, at))) {
    const due = await withTenant(company, (tx) => findDueRequests(tx, company, at))
    for (const id of due)
      try {
        erased += await goOn(deps, company, id, at)
      } catch (error) {
        deps.log.warn({ event: 'erasure_failed', err: error })
      }
  }
  return erased
}

/** Erases what is asked for until stopped. */
export const startErasingAsked = (erasing: Erasing) =>
  everyMinute(
    () => eraseAsked(erasing),
    (error) => erasing.deps.log.warn({ event: 'erasure_failed', err: error }),
    pauseMs,
  )

/** What can be erased of one request, in one transaction. */
const goOn = (deps: TransactionsDeps, company: string, id: string, at: Date): Promise<number> =>
  deps.database.withTenant(company, async (tx) => {
    const request = await lockRequest(tx, deps.vault, company, id)
    if (request?.state !== 'OPEN') return 0
    const { years } = await periodOf(deps, tx, company)
    const due = { company, isAsked: true, endedBy: keptByLawSince(at, { years }) }
    const ids = await eraseSides(deps, tx, due, await findItems(tx, company, id), at)
    if (ids.length > 0) await endNamed(tx, company, at)
    const isDone = (await findItems(tx, company, id)).length === 0
    await changeRequest(
      tx,
      company,
      id,
      isDone
        ? { state: 'DONE', ended_at: at, due_at: null }
        : { due_at: new Date(at.getTime() + dayMs) },
    )
    if (isDone) {
      const progress = (await findProgress(tx, company, [id])).get(id)
      emit(tx, {
        type: 'privacy.erased',
        company,
        at,
        payload: { requestId: id, transfers: progress?.erased ?? 0, at: at.toISOString() },
      })
    }
    if (ids.length > 0 || isDone)
      await audit(tx, system, at, {
        company,
        action: 'transaction.erase',
        object: id,
        detail: { transfers: ids.length, cause: 'REQUEST' },
      })
    return ids.length
  })
