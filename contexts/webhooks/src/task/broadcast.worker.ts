import { id } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import { type DeliveryRow, isRouted, type MessageRow, storeBatch } from '../engine/index.ts'
import type { WebhooksTx } from '../tables.ts'
import {
  type BroadcastApplication,
  findForBroadcast,
  lineIn,
  type Which,
} from './broadcast.store.ts'
import { pace } from './pace.rules.ts'
import { pageSize, type Step, type StepInput } from './step.ts'

/** A message for every application. */
export const BroadcastTask = z.object({
  eventType: z.string(),
  eventId: z.nullable(z.string()),
  channels: z.nullable(z.array(z.string())),
  payload: z.string(),
  // Absent in tasks that an earlier release has left.
  contentType: z._default(z.nullable(z.string()), null),
  isText: z._default(z.boolean(), false),
  retentionDays: z.number(),
  tags: z._default(z.nullable(z.array(z.string())), null),
  deliverAt: z._default(z.nullable(z.number()), null),
  orderingKey: z._default(z.nullable(z.string()), null),
})
export type BroadcastTask = z.infer<typeof BroadcastTask>

const Progress = z.object({
  after: z._default(z.string(), ''),
  next: z._default(z.number(), 0),
})

/** Payload that one page may hold in all. */
const maxBytes = 8 * 1024 * 1024
/** How often a page is routed again when endpoints change under it. */
const maxTries = 10

/**
 * Creates one message for each application that was there when the task was asked for. One that has
 * used the eventId already is passed over.
 */
export const broadcastStep: Step = async (tx, page) => {
  const message = z.parse(BroadcastTask, page.input)
  const { after, next } = z.parse(Progress, page.progress)
  const bytes = Buffer.byteLength(message.payload)
  const limit = Math.max(1, Math.min(pageSize, Math.floor(maxBytes / bytes)))
  const choose = (which: Which) => findForBroadcast(tx, page.orgId, page.createdAt, which)

  const found: { appId: string; msgId: string }[] = []
  const first = await choose({ after, limit })
  let applications = first
  let from = next
  for (let tries = 0; applications.length > 0; tries++) {
    if (tries > maxTries) throw new Error('The routes of applications change all the time')
    const made = await store(tx, page, message, applications, from)
    found.push(...made.created)
    from = made.next
    applications = made.stale.length > 0 ? await choose({ ids: made.stale }) : []
  }
  const last = first.at(-1)?.id
  if (first.length < limit || last === undefined) return { found, gathered: 'messagesCreated' }
  return { found, progress: { after: last, next: from } }
}

/** Stores a message in each of these; `stale` are those whose routes have changed meanwhile. */
async function store(
  tx: WebhooksTx,
  { orgId, now }: StepInput,
  message: BroadcastTask,
  applications: readonly BroadcastApplication[],
  from: number,
) {
  const messages: MessageRow[] = []
  const targets: Omit<DeliveryRow, 'claimIn'>[] = []
  for (const { id: appId, endpoints } of applications) {
    const msgId = id('msg', now)
    messages.push({ ...message, orgId, appId, id: msgId })
    for (const endpoint of endpoints)
      if (isRouted(routeOf(endpoint), message))
        targets.push({
          orgId,
          appId,
          msgId,
          endpointId: endpoint.id,
          leased: false,
          orderingKey: endpoint.ordered ? message.orderingKey : null,
        })
  }
  const { due, next } = pace(targets.length, from, now, null)
  const refused = await storeBatch(lineIn(tx), {
    now,
    owner: '',
    messages,
    wake: targets.length > 0,
    deliveries: targets.map((one, place) => ({
      ...one,
      claimIn: Math.max(due[place] ?? now, message.deliverAt ?? 0) - now,
    })),
    routes: new Map(applications.map(({ id: appId, routes }) => [appId, routes])),
  })
  const created = messages
    .filter((row) => !refused.apps.has(row.appId) && !refused.messages.has(row.id))
    .map((row) => ({ appId: row.appId, msgId: row.id }))
  return { created, stale: [...refused.apps], next }
}

const routeOf = ({ filterTypes, channels }: BroadcastApplication['endpoints'][number]) => ({
  disabled: false,
  filterTypes: filterTypes && new Set(filterTypes),
  channels: channels && new Set(channels),
})
