import type { Input } from '@countersign/contracts'
import type { BilledCompany, reconciliation as contract } from '@countersign/contracts/billing'
import { cursorOf, PlaceText } from '@countersign/kit/cursor'
import type { Call } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { BillingDeps, Caller } from '../deps.ts'
import { accessOf, graceEndOf, planOf, stateOf } from '../plan/index.ts'
import type { BillingTx } from '../tables.ts'
import { monthOf } from '../usage/index.ts'
import { type BilledRow, findBilled } from './billed.store.ts'

const cursors = cursorOf('billed', z.tuple([z.int(), PlaceText]))

/** The names of companies by their DIDs. */
export async function namesOf(deps: BillingDeps, tx: BillingTx, dids: readonly string[]) {
  const known = await deps.companies(tx, dids)
  return new Map(known.map(({ did, name }) => [did, name]))
}

/** What companies pay for and use. */
export function subscriptions(
  { deps, at }: Call<BillingDeps, Caller>,
  { query }: Input<(typeof contract)['subscriptions']>,
) {
  const { database, vault, provider, companiesNamed } = deps
  const [rank, did] = query.cursor === undefined ? [] : cursors.read(vault, query.cursor)
  return database.withTenant('network', async (tx) => {
    const found = await findBilled(tx, provider?.name ?? '', {
      among: query.q ? await companiesNamed(tx, query.q) : null,
      status: query.status ?? null,
      at,
      month: monthOf(at),
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
        last && found.length > query.per_page ? cursors.write(vault, [last.rank, last.did]) : null,
    }
  })
}

function billed({ plans }: BillingDeps, row: BilledRow, name: string, at: Date): BilledCompany {
  const { plan, status, pastDueSince, endsAt, periodStart, periodEnd, used } = row
  const known =
    plan === null || status === null ? undefined : { plan, status, pastDueSince, endsAt }
  const current = plans && planOf(plans, known, at)
  const limit = current?.transfersPerMonth ?? null
  return {
    did: row.did,
    name,
    plan: current?.key ?? 'free',
    status: status ?? 'none',
    access: accessOf(known, at),
    past_due_since: pastDueSince?.toISOString() ?? null,
    grace_ends_at: (known && graceEndOf(known))?.toISOString() ?? null,
    period:
      periodStart && periodEnd
        ? { start: periodStart.toISOString(), end: periodEnd.toISOString() }
        : null,
    provider: row.provider,
    customer_id: row.customerId,
    subscription_id: row.subscriptionId,
    used: Math.max(used, 0),
    limit,
    limit_state: stateOf(used, limit),
    untracked: row.untracked,
    drifts: row.drifts,
    as_of: row.readAt?.toISOString() ?? null,
  }
}
