import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import type { Permission } from '../permission.ts'
import { SavedTransferSettings, TransferSettingsIn } from './settings.ts'
import { Transaction } from './transfer.ts'

/** What a company's own people and machines do. Callers who work for one company may leave `vaspDID` out. */
export const actsIn = <P extends Permission>(permission: P) =>
  canIn(permission, 'vaspDID', { people: 'own', sole: true })
/** What an operator who views the company may read too. */
export const readsIn = <P extends Permission>(permission: P) =>
  canIn(permission, 'vaspDID', { people: 'inside', sole: true })

const company = { vaspDID: z.optional(Did) }
const Ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(100))

/** A result of the company's own analytics, as its provider names it. */
const result = {
  source: Line(80),
  /** Digits as the provider gives them. */
  score: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  reference: z.optional(Line(200)),
  /** When it was made; now, unless stated. */
  at: z.optional(Instant),
}
const about = { ...company, id: z.uuid(), version: z.optional(Whole(1)) }
const CheckIn = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    ...result,
    kind: z.literal('RISK_SCORE'),
    result: z.enum(['LOW', 'MEDIUM', 'HIGH', 'SEVERE']),
  }),
  z.strictObject({
    ...about,
    ...result,
    kind: z.literal('SANCTION_LIST_CHECK'),
    result: z.enum(['NO_MATCH', 'POTENTIAL', 'MATCH', 'ERROR']),
  }),
])

/** What a company decides for itself: the other one learns nothing of it. */
export const ownOperations = {
  assign: {
    method: 'POST',
    path: '/tx/assign',
    summary: 'Assign transfers to a member of the company, or to no one',
    access: actsIn('transactions.update'),
    body: z.strictObject({
      ...company,
      ids: Ids,
      assignee: z.nullable(Did),
    }),
    returns: { 200: z.object({ ids: z.array(z.uuid()) }) },
  },
  check: {
    method: 'POST',
    path: '/tx/check',
    summary: 'Add the result of one of the company’s own checks; its rules run again',
    access: actsIn('transactions.update'),
    transaction: 'own',
    body: CheckIn,
    returns: { 200: Transaction },
  },
  snooze: {
    method: 'POST',
    path: '/tx/snooze',
    summary: 'Hide transfers from the inbox for a while, or show them again',
    access: actsIn('transactions.update'),
    body: z.strictObject({
      ...company,
      ids: Ids,
      /** At most 30 days ahead; null: show them again. */
      until: z.nullable(Instant),
    }),
    returns: { 200: z.object({ ids: z.array(z.uuid()) }) },
  },
  settings: {
    method: 'GET',
    path: '/v1/transactions/settings/{vaspDID}',
    summary: 'Get a company’s transfer settings',
    access: canIn('settings.viewSettings', 'vaspDID'),
    returns: { 200: SavedTransferSettings },
  },
  saveSettings: {
    method: 'PUT',
    path: '/v1/transactions/settings/{vaspDID}',
    summary: 'Change a company’s transfer settings',
    access: canIn('settings.updateSettings', 'vaspDID', { people: 'own' }),
    body: TransferSettingsIn,
    returns: { 200: SavedTransferSettings },
  },
} as const satisfies Contract[string]
