import * as z from 'zod/mini'
import { Cursor, Did, Instant, WholeText } from '../common.ts'
import { dayText } from '../day-text.ts'
import { type Contract, can, canIn } from '../operation.ts'
import type { Permission } from '../permission.ts'
import { DocumentType } from './document-type.ts'

/** How far a request for documents has come. */
export const documentRequestStatuses = [
  'WAITING_FOR_INFORMATION',
  'PENDING',
  'APPROVED',
  'DECLINED',
  'REVOKED',
  'WITHDRAWN',
] as const
export type DocumentRequestStatus = (typeof documentRequestStatuses)[number]

/** What one company asks of another, as both see it. */
export const DocumentRequest = z.object({
  id: z.string(),
  ownerDid: Did,
  ownerName: z.string(),
  requestingVASPdid: Did,
  requestingVASPName: z.string(),
  documentType: z.string(),
  status: z.enum(documentRequestStatuses),
  /** What the requester wrote. */
  message: z.nullable(z.string()),
  /** What the owner wrote when declining or revoking. */
  reason: z.nullable(z.string()),
  requestedAt: Instant,
  /** When the requester hopes for an answer; null once there is one. */
  dueAt: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
  /** Until when an approval holds. */
  expiresAt: z.nullable(Instant),
  remindedAt: z.nullable(Instant),
  /** Questions about the questionnaire that wait for its owner, while it is shared. */
  openQuestions: z.int(),
  /** Questions with an answer that the requester hasn’t resolved, while it is shared. */
  answeredQuestions: z.int(),
  updatedAt: Instant,
})
export type DocumentRequest = z.infer<typeof DocumentRequest>

/** The moves of a request. `null` is a request that was never made. */
export const documentRequestActions = {
  REQUEST: {
    from: [null, 'DECLINED', 'REVOKED', 'APPROVED', 'WITHDRAWN'],
    to: 'PENDING',
    side: 'requester',
    permission: 'trustframework.updateVASP',
  },
  APPROVE: {
    from: ['PENDING'],
    to: 'APPROVED',
    side: 'owner',
    permission: 'trustframework.uploadVASPDocument',
  },
  DECLINE: {
    from: ['PENDING', 'WAITING_FOR_INFORMATION'],
    to: 'DECLINED',
    side: 'owner',
    permission: 'trustframework.uploadVASPDocument',
  },
  REVOKE: {
    from: ['APPROVED'],
    to: 'REVOKED',
    side: 'owner',
    permission: 'trustframework.uploadVASPDocument',
  },
  /** The owner gives access that nobody asked for: to the questionnaire alone, since documents have grants. */
  SHARE: {
    from: [
      null,
      'WAITING_FOR_INFORMATION',
      'PENDING',
      'APPROVED',
      'DECLINED',
      'REVOKED',
      'WITHDRAWN',
    ],
    to: 'APPROVED',
    side: 'owner',
    permission: 'trustframework.uploadVASPDocument',
  },
  /** The owner takes a refusal back, and the request waits for an answer again. */
  REOPEN: {
    from: ['DECLINED', 'REVOKED'],
    to: 'PENDING',
    side: 'owner',
    permission: 'trustframework.uploadVASPDocument',
  },
  /** The requester no longer wants what nobody has answered. */
  WITHDRAW: {
    from: ['PENDING', 'WAITING_FOR_INFORMATION'],
    to: 'WITHDRAWN',
    side: 'requester',
    permission: 'trustframework.updateVASP',
  },
} as const satisfies Record<
  string,
  {
    from: readonly (DocumentRequestStatus | null)[]
    to: DocumentRequestStatus
    side: 'owner' | 'requester'
    permission: Permission
  }
>
export type DocumentRequestAction = keyof typeof documentRequestActions
const actionNames = [
  'REQUEST',
  'APPROVE',
  'SHARE',
  'DECLINE',
  'REVOKE',
  'REOPEN',
  'WITHDRAW',
] as const satisfies DocumentRequestAction[]

/** Days that an approval holds when the owner names no other end. */
export const approvalDays = 7
/** Days for an answer when the requester names no other. */
export const answerDays = 14
/** Days before a company may ask again for what was declined or revoked. */
export const askAgainDays = 30
/** Days before a company may ask again for what it withdrew: each time, the other company is notified. */
export const askAfterWithdrawalDays = 1
/** Days between two reminders. */
export const reminderDays = 3
const day = 86_400_000

type Standing = Pick<
  DocumentRequest,
  'status' | 'decidedAt' | 'expiresAt' | 'requestedAt' | 'remindedAt'
