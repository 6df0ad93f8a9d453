import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { MessageIn, maxMessageBytes } from './message.ts'
import { MessageAttemptOut } from './message-attempt.ts'
import { Unsupported } from './values.ts'

/** Messages that are sent to see what one endpoint does with them. */
export const messageTest = {
  testAttempt: {
    method: 'POST',
    path: '/app/{app_id}/endpoint/{endpoint_id}/msg/test-attempt',
    summary: 'Send a test message to this endpoint only, once, and return the result',
    access: 'application',
    // It is sent at once.
    body: z.extend(MessageIn, { deliverAt: Unsupported('deliverAt') }),
    bodyLimit: maxMessageBytes,
    raw: ['payload'],
    aliases: { data: 'payload' },
    returns: { 201: MessageAttemptOut },
  },
} as const satisfies Contract[string]
