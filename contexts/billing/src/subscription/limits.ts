import type { Input } from '@countersign/contracts'
import {
  type CountedThing,
  type subscription as contract,
  countedThings,
  type Limits,
} from '@countersign/contracts/billing'
import type { Call } from '@countersign/kit/handlers'
import type { BillingDeps, Caller } from '../deps.ts'
import { findPayer, findStanding, type Plan, planOf, stateOf } from '../plan/index.ts'
import type { BillingTx } from '../tables.ts'
import { companiesOf, groupReached, monthOf, type Period, unitsOfGroup } from '../usage/index.ts'

type Limit = Limits['limits'][number]

/** How much of each limit is used. While the webhook service is away, its endpoints are left out. */
export async function limits(
  { deps, at }: Call<BillingDeps, Caller>,
  { vaspDID: company }: Input<(typeof contract)['limits']>,
): Promise<Limits> {
  const endpoints = await deps.endpointsOf(company)
  return deps.database.withTenant(company, async (tx) => {
    const payer = await findPayer(tx, company, at)
    const plan = deps.plans && planOf(deps.plans, await findStanding(tx, payer), at)
    const month = monthOf(at)
    const asked = await deps.questionnairesSince(tx, company, month.start)
    const used = { ...(await deps.counted(tx, company)), webhook_endpoints: endpoints }
    return {
      plan: plan?.key ?? 'free',
      companies: await companiesOf(tx, payer, at),
      limits: [
        await transfersIn(tx, plan, month, at),
        questionnairesIn(asked, plan, month),
        ...countedThings.flatMap((key) => countedNow(key, used[key], plan) ?? []),
      ],
    }
  })
}

async function transfersIn(
  tx: BillingTx,
  plan: Plan | undefined,
  month: Period,
  at: Date,
): Promise<Limit> {
  const limit = plan?.transfersPerMonth ?? null
  const used = Math.max(0, await unitsOfGroup(tx, at, month))
  const since =
    limit === null || used < limit
      ? null
      : limit === 0
        ? month.start
        : await groupReached(tx, at, month.start, limit)
  return {
    key: 'outgoing_sent',
    used,
    limit,
    state: stateOf(used, limit),
    reached_at: since?.toISOString() ?? null,
    resets_at: month.end.toISOString(),
  }
}

function questionnairesIn(asked: readonly Date[], plan: Plan | undefined, month: Period): Limit {
  const limit = plan?.questionnairesPerMonth ?? null
  const isReached = limit !== null && asked.length >= limit
  return {
    key: 'ddq_requests',
    used: asked.length,
    limit,
    state: stateOf(asked.length, limit),
    reached_at: isReached ? (asked[limit - 1] ?? month.start).toISOString() : null,
    resets_at: month.end.toISOString(),
  }
}

/** Nothing is said of what can’t be counted now. */
function countedNow(
  key: CountedThing,
  used: number | undefined,
  plan: Plan | undefined,
): Limit | undefined {
  if (used === undefined) return undefined
  const limit = plan?.counted?.[key] ?? null
  return { key, used, limit, state: stateOf(used, limit), reached_at: null, resets_at: null }
}
