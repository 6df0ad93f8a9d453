import type { OpenItem } from '@countersign/contracts/trust'
import type { BillingDeps } from '../deps.ts'
import { findPayer, findStanding, graceEndOf, planOf, stateOf } from '../plan/index.ts'
import { groupReached, monthOf, unitsOfGroup } from '../usage/index.ts'

/** What waits for whoever looks after a company’s bills: a limit that is near or reached, and a late payment. */
export function billingItems(
  { database, plans }: Pick<BillingDeps, 'database' | 'plans'>,
  did: string,
  at: Date,
): Promise<OpenItem[]> {
  if (!plans) return Promise.resolve([])
  return database.withTenant(did, async (tx) => {
    const payer = await findPayer(tx, did, at)
    const known = await findStanding(tx, payer)
    const items: OpenItem[] = []
    const isLate = known?.status === 'past_due' || known?.status === 'unpaid'
    if (known && isLate && payer === did) {
      const end = graceEndOf(known)
      items.push({
        id: `PAYMENT_PAST_DUE:${did}`,
        type: 'PAYMENT_PAST_DUE',
        severity: 'high',
        title: 'Your last payment failed',
        detail: 'Update your payment method to keep full access.',
        dueAt: end?.toISOString() ?? null,
        createdAt: (known.pastDueSince ?? known.readAt).toISOString(),
        entityRef: { type: 'subscription', id: did },
        requiredPermission: 'payment.subscriptionInfo',
      })
    }
    const limit = planOf(plans, known, at).transfersPerMonth
    if (limit === null) return items
    const month = monthOf(at)
    const { start, end } = month
    const used = await unitsOfGroup(tx, at, month)
    const state = stateOf(used, limit)
    if (state === 'ok') return items
    const isReached = state === 'reached'
    // Since it was near; with a limit of none, since the month began.
    const since = await groupReached(tx, at, start, Math.ceil(limit * 0.8))
    items.push({
      id: `SUNRISE_LIMIT_NEAR:${start.toISOString().slice(0, 7)}`,
      type: 'SUNRISE_LIMIT_NEAR',
      severity: isReached ? 'high' : 'medium',
      title: isReached
        ? `Limit reached: ${used} of ${limit} transfers sent this month`
        : `${used} of ${limit} transfers sent this month`,
      detail: isReached ? 'Further transfers wait. Choose another plan to send them.' : null,
      dueAt: end.toISOString(),
      createdAt: (limit === 0 ? start : (since ?? start)).toISOString(),
      entityRef: { type: 'usage', id: did },
      requiredPermission: 'payment.subscriptionInfo',
    })
    return items
  })
}
