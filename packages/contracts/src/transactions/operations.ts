import * as z from 'zod/mini'
import { Did, Instant, WholeText } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { assetOperations } from './asset-operations.ts'
import {
  actingFor,
  byBody,
  CreateIn,
  creationLimit,
  DataRequestIn,
  HashIn,
  NotifyIn,
  SharedComment,
  TransferChange,
  TransferId,
  ValidateIn,
} from './creation.ts'
import { narrowing } from './filter.ts'
import { actsIn, ownOperations } from './own-operations.ts'
import { readOperations } from './read-operations.ts'
import { ReasonCode } from './reason.ts'
import { searchOperations } from './search.ts'
import { V1Validation, Validation } from './shapes.ts'
import { statisticsOperations } from './statistics.ts'
import { Transaction } from './transfer.ts'

const mustSayWhy = { reason: ReasonCode, comment: z.optional(SharedComment) }
/** A reason's code. V1's free text counts as the comment on another reason. */
const Why = z.union([ReasonCode, SharedComment])
const because = { reason: z.optional(Why), comment: z.optional(SharedComment) }

const byQuery = z.object({
  ...actingFor,
  id: TransferId,
  version: z.optional(WholeText(1)),
})
/** The transfers of a company. Base path `/api`. */
export const tx = {
  create: {
    method: 'POST',
    path: '/tx/create',
    rate: 'transfers',
    summary: 'Create a transfer',
    access: actsIn('transactions.create'),
    transaction: 'own',
    bodyLimit: creationLimit,
    body: CreateIn,
    returns: { 201: Transaction, 200: Transaction },
  },
  validate: {
    method: 'POST',
    path: '/tx/validate/full',
    rate: 'transfers',
    summary: 'Check what would happen to a transfer, without creating it',
    access: actsIn('transactions.create'),
    transaction: 'own',
    bodyLimit: creationLimit,
    body: CreateIn,
    returns: { 200: Validation },
  },
  validateV1: {
    method: 'POST',
    path: '/tx/validate',
    rate: 'transfers',
    summary: 'Get what a transfer requires, as V1 does; `/tx/validate/full` says more',
    deprecated: true,
    access: canIn('transactions.create', 'originatorVASPdid', { people: 'own' }),
    transaction: 'own',
    body: ValidateIn,
    returns: { 200: V1Validation },
  },
  notify: {
    method: 'POST',
    path: '/tx/notify',
    rate: 'transfers',
    summary: 'Report a deposit that came without a Travel Rule message',
    access: actsIn('transactions.notify'),
    transaction: 'own',
    body: NotifyIn,
    /** 200: there is a transfer about this deposit. 201: its data is still to come. */
    returns: { 201: Transaction, 200: Transaction },
  },
  approve: {
    method: 'POST',
    path: '/tx/approve',
    rate: 'transfers',
    summary: 'Send a transfer to its counterparty',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    query: byQuery,
    returns: { 200: Transaction },
  },
  cancel: {
    method: 'POST',
    path: '/tx/cancel',
    rate: 'transfers',
    summary: 'Cancel a transfer whose coins have not moved',
    access: actsIn('transactions.cancel'),
    transaction: 'own',
    body: byBody({
      ...mustSayWhy,
      reason: Why,
      /** States that the coins were not sent, though the systems were told to send them. */
      notBroadcast: z.optional(z.literal(true)),
    }),
    returns: { 200: Transaction },
  },
  confirm: {
    method: 'POST',
    path: '/tx/confirm',
    rate: 'transfers',
    summary: 'Confirm that the destination is an address of the company',
    access: actsIn('transactions.confirm'),
    transaction: 'own',
    query: byQuery,
    returns: { 200: Transaction },
  },
  reject: {
    method: 'POST',
    path: '/tx/reject',
    rate: 'transfers',
    summary: 'State that the destination isn’t one of the company’s addresses',
    access: actsIn('transactions.reject'),
    transaction: 'own',
    body: byBody(because),
    returns: { 200: Transaction },
  },
  accept: {
    method: 'POST',
    path: '/tx/accept',
    rate: 'transfers',
    summary: 'Accept a transfer',
    access: actsIn('transactions.accept'),
    transaction: 'own',
    query: byQuery,
    body: z.optional(z.strictObject({ ...because, customerRef: narrowing.customerRef })),
    returns: { 200: Transaction },
  },
  decline: {
    method: 'POST',
    path: '/tx/decline',
    rate: 'transfers',
    summary: 'Decline a transfer',
    access: actsIn('transactions.decline'),
    transaction: 'own',
    body: byBody({ ...mustSayWhy, reason: Why }),
    returns: { 200: Transaction },
  },
  notReady: {
    method: 'POST',
    path: '/tx/notReady',
    rate: 'transfers',
    summary: 'Tell the originator that the answer takes longer',
    access: actsIn('transactions.confirm'),
    transaction: 'own',
    body: byBody({ ...because, until: z.optional(Instant) }),
    returns: { 200: Transaction },
  },
  redirect: {
    method: 'POST',
    path: '/tx/redirect',
    rate: 'transfers',
    summary: 'Hand a transfer to another company in the group, which holds the address',
    access: actsIn('transactions.redirect'),
    transaction: 'own',
    query: z.extend(byQuery, { to: Did }),
    returns: { 200: Transaction },
  },
  process: {
    method: 'POST',
    path: '/tx/process',
    rate: 'transfers',
    summary: 'Tell the own systems to send the coins now',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    body: byBody(mustSayWhy),
    returns: { 200: Transaction },
  },
  release: {
    method: 'POST',
    path: '/tx/release',
    rate: 'transfers',
    summary: 'Release personal data that was withheld',
    access: actsIn('transactions.approve'),
    transaction: 'own',
    body: byBody(mustSayWhy),
    returns: { 200: Transaction },
  },
  requestData: {
    method: 'POST',
    path: '/tx/requestData',
    rate: 'transfers',
    summary: 'Request data from the originator',
    access: actsIn('transactions.confirm'),
    transaction: 'own',
    body: DataRequestIn,
    returns: { 200: Transaction },
  },
  update: {
    method: 'POST',
    path: '/tx/update',
    rate: 'transfers',
    summary: 'Change the personal data, the counterparty, the hash or the tags of a transfer',
    access: actsIn('transactions.update'),
    transaction: 'own',
    bodyLimit: creationLimit,
    body: TransferChange,
    returns: { 200: Transaction },
  },
  setHash: {
    method: 'POST',
    path: '/tx/hash',
    rate: 'transfers',
    summary: 'State the hash of the transaction on its network',
    access: actsIn('transactions.update'),
    transaction: 'own',
    body: HashIn,
    returns: { 200: Transaction },
  },
  ...readOperations,
  ...ownOperations,
  ...searchOperations,
  ...statisticsOperations,
  ...assetOperations,
} as const satisfies Contract[string]
