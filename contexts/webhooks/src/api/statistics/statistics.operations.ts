import type { Input } from '@countersign/contracts'
import type { AttemptStatistics, webhooks } from '@countersign/contracts/webhooks'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { type Buckets, bucketsOf, pastRange, statsRange } from '../../stats-range.rules.ts'
import type { WebhooksTx } from '../../tables.ts'
import {
  showUsage,
  type UsageTask,
  unknownApplications,
  usageOf,
  usagePage,
} from '../../task/index.ts'
import { beginTask } from '../background-task/index.ts'
import { inApplication, inOrganisation } from '../bind.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication, InOrganisation } from '../gate.ts'
import { countByBucket } from './attempt-stats.store.ts'

type Op = typeof webhooks.statistics
type OfApplication = typeof webhooks.application

async function getApplicationStats(
  { database, clock }: Core,
  { orgId, app }: InApplication,
  { query }: Input<OfApplication['getStats']>,
) {
  const span = statsRange(query, clock())
  const row = await database.withTenant(orgId, (tx) => usageOf(tx, orgId, app.id, span))
  return showUsage(row ?? { ...app, destinations: 0 })
}

async function listUsageStats(
  { database, clock }: Core,
  { orgId }: InOrganisation,
  { query }: Input<OfApplication['getUsageStats']>,
) {
  const span = statsRange(query, clock())
  const plan = travel(query, 'ascending')
  const rows = await database.withTenant(orgId, (tx) => usagePage(tx, orgId, span, plan))
  return pageOf(rows, plan, (row) => row.id, showUsage)
}

function aggregateUsage(
  core: Core,
  { orgId }: InOrganisation,
  { body }: Input<Op['aggregateAppStats']>,
) {
  const { since, until } = pastRange(body, core.clock())
  const input: UsageTask = {
    appIds: body.appIds ?? null,
    since: since.getTime(),
    until: until.getTime(),
  }
  return core.database.withTenant(orgId, async (tx) => {
    const unresolvedAppIds = await unknownApplications(tx, orgId, body.appIds ?? [])
    const task = await beginTask(core, tx, orgId, 'application.stats', input)
    return { ...task, unresolvedAppIds }
  })
}

export const aggregateEventTypes = (core: Core, { orgId }: InOrganisation) =>
  core.database.withTenant(orgId, (tx) => beginTask(core, tx, orgId, 'event-type.aggregate', {}))

function getAppAttempts(
  { database, clock }: Core,
  at: InApplication,
  { query }: Input<Op['appAttempts']>,
) {
  const buckets = bucketsOf(query, clock())
  return database.withTenant(at.orgId, (tx) =>
    attempts(tx, at, undefined, buckets, query.event_types),
  )
}

function getEndpointAttempts(
  { database, clock }: Core,
  at: InApplication,
  { endpoint_id, query }: Input<Op['endpointAttempts']>,
) {
  const buckets = bucketsOf(query, clock())
  return database.withTenant(at.orgId, async (tx) =>
    attempts(tx, at, (await endpointIn(tx, at, endpoint_id)).id, buckets),
  )
}

async function attempts(
  tx: WebhooksTx,
  at: InApplication,
  endpointId: string | undefined,
  buckets: Buckets,
  eventTypes?: readonly string[],
): Promise<AttemptStatistics> {
  const { period, size, start, end } = buckets
  const rows = await countByBucket(tx, keyOf(at), endpointId, buckets, eventTypes)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  const places = Array.from({ length: (end - start) / size }, (_, place) => byPlace.get(place))
  return {
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    period,
    data: {
      successCount: places.map((row) => row?.succeeded ?? 0),
      failureCount: places.map((row) => row?.failed ?? 0),
      canceledCount: places.map((row) => row?.canceled ?? 0),
    },
  }
}

export const applicationStats = {
  getStats: inApplication(getApplicationStats),
  getUsageStats: inOrganisation(listUsageStats),
}

export const statistics = {
  appAttempts: inApplication(getAppAttempts),
  endpointAttempts: inApplication(getEndpointAttempts),
  aggregateAppStats: inOrganisation(aggregateUsage),
  aggregateEventTypes: inOrganisation(aggregateEventTypes),
}
