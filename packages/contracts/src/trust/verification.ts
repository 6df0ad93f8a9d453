import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import type { Permission } from '../permission.ts'
import { ListedVasp, type Vasp, Version, verificationStatuses } from './vasp.ts'

/** How far a company has been verified. */
export type VerificationStatus = Vasp['verificationStatus']

/** One move of the verification: from which states, to which, and whose permission it takes. */
type Move = {
  readonly from: readonly VerificationStatus[]
  readonly to: VerificationStatus
  readonly permission: Permission
  /** What a button says. */
  readonly label: string
}

/**
 * The moves that people make. Only holders of `trustframework.tfUpdate`, which is the internal admin,
 * move a company into VERIFIED, REJECTED or SUSPENDED.
 */
export const verificationMoves = {
  submit: {
    from: ['UNVERIFIED'],
    to: 'SUBMITTED',
    permission: 'trustframework.updateVASP',
    label: 'Submit for verification',
  },
  appeal: {
    from: ['REJECTED'],
    to: 'SUBMITTED',
    permission: 'trustframework.updateVASP',
    label: 'Appeal',
  },
  renew: {
    from: ['EXPIRED'],
    to: 'PENDING_REVIEW',
    permission: 'trustframework.updateVASP',
    label: 'Request renewal',
  },
  take: {
    from: ['SUBMITTED'],
    to: 'PENDING_REVIEW',
    permission: 'trustframework.tfUpdate',
    label: 'Take into review',
  },
  approve: {
    from: ['PENDING_REVIEW'],
    to: 'VERIFIED',
    permission: 'trustframework.tfUpdate',
    label: 'Approve',
  },
  reject: {
    from: ['PENDING_REVIEW'],
    to: 'REJECTED',
    permission: 'trustframework.tfUpdate',
    label: 'Reject',
  },
  suspend: {
    from: ['VERIFIED'],
    to: 'SUSPENDED',
    permission: 'trustframework.tfUpdate',
    label: 'Suspend',
  },
  reopen: {
    from: ['SUSPENDED'],
    to: 'PENDING_REVIEW',
    permission: 'trustframework.tfUpdate',
    label: 'Reopen the review',
  },
} as const satisfies Record<string, Move>

/** The name of a move. */
export type VerificationAction = keyof typeof verificationMoves

/** The names of the moves, in the order of the page. */
export const verificationActions = Object.keys(verificationMoves) as [
  VerificationAction,
  ...VerificationAction[],
]

/** A move by its name, with its states as plain lists. */
export const moveOf = (action: VerificationAction): Move => verificationMoves[action]

/** Why a move cannot be made from a state, or undefined when it can. */
export function moveReason(
  action: VerificationAction,
  status: VerificationStatus,
): string | undefined {
  if (moveOf(action).from.includes(status)) return undefined
  return `Not possible: ${statusSentences[status]}`
}

/** The states in sentences, without the full stop. */
export const statusSentences: Readonly<Record<VerificationStatus, string>> = {
  UNVERIFIED: 'verification hasn’t started',
  SUBMITTED: 'submitted for verification',
  PENDING_REVIEW: 'verification is in review',
  VERIFIED: 'verification is complete',
  REJECTED: 'verification was rejected',
  EXPIRED: 'verification has expired',
  SUSPENDED: 'verification is suspended',
}

/** What the network looks into before it approves; all of them are needed. */
export const verificationChecks = {
  domain: 'Controls its domain',
  registration: 'Exists in a company register',
  licence: 'Holds the stated licence',
  authority: 'The submitter is authorised to act for it',
  screening: 'Company and owners aren’t on any sanctions list',
} as const

/** The name of a check. */
export type VerificationCheck = keyof typeof verificationChecks

/**
 * The fields whose change ends a verification, because it was given for their old values: who the company
 * is, and what it is allowed to do.
 */
export const materialFields: ReadonlySet<string> = new Set([
  'name',
  'legalName',
  'otherNames',
  'website',
  'lei',
  'regulatoryAuthorities',
  'regulatoryStatus',
  'businessNumber',
  'incorporationCountry',
  'certificates',
])

const check = z.enum(Object.keys(verificationChecks) as [VerificationCheck, ...VerificationCheck[]])

/** One move that was made. */
const VerificationEntry = z.object({
  id: z.string(),
  action: z.enum([...verificationActions, 'expire']),
  from: z.enum(verificationStatuses),
  to: z.enum(verificationStatuses),
  note: z.string(),
  /** Ids of documents. */
  evidence: z.array(z.string()),
  checks: z.array(check),
  /** Whether the company, the network or the clock made the move. */
  by: z.enum(['company', 'network', 'system']),
  at: Instant,
})
export type VerificationEntry = z.infer<typeof VerificationEntry>

/** Where a company stands, and how it came there, newest first. */
export const Verification = z.object({
  did: Did,
  status: z.enum(verificationStatuses),
  /** When it has to be renewed; null unless verified. */
  expiresAt: z.nullable(Instant),
  history: z.array(VerificationEntry),
})
export type Verification = z.infer<typeof Verification>

const QueueEntry = z.object({ vasp: ListedVasp, since: Instant })

/** A move of a verification. */
export const VerificationMoveIn = z.strictObject({
  action: z.enum(verificationActions),
  note: z.string().check(z.trim(), z.minLength(1, 'Enter a note'), z.maxLength(2000)),
  evidence: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(20)),
    [],
  ),
  checks: z._default(z.array(check).check(z.maxLength(5)), []),
  /** The `version` of the company that was looked at; another one by now is a conflict. */
  version: z.optional(Version),
})

/** Verification of companies. Base path `/api`. */
export const verification = {
  get: {
    method: 'GET',
    path: '/tf/vasps/{did}/verification',
    summary: 'Get your own company’s verification status and history',
    access: canIn('trustframework.getVASP', 'did'),
    returns: { 200: Verification },
  },
  move: {
    method: 'POST',
    path: '/tf/vasps/{did}/verification',
    summary:
      'Change the verification status: submit, appeal, renew; take, approve, reject, suspend',
    access: canIn('trustframework.updateVASP', 'did'),
    body: VerificationMoveIn,
    returns: { 200: Verification },
  },
  queue: {
    method: 'GET',
    path: '/tf/verification/queue',
    summary: 'List companies awaiting verification, oldest first; at most 100',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ total: z.int(), companies: z.array(QueueEntry) }) },
  },
} as const satisfies Contract[string]
