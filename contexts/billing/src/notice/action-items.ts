import type { OpenItem } from '@countersign/contracts/trust'
import type { BillingDeps } from '../deps.ts'
import { findPayer, findStanding, graceEndOf, type Known, planOf, stateOf } from '../plan/index.ts'
import { groupReached, monthOf, type Period, unitsOfGroup } from '../usage/index.ts'

type Deps = Pick<BillingDeps, 'database' | 'plans' | 'questionnairesSince'>

/**
 * What waits for whoever looks after a company’s bills: a limit of this month that is near or reached, and a late
 * payment. What a plan covers at any time is said where one would add to it.
 */
export function billingItems(
  { database, plans, questionnairesSince }: Deps,
  did: string,
  at: Date,
): Promise<OpenItem[]> {
  if (!plans) return Promise.resolve([])
  return database.withTenant(did, async (tx) => {
    const payer = await findPayer(tx, did, at)
    const known = await findStanding(tx, payer)
    const plan = planOf(plans, known, at)
    const month = monthOf(at)
    const { start } = month
    const asked = await questionnairesSince(tx, did, start)
    const transfers = await nearItem(did, month, {
      mark: '',
      what: 'transfers sent',
      limit: plan.transfersPerMonth,
      used: await unitsOfGroup(tx, at, month),
      nth: (units) => groupReached(tx, at, start, units),
      beyond: 'Further transfers wait. Choose another plan to send them.',
    })
    const questionnaires = await nearItem(did, month, {
      mark: ':questionnaires',
      what: 'questionnaires requested',
      limit: plan.questionnairesPerMonth ?? null,
      used: asked.length,
      nth: async (count) => asked[count - 1],
      beyond: 'Choose another plan to request more this month.',
    })
    return [...late(did, payer, known), ...transfers, ...questionnaires]
  })
}

function late(did: string, payer: string, known: Known | undefined): OpenItem[] {
  const isLate = known?.status === 'past_due' || known?.status === 'unpaid'
  if (!known || !isLate || payer !== did) return []
  return [
    {
      id: `PAYMENT_PAST_DUE:${did}`,
      type: 'PAYMENT_PAST_DUE',
      severity: 'high',
      title: 'Your last payment failed',
      detail: 'Update your payment method to keep full access.',
      dueAt: graceEndOf(known)?.toISOString() ?? null,
      createdAt: (known.pastDueSince ?? known.readAt).toISOString(),
      entityRef: { type: 'subscription', id: did },
      requiredPermission: 'payment.subscriptionInfo',
    },
  ]
}

type Use = {
  /** Tells its items from those of other limits. */
  readonly mark: string
  readonly what: string
  readonly limit: number | null
  readonly used: number
  /** When so many were used. */
  readonly nth: (count: number) => Promise<Date | null | undefined>
  /** What happens to more of them. */
  readonly beyond: string
}

/** From four fifths of a limit on. */
async function nearItem(
  did: string,
  { start, end }: Period,
  { mark, what, limit, used, nth, beyond }: Use,
): Promise<OpenItem[]> {
  const state = stateOf(used, limit)
  if (limit === null || state === 'ok') return []
  const isReached = state === 'reached'
  // Since it was near; with a limit of none, since the month began.
  const since = limit === 0 ? start : await nth(Math.ceil(limit * 0.8))
  return [
    {
      id: `SUNRISE_LIMIT_NEAR:${start.toISOString().slice(0, 7)}${mark}`,
      type: 'SUNRISE_LIMIT_NEAR',
      severity: isReached ? 'high' : 'medium',
      title: isReached
        ? `Limit reached: ${used} of ${limit} ${what} this month`
        : `${used} of ${limit} ${what} this month`,
      detail: isReached ? beyond : null,
      dueAt: end.toISOString(),
      createdAt: (since ?? start).toISOString(),
      entityRef: { type: 'usage', id: did },
      requiredPermission: 'payment.subscriptionInfo',
    },
  ]
}
