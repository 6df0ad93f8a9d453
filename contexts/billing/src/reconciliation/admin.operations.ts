import type { Input } from '@countersign/contracts'
import {
  type BilledCompany,
  reconciliation as contract,
  type Drift,
} from '@countersign/contracts/billing'
import { audit } from '@countersign/kit/audit'
import { cursorOf, PlaceText, PlaceTimestamp } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { accessOf, graceEndOf, planOf } from '../plan/index.ts'
import { findCustomer } from '../provider/index.ts'
import type { BillingTx } from '../tables.ts'
import {
  askRun,
  type BilledRow,
  countOpen,
  type DriftRow,
  findBilled,
  findDrifts,
  findRuns,
  lockDrift,
  resendDay,
  storeDecision,
} from './admin.store.ts'

type Own = Call<BillingDeps, Caller>

/** Whose transaction sees all companies' subscriptions and differences, and whose chain tells of decisions. */
const network = 'network'

const billedCursors = cursorOf('billed', z.tuple([z.int(), PlaceText]))
const driftCursors = cursorOf('drift', z.tuple([PlaceTimestamp, z.uuid()]))

async function namesOf(deps: BillingDeps, tx: BillingTx, dids: readonly string[]) {
  const known = await deps.companies(tx, dids)
  return new Map(known.map(({ did, name }) => [did, name]))
}

/** The provider's customers. */
function subscriptions({ deps, at }: Own, { query }: Input<(typeof contract)['subscriptions']>) {
  const { database, vault, provider } = deps
  const [rank, did] = query.cursor === undefined ? [] : billedCursors.read(vault, query.cursor)
  return database.withTenant(network, async (tx) => {
    const found = await findBilled(tx, provider?.name ?? '', {
      status: query.status ?? null,
      after: rank === undefined || did === undefined ? undefined : { rank, did },
      limit: query.per_page + 1,
    })
    const page = found.slice(0, query.per_page)
    const names = await namesOf(
      deps,
      tx,
      page.map((row) => row.did),
    )
    const last = page.at(-1)
    return {
      data: page.map((row) => billed(deps, row, names.get(row.did) ?? row.did, at)),
      next:
        last && found.length > query.per_page
          ? billedCursors.write(vault, [last.rank, last.did])
          : null,
    }
  })
}

function billed({ plans }: BillingDeps, row: BilledRow, name: string, at: Date): BilledCompany {
  const { plan, status, pastDueSince, endsAt, periodStart, periodEnd } = row
  const known =
    plan === null || status === null ? undefined : { plan, status, pastDueSince, endsAt }
  return {
    did: row.did,
    name,
    plan: plans ? planOf(plans, known, at).key : 'free',
    status: status ?? 'none',
    access: accessOf(known, at),
    grace_ends_at: (known && graceEndOf(known))?.toISOString() ?? null,
    period:
      periodStart && periodEnd
        ? { start: periodStart.toISOString(), end: periodEnd.toISOString() }
        : null,
    customer_id: row.customerId,
    subscription_id: row.subscriptionId,
    untracked: row.untracked,
    drifts: row.drifts,
    as_of: row.readAt?.toISOString() ?? null,
  }
}

const shown = (
  { firstSeen, lastSeen, closed, place: _, ...row }: DriftRow,
  name: string,
): Drift => ({
  ...row,
  name,
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
      page.map((row) => row.did),
    )
    const last = page.at(-1)
    return {
      runs: await findRuns(tx),
      open: await countOpen(tx),
      data: page.map((row) => shown(row, names.get(row.did) ?? row.did)),
      next:
        last && found.length > query.per_page
          ? driftCursors.write(vault, [last.place, last.id])
          : null,
    }
  })
}

const done = { resend: 'resent', accept: 'accepted', ignore: 'ignored' } as const

/** Decides over an open difference. @throws 400 where a day can't be sent again; 404 */
function decide(
  { deps, actor, at }: Own,
  { driftId, body: { action, reason } }: Input<(typeof contract)['decide']>,
): Promise<Drift> {
  if (action !== 'resend' && reason === undefined)
    throw invalid(['body', 'reason'], 'Enter a reason (at least 10 characters)', 'missing')
  return deps.database.withTenant(network, async (tx) => {
    const isId = z.safeParse(z.uuid(), driftId).success
    const known = isId ? await lockDrift(tx, driftId) : undefined
    if (!known) throw fail('not_found', 'No such open difference')
    const { did, day, kind } = known
    if (action === 'resend' && (day === null || !(await resendDay(tx, did, day, at))))
      throw fail('bad_request', 'Only a day that we counted can be sent again')
    const row = await storeDecision(tx, driftId, {
      action: done[action],
      by: actor.did,
      reason: reason ?? null,
      at,
    })
    if (!row) throw fail('not_found', 'No such open difference')
    const name = (await namesOf(deps, tx, [did])).get(did) ?? did
    await audit(tx, actor, at, {
      company: network,
      action: 'billing.decideDrift',
      object: driftId,
      detail: { did, kind, day, decision: done[action] },
    })
    return shown(row, name)
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
    if (!run) throw fail('conflict', 'A comparison is under way already')
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
export const reconciliation = handlers(contract, { subscriptions, drift, decide, reconcile })
