import * as z from 'zod/mini'
import { Did, Line } from '../common.ts'
import type { Contract } from '../operation.ts'
import { actsIn, readsIn } from './own-operations.ts'
import { Transaction } from './transfer.ts'
import { Decimal } from './values.ts'

/** How the simulator answers a transfer, by the address that it goes to. */
export const simulatedAnswers = [
  'ACCEPT',
  'ACCEPT_LATER',
  'DECLINE',
  'REJECT',
  'NOT_READY',
  'SILENT',
  'REQUEST_DATA',
  'NAME_MISMATCH',
  'REDIRECT',
] as const
export const SimulatedAnswer = z.enum(simulatedAnswers)
export type SimulatedAnswer = z.infer<typeof SimulatedAnswer>

/** What the simulator sends to a company that asks for it. */
export const simulatedSends = [
  'WITH_DATA',
  'WITHOUT_DATA',
  'WRONG_NAME',
  'UNKNOWN_ADDRESS',
  'LATE_HASH',
  'DUPLICATE',
  'WEBHOOK_STORM',
] as const
export const SimulatedSend = z.enum(simulatedSends)
export type SimulatedSend = z.infer<typeof SimulatedSend>

/** The assets for which the simulator has addresses. */
export const simulatedAssets = ['ETH', 'BTC', 'TRX', 'SOL', 'XRP'] as const
export const SimulatedAsset = z.enum(simulatedAssets)
export type SimulatedAsset = z.infer<typeof SimulatedAsset>

/** What the simulator is to send. */
export const SimulatorOrder = z.strictObject({
  vaspDID: z.optional(Did),
  scenario: SimulatedSend,
  asset: z._default(SimulatedAsset, 'ETH'),
  amount: z._default(Decimal, '1'),
  /** The address to send to; unless given, and for UNKNOWN_ADDRESS, one that nobody has: books keep hashes alone. */
  destination: z.optional(Line(200)),
})

/** A company that plays the counterparty, so that a company can try transfers alone. Off in production. */
export const simulator = {
  get: {
    method: 'GET',
    path: '/v1/transactions/simulator',
    summary: 'Get the simulator’s company and the addresses that decide how it answers',
    access: readsIn('transactions.info'),
    query: z.object({ vaspDID: z.optional(Did) }),
    returns: {
      200: z.object({
        company: z.object({ did: Did, name: z.string() }),
        addresses: z.array(
          z.object({
            answer: SimulatedAnswer,
            asset: SimulatedAsset,
            network: z.string(),
            address: z.string(),
          }),
        ),
      }),
    },
  },
  send: {
    method: 'POST',
    path: '/v1/transactions/simulator/send',
    summary: 'Let the simulator send the company a transfer',
    access: actsIn('transactions.create'),
    transaction: 'own',
    body: SimulatorOrder,
    returns: { 201: Transaction },
  },
} as const satisfies Contract[string]
