import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { ksuidFloor } from '@countersign/kit/ids'
import { countByStatus } from './attempt-list.store.ts'
import type { Core } from './core.ts'
import { endpointIn, keyOf } from './endpoint-access.ts'
import type { InApplication } from './gate.ts'
import { statsRange } from './stats-range.rules.ts'

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
