import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import {
  alertStatuses,
  DdqPlace,
  DocumentType,
  ddqThreadActions,
  ddqThreadStatuses,
  documentRequestStatuses,
  reviewValues,
  verificationActions,
  verificationStatuses,
} from '../trust/index.ts'
import { declareEvent } from './declare.ts'

const company = 'did:ethr:0x51a4f0c3'
const other = 'did:ethr:0x7d20b9e1'
const at = '2026-11-23T09:14:02.117Z'

const request = {
  requestId: z.string(),
  ownerDid: Did,
  requestingVASPdid: Did,
  documentType: DocumentType,
  status: z.enum(documentRequestStatuses),
}

/** The events of the trust network. */
export const trustEvents = [
  declareEvent('vasp.updated', {
    description: 'Fields of your company changed.',
    version: 1,
    object: 'did',
    fields: { did: Did, fields: z.array(z.string()), updatedAt: Instant },
    examples: [{ did: company, fields: ['website', 'legalName'], updatedAt: at }],
  }),
  declareEvent('vasp.verification.changed', {
    description: 'Your company’s verification status changed.',
    version: 1,
    object: 'did',
    fields: {
      did: Did,
      action: z.enum([...verificationActions, 'expire']),
      from: z.enum(verificationStatuses),
      to: z.enum(verificationStatuses),
      at: Instant,
    },
    examples: [{ did: company, action: 'approve', from: 'PENDING_REVIEW', to: 'VERIFIED', at }],
  }),
  declareEvent('vasp.group.changed', {
    description: 'Your company joined or left a group, or was disabled or enabled.',
    version: 1,
    object: 'did',
    fields: {
      did: Did,
      /** Present when the group changed: its parent, or null after leaving it. */
      subsidiaryOf: z.optional(z.nullable(Did)),
      /** Present when the company was disabled or enabled. */
      enabled: z.optional(z.boolean()),
      at: Instant,
    },
    examples: [
      { did: company, subsidiaryOf: other, at },
      { did: company, enabled: false, at },
    ],
  }),
  declareEvent('vasp.reviewed', {
    description: 'Your company recorded or withdrew a verdict on another company.',
    version: 1,
    object: 'reviewedVaspDID',
    fields: {
      did: Did,
      reviewedVaspDID: Did,
      /** The verdict now in force, or null when there is none. */
      reviewValue: z.nullable(z.enum(reviewValues)),
      updatedAt: Instant,
    },
    examples: [{ did: company, reviewedVaspDID: other, reviewValue: 'TRUSTED', updatedAt: at }],
  }),
  declareEvent('counterparty.status.changed', {
    description: 'A company that you trust was suspended, disabled or deregistered.',
    version: 1,
    object: 'counterpartyDid',
    fields: {
      did: Did,
      counterpartyDid: Did,
      status: z.enum(alertStatuses),
      /** In the words of the network, or of the company's group; null when nobody gave one. */
      reason: z.nullable(z.string()),
      since: Instant,
    },
    examples: [
      {
        did: company,
        counterpartyDid: other,
        status: 'SUSPENDED',
        reason: 'Its licence is under review.',
        since: at,
      },
    ],
  }),
  declareEvent('trustframework.documentRequested', {
    description: 'Another company asked for your documents.',
    version: 1,
    object: 'requestId',
    fields: request,
    examples: [
      {
        requestId: 'dreq_2fKbT0wQ',
        ownerDid: company,
        requestingVASPdid: other,
        documentType: 'LICENCE',
        status: 'PENDING',
      },
    ],
  }),
  declareEvent('trustframework.documentRequestUpdated', {
    description: 'The status of a document request you sent or received changed.',
    version: 1,
    object: 'requestId',
    fields: request,
    examples: [
      {
        requestId: 'dreq_2fKbT0wQ',
        ownerDid: company,
        requestingVASPdid: other,
        documentType: 'LICENCE',
        status: 'APPROVED',
      },
    ],
  }),
  declareEvent('questionnaire.thread.changed', {
    description: 'A question about a questionnaire was asked, answered, resolved or reopened.',
    version: 1,
    object: 'threadId',
    fields: {
      threadId: z.string(),
      /** Whose questionnaire it is about. */
      ownerDid: Did,
      /** The company that asked. */
      requestingVASPdid: Did,
      questionnaireVersion: z.int(),
      /** The section or the question that it is about. */
      about: DdqPlace,
      action: z.enum(ddqThreadActions),
      status: z.enum(ddqThreadStatuses),
      at: Instant,
    },
    examples: [
      {
        threadId: 'ddqt_2fKbT0wQ',
        ownerDid: company,
        requestingVASPdid: other,
        questionnaireVersion: 2,
        about: 'D1',
        action: 'ask',
        status: 'OPEN',
        at,
      },
    ],
  }),
] as const
