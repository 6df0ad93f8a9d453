import * as z from 'zod/mini'
import { Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { permissions } from '../permission.ts'

/** What can wait for somebody. */
export const actionItemTypes = [
  'OUTGOING_AWAITING_APPROVAL',
  'INCOMING_AWAITING_CONFIRMATION',
  'INCOMING_AWAITING_DECISION',
  'DATA_REQUESTED_BY_COUNTERPARTY',
  'TRANSFER_UNREACHABLE',
  'DEPOSIT_WITHOUT_MESSAGE',
  'DOCUMENT_REQUEST_RECEIVED',
  'DOCUMENT_REQUEST_ANSWERED',
  'DDQ_INCOMPLETE',
  'DDQ_EXPIRING',
  'DDQ_QUESTION_RECEIVED',
  'DDQ_QUESTION_ANSWERED',
  'COUNTERPARTY_NOT_REVIEWED',
  'COUNTERPARTY_STATUS_CHANGED',
  'REVIEW_DUE',
  'REVIEW_AWAITING_AGREEMENT',
  'PROFILE_INCOMPLETE',
  'VERIFICATION_ACTION',
  'LEI_LAPSING',
  'LICENCE_CHANGED',
  'JURISDICTION_RULE_CHANGED',
  'GROUP_REQUEST',
  'USER_JOIN_REQUEST',
  'WEBHOOK_ENDPOINT_DISABLED',
  'WEBHOOK_ENDPOINT_FAILING',
  'API_KEY_OLD',
  'SUNRISE_LIMIT_NEAR',
  'PAYMENT_PAST_DUE',
] as const

/** The kind of an action item. */
export type ActionItemType = (typeof actionItemTypes)[number]

/** Something that waits for a person of the company. Its id is the same at each call. */
export const ActionItem = z.object({
  id: z.string(),
  type: z.enum(actionItemTypes),
  severity: z.enum(['high', 'medium', 'low']),
  title: z.string(),
  detail: z.nullable(z.string()),
  dueAt: z.nullable(Instant),
  createdAt: Instant,
  /** What it is about: kind and id, from which the screen makes a link. */
  entityRef: z.object({
    type: z.enum([
      'company',
      'registry',
      'verification',
      'counterparty',
      'documentRequest',
      'questionnaire',
      /** Its id is the company that owns the questionnaire. */
      'questionnaireQuestion',
      'group',
      'joinRequest',
      'apiCredential',
      'webhookEndpoint',
      'jurisdiction',
      'subscription',
      'usage',
      /** An empty id: many of them. */
      'transaction',
    ]),
    id: z.string(),
  }),
  requiredPermission: z.enum(permissions),
  resolvedAt: z.nullable(Instant),
})
export type ActionItem = z.infer<typeof ActionItem>

/** What a source says before the list is made: an item without an end is open. */
export type OpenItem = Omit<ActionItem, 'resolvedAt'>

/** The product's to-do list. Base path `/api`. */
export const actionItems = {
  list: {
    method: 'GET',
    path: '/tf/vasps/{did}/action-items',
    summary: 'List the caller’s action items in this company, most urgent first',
    access: canIn('trustframework.getVASP', 'did'),
    transaction: 'own',
    query: z.object({ since: z.optional(z.iso.datetime({ offset: true })) }),
    returns: {
      200: z.object({
        items: z.array(ActionItem),
        /** Sources that could not be asked: what they know is missing from the list. */
        unavailable: z.array(z.string()),
      }),
    },
  },
} as const satisfies Contract[string]
