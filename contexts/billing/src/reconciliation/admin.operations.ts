import type { Input } from '@countersign/contracts'
import { reconciliation as contract, type Drift } from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { cursorOf, PlaceTimestamp } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { findCustomer } from '../provider/index.ts'
import {
  askRun,
  countOpen,
  type DriftRow,
  findDrift,
  findDrifts,
  findRuns,
  lockDrift,
  resendDay,
  storeDecision,
} from './admin.store.ts'
import { namesOf, subscriptions } from './billed.operations.ts'

type Own = Call<BillingDeps, Caller>

/** Whose transaction sees all companies' subscriptions and differences, and whose chain tells of decisions. */
const network = 'network'

const driftCursors = cursorOf('drift', z.tuple([PlaceTimestamp, z.uuid()]))

const shown = (
  { firstSeen, lastSeen, closed, place: _, ...row }: DriftRow,
  names: ReadonlyMap<string, string>,
): Drift => ({
  ...row,
  name: row.did && (names.get(row.did) ?? row.did),
  first_seen_at: firstSeen.toISOString(),
  last_seen_at: lastSeen.toISOString(),
  closed_at: closed?.toISOString() ?? null,
})

/** What differs, and when it was last compared. */
function drift({ deps }: Own, { query }: Input<(typeof contract)['drift']>) {
  const { database, vault } = deps
  const [from, id] = query.cursor === undefined ? [] : driftCursors.read(vault, query.cursor)
  return database.withTenant(network, async (tx) => {
    const found = await findDrifts(tx, {
      isOpen: query.state === 'open',
      after: from === undefined || id === undefined ? undefined : { at: from, id },
      limit: query.per_page + 1,
    })
    const page = found.slice(0, query.per_page)
    const names = await namesOf(
      deps,
      tx,
      page.map((row) => row.did ?? ''),
    )
    const last = page.at(-1)
    return {
      runs: await findRuns(tx),
      open: await countOpen(tx),
      data: page.map((row) => shown(row, names)),
      next:
        last && found.length > query.per_page
          ? driftCursors.write(vault, [last.place, last.id])
          : null,
    }
  })
}

/** One of them. @throws 404 */
function difference({ deps }: Own, { driftId }: Input<(typeof contract)['difference']>) {
  return deps.database.withTenant(network, async (tx): Promise<Drift> => {
    const row = isId(driftId) ? await findDrift(tx, driftId) : undefined
    if (!row) throw fail('not_found', 'No such difference')
    return shown(row, await namesOf(deps, tx, [row.did ?? '']))
  })
}

const isId = (text: string) => z.safeParse(z.uuid(), text).success

const done = { resend: 'resent', accept: 'accepted', ignore: 'ignored' } as const

/** Decides over an open difference. @throws 400 where a day can't be sent again; 404 */
function decide(
  { deps, actor, at }: Own,
  { driftId, body: { action, reason } }: Input<(typeof contract)['decide']>,
): Promise<Drift> {
  if (action !== 'resend' && reason === undefined)
    throw invalid(['body', 'reason'], 'Enter a reason (at least 10 characters)', 'missing')
  return deps.database.withTenant(network, async (tx) => {
    const known = isId(driftId) ? await lockDrift(tx, driftId) : undefined
    if (!known) throw fail('not_found', 'No such open difference')
    const { did, day, kind } = known
    if (action === 'resend' && !(did && day && (await resendDay(tx, did, day, at))))
      throw fail('bad_request', 'Only a day we counted can be resent')
    const row = await storeDecision(tx, driftId, {
      action: done[action],
      by: actor.did,
      reason: reason ?? null,
      at,
    })
    if (!row) throw fail('not_found', 'No such open difference')
    await audit(tx, actor, at, {
      company: network,
      action: 'billing.decideDrift',
      object: driftId,
      detail: { did, kind, day, decision: done[action] },
    })
    return shown(row, await namesOf(deps, tx, [did ?? '']))
  })
}

/** Asks for a comparison, which begins within seconds. @throws 404, 409, 501 */
async function reconcile(
  { deps, actor, at }: Own,
  { body }: Input<(typeof contract)['reconcile']>,
) {
  const { database, provider } = deps
  if (!provider) throw fail('not_configured', 'Billing isn’t set up here')
  const { did } = body
  if (did && !(await database.withTenant(did, (tx) => findCustomer(tx, did, provider.name))))
    throw fail('not_found', 'This company isn’t a customer of the billing provider')
  return database.withTenant(network, async (tx) => {
    const run = await askRun(tx, did ?? null, actor.did, at)
    if (!run) throw fail('conflict', 'A comparison is already in progress')
    await audit(tx, actor, at, {
      company: network,
      action: 'billing.reconcile',
      object: run.id,
      detail: did ? { did } : {},
    })
    return run
  })
}

/** What the network's operator does about billing. */
export const reconciliation = handlers(contract, {
  subscriptions,
  drift,
  difference,
  decide,
  reconcile,
})
