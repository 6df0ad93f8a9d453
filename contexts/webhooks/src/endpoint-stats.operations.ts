import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { ksuidFloor } from '@countersign/kit/ids'
import { countByStatus } from './attempt-list.store.ts'
import type { Core } from './core.ts'
import { endpointIn, keyOf } from './endpoint-access.ts'
import type { InApplication } from './gate.ts'

const days28 = 28 * 24 * 3_600_000
const grace = 5 * 60_000

/** A range of time of 28 days at the most, by default the last ones. @throws 400 */
export function statsRange(
  asked: { since?: Date | undefined; until?: Date | undefined },
  now: number,
): { since: Date; until: Date } {
  const until = asked.until ?? new Date(now)
  const since = asked.since ?? new Date(until.getTime() - days28)
  const refuse = (detail: string) => fail('bad_request', detail, { wire: 'invalid_range' })
  if (until.getTime() > now) throw refuse("'until' cannot be in the future")
  if (since > until) throw refuse("'since' cannot be after 'until'")
  if (until.getTime() - since.getTime() > days28 + grace)
    throw refuse(`'since' cannot be more than 28 days prior to ${until.toISOString()}`)
  return { since, until }
}

export async function getEndpointStats(
  { database, clock }: Core,
  at: InApplication,
  { endpoint_id, query }: Input<typeof webhooks.endpoint.getStats>,
) {
  const range = statsRange(query, clock())
  const ids = {
    fromId: ksuidFloor(range.since.getTime() - 4),
    toId: ksuidFloor(range.until.getTime() + 8),
  }
  const counts = await database.withTenant(at.orgId, async (tx) => {
    const { id } = await endpointIn(tx, at, endpoint_id)
    return countByStatus(tx, keyOf(at), id, { ...range, ...ids })
  })
  const of = (status: number) => counts.get(status) ?? 0
  return { success: of(0), pending: of(1), fail: of(2), sending: of(3), canceled: 0 }
}
