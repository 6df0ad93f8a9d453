import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { ksuidFloor } from '@countersign/kit/ids'
import type { Core } from '../../core.ts'
import { statsRange } from '../../stats-range.rules.ts'
import { countRecoverable, messageRange } from '../../task/index.ts'
import { countByStatus } from '../attempt/index.ts'
import { inApplication } from '../bind.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'

async function getEndpointStats(
  { database, clock }: Core,
  at: InApplication,
  { endpoint_id, query }: Input<typeof webhooks.endpoint.getStats>,
) {
  const range = statsRange(query, clock())
  const ids = {
    fromId: ksuidFloor(range.since.getTime() - 4),
    toId: ksuidFloor(range.until.getTime() + 8),
  }
  return database.withTenant(at.orgId, async (tx) => {
    const { id, disabled } = await endpointIn(tx, at, endpoint_id)
    const counts = await countByStatus(tx, keyOf(at), id, { ...range, ...ids })
    const of = (status: number) => counts.get(status) ?? 0
    const messages = messageRange(range.since.getTime(), range.until.getTime())
    return {
      success: of(0),
      pending: of(1),
      // Nothing is sent to a disabled endpoint, so nothing waits for it.
      fail: of(2) + (disabled ? of(3) : 0),
      sending: disabled ? 0 : of(3),
      canceled: 0,
      recoverable: disabled ? 0 : await countRecoverable(tx, keyOf(at), id, messages, clock()),
    }
  })
}

export const endpointStats = { getStats: inApplication(getEndpointStats) }
