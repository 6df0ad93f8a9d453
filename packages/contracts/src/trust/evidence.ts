import * as z from 'zod/mini'
import { Did, Instant, Whole, WholeText } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import type { Permission } from '../permission.ts'
import { DocumentType } from './document-type.ts'

/** Where a document stands that a company shows the network to be verified. */
export const evidenceStatuses = ['WAITING', 'IN_REVIEW', 'ACCEPTED', 'REFUSED'] as const

/** A status of {@link evidenceStatuses}. */
export type EvidenceStatus = (typeof evidenceStatuses)[number]

type Step = {
  readonly from: readonly EvidenceStatus[]
  readonly to: EvidenceStatus
  readonly permission: Permission
  /** What a button says. */
  readonly label: string
}

/** What the network does with a document that is shown to it. */
export const evidenceSteps = {
  take: {
    from: ['WAITING'],
    to: 'IN_REVIEW',
    permission: 'trustframework.tfUpdate',
    label: 'Take',
  },
  giveBack: {
    from: ['IN_REVIEW'],
    to: 'WAITING',
    permission: 'trustframework.tfUpdate',
    label: 'Release',
  },
  accept: {
    from: ['IN_REVIEW'],
    to: 'ACCEPTED',
    permission: 'trustframework.tfUpdate',
    label: 'Accept',
  },
  refuse: {
    from: ['IN_REVIEW'],
    to: 'REFUSED',
    permission: 'trustframework.tfUpdate',
    label: 'Refuse',
  },
} as const satisfies Record<string, Step>

/** The name of a step. */
export type EvidenceAction = keyof typeof evidenceSteps

/** The names of the steps. */
export const evidenceActions = Object.keys(evidenceSteps) as [EvidenceAction, ...EvidenceAction[]]

/** A step by its name, with its states as a plain list. */
export const evidenceStep = (action: EvidenceAction): Step => evidenceSteps[action]

const statusText: Readonly<Record<EvidenceStatus, string>> = {
  WAITING: 'is waiting to be taken',
  IN_REVIEW: 'is in review',
  ACCEPTED: 'was accepted',
  REFUSED: 'was refused',
}

/** Why a step cannot be made from a status, or undefined when it can. */
export const evidenceReason = (action: EvidenceAction, status: EvidenceStatus) =>
  evidenceStep(action).from.includes(status)
    ? undefined
    : `Not possible: this document ${statusText[status]}`

/** One version of a document that a company showed the network. */
export const Evidence = z.object({
  documentId: z.string(),
  version: z.int(),
  title: z.string(),
  documentType: DocumentType,
  fileName: z.string(),
  mediaType: z.string(),
  size: z.int(),
  status: z.enum(evidenceStatuses),
  shownAt: Instant,
  /** Who of the network took it or decided last. */
  byName: z.nullable(z.string()),
  at: z.nullable(Instant),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
})
export type Evidence = z.infer<typeof Evidence>

/** One of another company, in the network's queue. */
export const QueuedEvidence = z.extend(Evidence, { did: Did, vaspName: z.string() })
export type QueuedEvidence = z.infer<typeof QueuedEvidence>

const version = Whole(1)

/** What companies show the network so that it can verify them. Base path `/api`. */
export const evidence = {
  queue: {
    method: 'GET',
    path: '/tf/verification/evidence',
    summary: 'List documents awaiting review, oldest first; at most 100',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ total: z.int(), documents: z.array(QueuedEvidence) }) },
  },
  list: {
    method: 'GET',
    path: '/tf/vasps/{did}/verification/evidence',
    summary: 'List the documents a company shared with the network, newest first; at most 200',
    access: canIn('trustframework.uploadVASPDocument', 'did'),
    returns: { 200: z.object({ documents: z.array(Evidence) }) },
  },
  show: {
    method: 'POST',
    path: '/tf/vasps/{did}/verification/evidence',
    summary: 'Share the current versions of these documents with the network',
    access: canIn('trustframework.uploadVASPDocument', 'did', { people: 'own' }),
    body: z.strictObject({
      documentIds: z
        .array(z.string().check(z.minLength(1), z.maxLength(64)))
        .check(z.minLength(1), z.maxLength(20)),
    }),
    returns: { 200: z.object({ documents: z.array(Evidence) }) },
  },
  decide: {
    method: 'POST',
    path: '/tf/vasps/{did}/verification/evidence/{documentId}',
    summary: 'Take, release, accept or refuse a document; internal admins only',
    access: canIn('trustframework.tfUpdate', 'did'),
    body: z.strictObject({
      version,
      action: z.enum(evidenceActions),
      /** Needed to refuse; the company reads it. */
      reason: z.optional(
        z.string().check(z.trim(), z.minLength(1, 'Enter a reason'), z.maxLength(1000)),
      ),
    }),
    returns: { 200: Evidence },
  },
  file: {
    method: 'GET',
    path: '/tf/vasps/{did}/verification/evidence/{documentId}/file',
    summary: 'Download a document shared with the network; the company sees who opened it',
    access: canIn('trustframework.tfUpdate', 'did'),
    download: true,
    query: z.object({ version: WholeText(1) }),
    returns: { 200: null },
  },
} as const satisfies Contract[string]
