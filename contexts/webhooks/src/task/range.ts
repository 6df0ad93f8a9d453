import { ksuidFloor } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import { findApplication } from '../application.store.ts'
import { type AppKey, findEndpoint } from '../endpoint.store.ts'
import type { WebhooksTx } from '../tables.ts'
import type { StepInput } from './step.ts'

/** What recover and replay are asked for: one endpoint, and when messages were created. */
export const RangeTask = z.object({
  appId: z.string(),
  endpointId: z.string(),
  /** Unix milliseconds; `until` itself is not in the range. */
  since: z.number(),
  until: z.number(),
})
export type RangeTask = z.infer<typeof RangeTask>

const Progress = z.object({
  /** The last message looked at. */
  from: z.optional(z.string()),
  sent: z._default(z.int(), 0),
  /** When the next deliveries become due. */
  next: z._default(z.number(), 0),
})

/** Ids tell time in steps of 1/256 s, so a range of ids is a little wider than its range of time. */
const step = 4

/** A range of messages, by time and by id. */
export type MessageRange = {
  readonly since: Date
  readonly until: Date
  /** Both ends excluded. */
  readonly from: string
  readonly to: string
}

/** The messages of a range of time, Unix milliseconds, its end excluded. */
export const messageRange = (since: number, until: number): MessageRange => ({
  since: new Date(since),
  until: new Date(until),
  from: `msg_${ksuidFloor(since - step)}`,
  to: `msg_${ksuidFloor(until + 2 * step)}`,
})

/** Where a page of recover or replay begins. */
export function rangePage({ orgId, input, progress }: StepInput) {
  const { appId, endpointId, since, until } = z.parse(RangeTask, input)
  const whole = messageRange(since, until)
  const { from = whole.from, sent, next } = z.parse(Progress, progress)
  const range: MessageRange = { ...whole, from }
  const app: AppKey = { orgId, id: appId }
  return { app, endpointId, range, sent, next }
}

/** The endpoint as it is now and its rate; nothing when it gets no deliveries. */
export async function openEndpoint(tx: WebhooksTx, app: AppKey, endpointId: string) {
  const application = await findApplication(tx, app.orgId, app.id)
  const endpoint = await findEndpoint(tx, app, endpointId)
  if (!application || !endpoint || endpoint.disabled) return undefined
  return { endpoint, rate: endpoint.rate_limit ?? application.rate_limit }
}
