import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { TaskStarted } from './background-task.ts'
import { MessageIn, maxMessageBytes } from './message.ts'
import { Unsupported } from './values.ts'

/** An event to send to every application of the organisation. */
export const MessageBroadcastIn = z.extend(MessageIn, {
  /** It goes to those that are there. */
  application: Unsupported('application'),
})
export type MessageBroadcastIn = z.infer<typeof MessageBroadcastIn>

/** One message for all. */
export const messageBroadcast = {
  broadcast: {
    method: 'POST',
    path: '/msg/broadcast',
    summary: 'Send a message to every application',
    access: 'organisation',
    body: MessageBroadcastIn,
    bodyLimit: maxMessageBytes,
    raw: ['payload'],
    aliases: { data: 'payload' },
    returns: { 202: TaskStarted },
  },
} as const satisfies Contract[string]
