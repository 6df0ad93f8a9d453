import * as z from 'zod/mini'
import { Did, Email, Instant, Whole } from '../common.ts'
import { type Contract, can } from '../operation.ts'

/** A counterparty that transfers can't reach: its name, and how many wait. Never whose they are. */
export const UnreachableCase = z.object({
  id: z.string(),
  /** Null where the originators only knew a name. */
  vaspDID: z.nullable(Did),
  name: z.string(),
  website: z.nullable(z.string()),
  /** NOT_IN_DIRECTORY: only its name is known. NO_USERS: nobody works for it here. DISABLED: by the network. */
  cause: z.enum(['NOT_IN_DIRECTORY', 'NO_USERS', 'DISABLED', 'REACHABLE']),
  /** Whom the network wrote to. */
  contact: z.nullable(z.string()),
  /** Transfers that wait now, and of how many companies. */
  waiting: Whole(),
  companies: Whole(),
  /** Since when the first of them waits. */
  oldestAt: z.nullable(Instant),
})
export type UnreachableCase = z.infer<typeof UnreachableCase>

/** What the network's desk does about transfers, without seeing them. Base path `/api`. */
export const network = {
  unreachable: {
    method: 'GET',
    path: '/v1/transactions/unreachable',
    summary: 'List companies that transfers can’t reach',
    access: can('trustframework.tfUpdate'),
    /** The longest waiting first; at most 500. */
    returns: { 200: z.object({ cases: z.array(UnreachableCase) }) },
  },
  resolve: {
    method: 'POST',
    path: '/v1/transactions/unreachable/{caseId}/resolve',
    summary:
      'Write to a contact of a company that transfers can’t reach, or say which company it is',
    access: can('trustframework.tfUpdate'),
    body: z.strictObject({
      /** Gets a mail that asks it to claim its company. */
      contact: z.optional(Email()),
      /** The company of the directory that a name stands for. */
      vaspDID: z.optional(Did),
    }),
    /** How many transfers try again now. */
    returns: { 200: z.object({ retried: Whole() }) },
  },
  redirect: {
    method: 'POST',
    path: '/v1/transactions/network-redirect',
    summary:
      'Hand a transfer to another company of the beneficiary’s group, or to the one a duplicate was merged into',
    access: can('trustframework.tfUpdate'),
    body: z.strictObject({ id: z.uuid(), to: Did }),
    /** It happens in the name of the company that has the transfer, soon after. */
    returns: { 202: z.object({ accepted: z.literal(true) }) },
  },
} as const satisfies Contract[string]
