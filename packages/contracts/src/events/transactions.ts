import * as z from 'zod/mini'
import { Did, Instant, Whole } from '../common.ts'
import {
  BaseUnits,
  Caip19,
  Direction,
  HeldBy,
  ReasonCode,
  Status,
  TransactionRef,
  TransactionType,
  WithheldBy,
} from '../transactions/index.ts'
import { declareEvent } from './declare.ts'

const at = '2026-11-23T09:14:02.117Z'
const transactionId = '0198c1b2-6f2e-7c41-9a0f-4e2b7a11c3d9'

const about = {
  transactionId: z.uuid(),
  /** Counts the changes of the transfer: of two events, the one with the higher version is newer. */
  version: Whole(1),
  at: Instant,
}
/** The originator's own; absent for the other company. */
const own = {
  transactionRef: z.optional(TransactionRef),
  heldBy: z.optional(HeldBy),
}

/** The events of Travel Rule transfers. Addresses, tags, customers and comments are personal data: never here. */
export const transactionEvents = [
  declareEvent('notification.transactionCreated', {
    description: 'Your company created a transfer, or another company sent one to it.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      ...own,
      direction: Direction,
      transactionType: TransactionType,
      status: Status,
      asset: Caip19,
      transactionAmount: BaseUnits,
    },
    examples: [
      {
        transactionId,
        version: 1,
        at,
        direction: 'outgoing',
        transactionType: 'TRAVELRULE',
        status: 'NEW',
        asset: 'eip155:1/slip44:60',
        transactionAmount: '1500000000000000000',
        transactionRef: 'wd-20261122-0417',
      },
    ],
  }),
  declareEvent('notification.transactionUpdated', {
    description: 'A transfer of your company changed its status or its data.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      ...own,
      fromStatus: z.nullable(Status),
      toStatus: Status,
      by: z.enum(['US', 'COUNTERPARTY', 'RULE', 'SYSTEM', 'NETWORK']),
      reasonCode: z.optional(ReasonCode),
      withheldBy: z.optional(WithheldBy),
    },
    examples: [
      {
        transactionId,
        version: 4,
        at,
        fromStatus: 'SENT',
        toStatus: 'ACCEPTED',
        by: 'COUNTERPARTY',
        transactionRef: 'wd-20261122-0417',
      },
    ],
  }),
  declareEvent('notification.processBlockchainTransaction', {
    description: 'Your systems should send the coins of a transfer now. Sent once for a transfer.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      ...own,
      status: Status,
      cause: z.enum(['STATUS', 'NO_RESPONSE', 'MANUAL']),
    },
    examples: [{ transactionId, version: 2, at, status: 'SENT', cause: 'STATUS' }],
  }),
  declareEvent('notification.addressConfirmationRequested', {
    description:
      'Another company asks whether the destination of a transfer is an address of yours.',
    version: 1,
    object: 'transactionId',
    fields: { ...about, asset: Caip19 },
    examples: [{ transactionId, version: 2, at, asset: 'eip155:1/slip44:60' }],
  }),
  declareEvent('notification.transactionMerged', {
    description: 'The message about a deposit has arrived: it takes the deposit’s place.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      /** The transfer that goes on. */
      kept: z.uuid(),
    },
    examples: [{ transactionId, version: 2, at, kept: '0198c1b2-7a10-7d0e-8b52-91c04de2a6f0' }],
  }),
  declareEvent('notification.transactionRedirected', {
    description: 'A transfer goes to another company of the beneficiary’s group from now on.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      /** The company that it was sent to. */
      from: Did,
      to: Did,
    },
    examples: [
      {
        transactionId,
        version: 3,
        at,
        from: 'did:web:granite.example',
        to: 'did:web:slate.example',
      },
    ],
  }),
  declareEvent('notification.informationRequested', {
    description: 'The beneficiary of a transfer asks your company for data.',
    version: 1,
    object: 'transactionId',
    fields: {
      ...about,
      transactionRef: z.optional(TransactionRef),
      /** Such as `originator.BIRTH`. */
      items: z.array(z.string()),
      dueAt: Instant,
    },
    examples: [
      {
        transactionId,
        version: 4,
        at,
        items: ['originator.BIRTH'],
        dueAt: '2026-11-28T09:14:02.117Z',
        transactionRef: 'wd-20261122-0417',
      },
    ],
  }),
  declareEvent('export.ready', {
    description: 'A file of transfers that someone at your company requested is ready.',
    version: 1,
    object: 'exportId',
    fields: {
      exportId: z.string(),
      rows: Whole(),
      expiresAt: Instant,
      at: Instant,
    },
    examples: [
      { exportId: 'exp_01JDB8M3W6Y1', rows: 1_204, expiresAt: '2026-11-30T09:14:02.117Z', at },
    ],
  }),
  declareEvent('privacy.erased', {
    description: 'Your company has erased all that it kept of a person who asked for it.',
    version: 1,
    object: 'requestId',
    fields: {
      requestId: z.string(),
      /** How many transfers the person was in. */
      transfers: Whole(),
      at: Instant,
    },
    examples: [{ requestId: 'prq_01JDB8M3W6Y1', transfers: 3, at }],
  }),
] as const
