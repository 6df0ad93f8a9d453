import type { Database } from '@countersign/kit/db'
import { type Found, storeDrift } from '../drift/index.ts'
import { accessOf, findStanding, type Plans, plansIn } from '../plan/index.ts'
import { type BillingProvider, bestOf, storeSnapshot } from '../provider/index.ts'
import { compareCustomers } from './customers.ts'
import {
  type Compared,
  closeGone,
  closeRejected,
  findCompared,
  findLate,
  findSums,
  findTold,
  findTooOld,
  markDay,
  storeTally,
  type Tally,
  takeRun,
} from './reconcile.store.ts'

const dayMs = 86_400_000
/** The open period and the one before it. */
const comparedDays = 62

/** What comparing needs. */
export type ReconcileDeps<A, T> = {
  /** Connected as countersign_app. */
  readonly database: Database<A>
  /** Connected as countersign_relay. */
  readonly relay: Database<T>
  readonly provider: BillingProvider
  readonly plans: Plans | undefined
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly log: { warn(facts: object): void }
  /** Waits between customers, so that the provider is asked ten times a second at most. */
  readonly pause: () => Promise<void>
}

/** Does the comparison that waits, if there is one. @returns whether there was */
export async function reconcile<A, T>(deps: ReconcileDeps<A, T>): Promise<boolean> {
  const { relay, provider, clock, log, pause } = deps
  const run = await relay.withNobody((tx) => takeRun(tx, new Date(clock())))
  if (!run) return false
  const tally: Tally = { customers: 0, days: 0, drifts: 0, failed: 0 }
  const keep = (isDone: boolean) =>
    relay.withNobody((tx) => storeTally(tx, run.id, tally, { now: new Date(clock()), isDone }))
  for (let after = ''; ; ) {
    const customer = await relay.withNobody((tx) =>
      findCompared(tx, provider.name, { did: run.did, after }),
    )
    if (!customer) break
    after = customer.did
    try {
      const { days, drifts } = await compare(deps, customer)
      tally.days += days
      tally.drifts += drifts
      tally.customers++
    } catch (error) {
      tally.failed++
      log.warn({ event: 'billing_uncompared', provider: provider.name, err: error })
    }
    await keep(false)
    await pause()
  }
  if (run.did === null)
    try {
      tally.drifts += await compareCustomers(relay, provider, new Date(clock()))
    } catch (error) {
      tally.failed++
      log.warn({ event: 'billing_uncompared', provider: provider.name, err: error })
    }
  await keep(true)
  return true
}

/** Compares one customer, mends what is safe to mend, and notes the rest. */
async function compare<A, T>(deps: ReconcileDeps<A, T>, known: Compared) {
  const { database, relay, provider, plans, clock } = deps
  const { did, customer } = known
  const snapshot = await provider.snapshot(customer)
  const now = new Date(clock())
  const best = bestOf(snapshot.subscriptions, now)
  const from = new Date(now.getTime() - comparedDays * dayMs)
  const theirs = best
    ? await provider.usageOf(
        { customer, subscription: best.id },
        from,
        new Date(now.getTime() + dayMs),
      )
    : new Map<string, number>()
  const given = await database.withTenant(did, async (tx) => {
    const accessNow = async () => accessOf(await findStanding(tx, did), now)
    const before = await accessNow()
    await storeSnapshot(tx, did, known.at, { best, snapshot })
    return { before, after: await accessNow() }
  })

  const found: Found[] = []
  const note = (kind: Found['kind'], more: Omit<Found, 'kind' | 'did'> = {}) =>
    found.push({ ...more, kind, did })
  const told = (one: { status: string; plan: string; id: string }) =>
    `${one.status}, ${one.plan}, ${one.id}`
  const ours = known.subscription
    ? told({ status: known.status ?? '', plan: known.plan ?? '', id: known.subscription })
    : null
  const seen = best
    ? told({ status: best.status, plan: best.plan.slice(0, 40), id: best.id })
    : null
  if (ours !== seen) note('snapshot', { ours, theirs: seen, action: 'followed' })
  // What a company may do has changed with it: it paid for more than it had, or had more than it pays for.
  if ((given.before === 'sunrise') !== (given.after === 'sunrise'))
    note('entitlement', { ours: given.before, theirs: given.after, action: 'followed' })
  const usable = snapshot.subscriptions.filter(({ status }) =>
    ['active', 'trialing', 'in_trial', 'past_due'].includes(status),
  )
  if (usable.length > 1)
    note('several_subscriptions', {
      ours: best?.id ?? null,
      theirs: usable.map(({ id }) => id).join(', '),
    })
  if (best && plans && !plansIn(plans).some(({ key }) => key === best.plan))
    note('unknown_plan', { theirs: best.plan })

  return relay.withNobody(async (tx) => {
    const days = await findTold(tx, did, from, now)
    const byDay = new Map(days.map((one) => [one.day, one]))
    let compared = 0
    for (const day of new Set([...byDay.keys(), ...theirs.keys()])) {
      const mine = byDay.get(day)
      if (!best || (mine && !mine.isSettled)) continue
      compared++
      const [we, they] = [mine?.units ?? 0, theirs.get(day) ?? 0]
      if (we === they) {
        await markDay(tx, did, day, 'confirmed', now)
        await closeRejected(tx, did, day, now)
      } else if (they < we) {
        // Sending the same number again is safe.
        await markDay(tx, did, day, 'pending', now)
        note('usage_low', { day, ours: String(we), theirs: String(they), action: 'resent' })
      } else {
        // Somebody may have been charged for it already: the operator decides.
        await markDay(tx, did, day, 'held', now)
        note('usage_high', { day, ours: String(we), theirs: String(they) })
      }
    }
    for (const { day, units, sent } of await findTooOld(tx, did, now))
      note('too_old', { day, ours: String(units), theirs: String(sent) })
    for (const { day, units, booked } of await findLate(tx, did, from))
      note('late_usage', { day, ours: `${units}, billed on ${booked}`, action: 'booked' })
    const sums = await findSums(tx, did)
    if (sums.ledger !== sums.days)
      note('ledger', { ours: String(sums.ledger), theirs: String(sums.days) })
    for (const one of found) await storeDrift(tx, now, one)
    await closeGone(tx, did, now)
    return { days: compared, drifts: found.length }
  })
}
