import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { MessageOut } from './message.ts'
import { Iterator, Limit, page } from './values.ts'

/** Messages that wait for their `deliverAt`. */
export const messageScheduled = {
  listScheduled: {
    method: 'GET',
    path: '/app/{app_id}/scheduled-msg',
    summary: 'List scheduled messages in the order they were created',
    access: 'application',
    query: z.object({ limit: Limit, iterator: Iterator('msg_') }),
    raw: ['payload'],
    returns: { 200: page(MessageOut) },
  },
  sendNow: {
    method: 'POST',
    path: '/app/{app_id}/msg/{msg_id}/send-now',
    summary: 'Send a scheduled message now',
    access: 'application',
    returns: { 204: null },
  },
  cancel: {
    method: 'POST',
    path: '/app/{app_id}/msg/{msg_id}/cancel',
    summary: 'Cancel a scheduled message; it won’t be sent',
    access: 'application',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
