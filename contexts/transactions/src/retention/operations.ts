import type { Input } from '@countersign/contracts'
import { retention as contract, type RetentionSummary } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import type { DB } from '../tables.gen.ts'
import { dataErased, lockSide, noSuchTransfer, saveSide } from '../transfer/index.ts'
import { countEnded } from './erase.store.ts'
import { addHold, countHolds, endHolds, findHolds } from './hold.store.ts'
import { keptSince, monthsFrom } from './period.rules.ts'
import { periodOf } from './period.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many holds an answer has, how many months a summary, and how far it counts. */
const [holdsPerPage, months, countLimit] = [50, 12, 10_000] as const

const Place = z.object({ at: z.iso.datetime(), id: z.uuid() })
const endOf = (day: string): Date => new Date(`${day}T23:59:59.999Z`)

/** What keeps data of transfers, and for how long. */
export const retention = handlers(contract, {
  summary,
  holds: async (call, { query: { cursor } }) => {
    const { tx, company, deps } = call
    const places = cursorOf(`holds ${company}`, Place)
    const after = cursor === undefined ? undefined : places.read(deps.vault, cursor)
    const start = after && { at: new Date(after.at), id: after.id }
    const found = await findHolds(tx, company, deps.vault, start, holdsPerPage + 1)
    const page = found.slice(0, holdsPerPage)
    const people = await deps.peopleOf(tx, company, [...new Set(page.map(({ by }) => by))])
    const last = found.length > holdsPerPage ? page.at(-1) : undefined
    return {
      holds: page.map(({ transferId, at, until, reason, by }) => ({
        transactionId: transferId,
        until,
        reason,
        by: { did: by, name: people.get(by) ?? null },
        at: at.toISOString(),
      })),
      next: last
        ? places.write(deps.vault, { at: last.at.toISOString(), id: last.transferId })
        : null,
    }
  },
  hold,
})

/** @throws 404 for a transfer that isn't the company's, 409 for one that is erased, 422 for a day that is over */
async function hold(call: Calling, { body }: Input<typeof contract.hold>) {
  const { tx, company, deps, actor, at } = call
  const { until, reason } = body
  if (until !== null && endOf(until) <= at)
    throw invalid(['body', 'until'], 'Choose a day that isn’t over')
  // In one order, so that two calls at once don't wait for each other.
  const ids = [...new Set(body.ids)].sort()
  for (const id of ids) {
    const own = await lockSide(tx, company, id)
    if (!own) throw noSuchTransfer()
    if (own.erased_at) throw dataErased()
    await endHolds(tx, company, id, at)
    if (until !== null)
      await addHold(tx, deps.vault, company, { transferId: id, at, until, reason, by: actor.did })
    await saveSide(tx, company, id, { hold_until: until === null ? null : endOf(until) })
  }
  const action = until === null ? 'transaction.release-hold' : 'transaction.hold'
  for (const object of ids)
    await audit(tx, actor, at, { company, action, object, ...(until && { detail: { until } }) })
  return { ids }
}

/** How long the company keeps its transfers, and how many will be erased in the months to come. */
async function summary({ tx, company, deps, at }: Calling): Promise<RetentionSummary> {
  const period = await periodOf(deps, tx, company)
  const due: RetentionSummary['due'] = []
  let after: Date | null = null
  for (const { first, end } of monthsFrom(at, months)) {
    const until = keptSince(end, period)
    const count = await countEnded(tx, company, { after, until }, countLimit + 1)
    due.push({
      month: first,
      count: Math.min(count, countLimit),
      countIsLowerBound: count > countLimit,
    })
    after = until
  }
  return {
    country: period.country,
    lawYears: period.years,
    retentionDays: period.days,
    due,
    held: await countHolds(tx, company),
  }
}
