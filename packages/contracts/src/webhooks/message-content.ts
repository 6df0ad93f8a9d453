import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { TaskStarted } from './background-task.ts'
import { Channels, EventTypeName, Name, noneTwice } from './values.ts'

/** Whether a message would go anywhere, and erasing the payloads of many. */
export const messageContent = {
  precheck: {
    method: 'POST',
    path: '/app/{app_id}/msg/precheck/active',
    summary: 'Check whether any endpoint would receive such a message',
    access: 'organisation',
    body: z.object({
      eventType: EventTypeName,
      channels: z.optional(z.nullable(Channels(5))),
    }),
    returns: { 200: z.object({ active: z.boolean() }) },
  },
  bulkExpungeContent: {
    method: 'POST',
    path: '/app/{app_id}/msg/bulk-expunge',
    summary: 'Erase the payloads of some messages; they won’t be sent again',
    access: 'organisation',
    body: z.object({
      /** Ids or eventIds. */
      ids: z._default(
        z
          .array(Name(256))
          .check(z.maxLength(1000, 'At most 1000 ids'), z.refine(noneTwice, 'ids must be unique.')),
        [],
      ),
    }),
    bodyLimit: 512 * 1024,
    returns: {
      200: z.object({ results: z.record(z.string(), z.enum(['expunged', 'not-found'])) }),
    },
  },
  expungeAllContents: {
    method: 'POST',
    path: '/app/{app_id}/msg/expunge-all-contents',
    summary: 'Erase the payloads of all the application’s messages in the background',
    access: 'organisation',
    returns: { 202: TaskStarted },
  },
} as const satisfies Contract[string]
