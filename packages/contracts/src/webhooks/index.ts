import type { Contract } from '../operation.ts'
import { application } from './application.ts'
import { authentication } from './authentication.ts'
import { endpoint } from './endpoint.ts'
import { eventType } from './event-type.ts'
import { message } from './message.ts'
import { messageAttempt } from './message-attempt.ts'
import { transformationTemplate } from './transformation-template.ts'

export * from './application.ts'
export * from './endpoint.ts'
export * from './endpoint-settings.ts'
export * from './event-type.ts'
export * from './message.ts'
export * from './message-attempt.ts'
export * from './transformation.ts'
export * from './transformation-template.ts'
export { EventTypeName, type MessageStatus, type Ordering } from './values.ts'

/** The webhook-delivery service. Base path `/api/v1`. */
export const webhooks = {
  health: {
    get: {
      method: 'GET',
      path: '/health',
      summary: 'Empty while the service answers',
      access: 'anyone',
      returns: { 204: null },
    },
  },
  application,
  authentication,
  endpoint,
  eventType,
  message,
  messageAttempt,
  transformationTemplate,
} as const satisfies Contract
