import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import type { Contract } from '../operation.ts'
import { Iterator, Limit, MessageStatus, MessageStatusText, page } from './values.ts'

/** An ordering key whose messages wait because one of them fails. */
export const HeldKey = z.object({
  orderingKey: z.string(),
  /** The message that fails; the others wait for it. */
  msgId: z.string(),
  /** 3 while it is retried. 2: it waits to be resent, recovered or skipped. */
  status: MessageStatus,
  statusText: MessageStatusText,
  /** When it is tried again; null when it isn’t. */
  nextAttempt: z.nullable(Instant),
  /** How many messages wait for it. */
  waiting: z.int(),
})
export type HeldKey = z.infer<typeof HeldKey>

/** What an ordered endpoint waits for. */
export const endpointOrdering = {
  listHeldKeys: {
    method: 'GET',
    path: '/app/{app_id}/endpoint/{endpoint_id}/held-key',
    summary: 'List the ordering keys that a failing message holds back, the longest held first',
    access: 'application',
    query: z.object({ limit: Limit, iterator: Iterator('msg_') }),
    returns: { 200: page(HeldKey) },
  },
} as const satisfies Contract[string]
