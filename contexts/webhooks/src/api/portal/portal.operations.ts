import type { Input, Output } from '@countersign/contracts'
import {
  BackgroundTaskStatus,
  BackgroundTaskType,
  capabilities,
  type webhooks,
} from '@countersign/contracts/webhooks'
import { ksuidFloor } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { settingsOf } from '../../settings.ts'
import { statsRange } from '../../stats-range.rules.ts'
import { countMissing, findEndpointTasks, messageRange } from '../../task/index.ts'
import { hasCapability } from '../../token/index.ts'
import { reach } from '../background-task/index.ts'
import { inApplication } from '../bind.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { findFailing } from './failing.store.ts'

/** What the caller's own token opens, so that the screens offer nothing that would be refused. */
async function getPortalSession(
  core: Core,
  { orgId, app, bearer }: InApplication,
): Promise<Output<(typeof webhooks)['portal']['session']>> {
  const settings = await core.database.withTenant(orgId, (tx) => settingsOf(core, tx, orgId))
  const { expiresAt } = bearer
  return {
    appId: app.id,
    name: app.name,
    displayName: settings.displayName,
    capabilities: capabilities.filter((one) => hasCapability(bearer.capabilities, one)),
    readOnly: bearer.readOnly === true || settings.readOnly,
    expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : null,
    settings,
    delivery: {
      retryScheduleMs: [...core.retryScheduleMs],
      timeoutMs: core.timeoutMs,
      disableAfterMs: settings.disableEndpointOnFailure ? core.disableAfterMs : null,
    },
  }
}

/** Which endpoints take nothing, since when and why, and when they will be disabled for it. */
const listFailing = (
  core: Core,
  at: InApplication,
): Promise<Output<(typeof webhooks)['portal']['failing']>> =>
  core.database.withTenant(at.orgId, async (tx) => {
    const rows = await findFailing(tx, keyOf(at))
    const { disableEndpointOnFailure } = await settingsOf(core, tx, at.orgId)
    const data = rows.map(({ id, failingSince, since, lastAt, ...row }) => ({
      ...row,
      endpointId: id,
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
      disablesAt:
        failingSince && !row.disabled && disableEndpointOnFailure
          ? new Date(failingSince.getTime() + core.disableAfterMs).toISOString()
          : null,
    }))
    return { data }
  })

const Sent = z.object({ sent: z.optional(z.int()), messagesSent: z.optional(z.int()) })

/** What runs, or ran, on the application’s endpoints. */
async function listEndpointTasks(
  { database, clock }: Core,
  at: InApplication,
  { query: { endpoint_id, ...query } }: Input<(typeof webhooks)['portal']['tasks']>,
): Promise<Output<(typeof webhooks)['portal']['tasks']>> {
  const plan = travel(query, 'descending')
  const from = `qtask_${ksuidFloor(clock() - reach)}`
  const rows = await database.withTenant(at.orgId, (tx) =>
    findEndpointTasks(tx, keyOf(at), endpoint_id, from, plan),
  )
  return pageOf(
    rows,
    plan,
    ({ id }) => id,
    ({ id, task, status, data, progress, endpoint_id: endpointId, ...times }) => ({
      id,
      task: z.parse(BackgroundTaskType, task),
      status: z.parse(BackgroundTaskStatus, status),
      endpointId: endpointId ?? '',
      messagesSent: z.parse(Sent, data).messagesSent ?? z.parse(Sent, progress).sent ?? 0,
      createdAt: times.created_at.toISOString(),
      updatedAt: times.updated_at.toISOString(),
    }),
  )
}

/** How many messages a replay of this range would send. */
async function countMissingMessages(
  { database, clock }: Core,
  at: InApplication,
  { endpoint_id, query }: Input<(typeof webhooks)['portal']['missing']>,
): Promise<Output<(typeof webhooks)['portal']['missing']>> {
  const { since, until } = statsRange(query, clock())
  return database.withTenant(at.orgId, async (tx) => {
    const endpoint = await endpointIn(tx, at, endpoint_id)
    if (endpoint.disabled) return { count: 0, isWhole: true }
    const range = messageRange(since.getTime(), until.getTime())
    return countMissing(tx, keyOf(at), endpoint, range, clock())
  })
}

export const portal = {
  session: inApplication(getPortalSession),
  failing: inApplication(listFailing),
  tasks: inApplication(listEndpointTasks),
  missing: inApplication(countMissingMessages),
}