>

/** Whether an approval still holds. */
export const isGranted = ({ status, expiresAt }: Standing, now: number): boolean =>
  status === 'APPROVED' && expiresAt !== null && Date.parse(expiresAt) > now

/** Why an action cannot be taken now, in a sentence, and from when it can; undefined when it can. */
export function documentRequestRefusal(
  action: DocumentRequestAction,
  request: Standing | null,
  now: number,
): { reason: string; from?: number } | undefined {
  const from: readonly (DocumentRequestStatus | null)[] = documentRequestActions[action].from
  if (!from.includes(request?.status ?? null))
    return { reason: standings[request?.status ?? 'NONE'] }
  if (!request) return undefined
  if (action === 'REVOKE' && !isGranted(request, now)) return { reason: 'This access has ended' }
  if (action === 'SHARE' && isGranted(request, now))
    return { reason: 'This company already has access' }
  if (action !== 'REQUEST') return undefined
  if (isGranted(request, now)) return { reason: standings.APPROVED }
  if (request.status === 'APPROVED') return undefined
  const wait = request.status === 'WITHDRAWN' ? askAfterWithdrawalDays : askAgainDays
  const again = Date.parse(request.decidedAt ?? request.requestedAt) + wait * day
  return now < again ? { reason: `You can ask again on ${dayText(again)}`, from: again } : undefined
}

const standings = {
  NONE: 'No such request',
  WAITING_FOR_INFORMATION: 'The company doesn’t have this information yet',
  PENDING: 'This request is awaiting an answer',
  APPROVED: 'This request was approved',
  DECLINED: 'This request was declined',
  REVOKED: 'Access was revoked',
  WITHDRAWN: 'This request was withdrawn',
} as const satisfies Record<DocumentRequestStatus | 'NONE', string>

/** Why the owner cannot be reminded now; undefined when it can. */
export function reminderRefusal(request: Standing, now: number): string | undefined {
  if (request.status !== 'PENDING' && request.status !== 'WAITING_FOR_INFORMATION')
    return standings[request.status]
  const last = Date.parse(request.remindedAt ?? request.requestedAt)
  const next = last + reminderDays * day
  return now < next ? `You can send a reminder from ${dayText(next)}` : undefined
}

const Page = {
  limit: z._default(WholeText(1, 100), 50),
  /** Opaque place in the list, from `next`. */
  cursor: z.optional(Cursor),
}

const metadata = z.string().check(z.trim(), z.maxLength(1000))

/** Asking other companies for documents, and answering. */
export const documentRequest = {
  list: {
    method: 'GET',
    path: '/tf/vasps/{did}/documents/requests',
    summary:
      'List requests to a company; with `outgoing-requests` in place of its DID, requests sent by the viewer’s companies',
    access: can('trustframework.getVASP'),
    query: z.object({
      requestingVASPdid: z.optional(Did),
      status: z.optional(z.enum(documentRequestStatuses)),
      ...Page,
    }),
    returns: {
      200: z.object({ requests: z.array(DocumentRequest), next: z.nullable(z.string()) }),
    },
  },
  act: {
    method: 'POST',
    path: '/tf/vasps/{did}/documents/requests',
    summary:
      'Request documents from a company, or as that company approve, decline, revoke or reopen a request; WITHDRAW takes back one’s own, SHARE opens the questionnaire unasked',
    access: can('trustframework.getVASP'),
    query: z.object({
      requestingVASPdid: Did,
      documentType: DocumentType,
      accessAction: z.enum(actionNames),
      /** A message or a reason in words. DECLINE needs one. */
      metadata: z.optional(metadata),
      /** With REQUEST: in how many days an answer is hoped for. */
      answerInDays: z._default(WholeText(1, 90), answerDays),
      /** With APPROVE and SHARE: until when the access holds; seven days when absent, a year at the most. */
      expiresAt: z.optional(Instant),
      /** With APPROVE: the documents of this type to open, joined by commas; all of them when absent. */
      documentIds: z.optional(
        z.string().check(z.maxLength(6000), z.regex(/^\w{1,64}(,\w{1,64})*$/)),
      ),
    }),
    returns: { 200: DocumentRequest },
  },
  remind: {
    method: 'POST',
    path: '/tf/vasps/{did}/documents/outgoing-requests/{requestId}/remind',
    summary: 'Send a reminder to the admins of the company asked',
    access: canIn('trustframework.updateVASP', 'did', { people: 'own' }),
    transaction: 'own',
    returns: { 200: DocumentRequest },
  },
} as const satisfies Contract[string]
