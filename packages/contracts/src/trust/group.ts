import * as z from 'zod/mini'
import { Did, Instant, Line, Whole } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import { ListedVasp } from './vasp.ts'

/** A company of a group, with whether people may work for it. */
const Member = z.object({ vasp: ListedVasp, enabled: z.boolean() })

/** A nesting that one side has agreed to and the other has not. */
const NestRequest = z.object({
  group: Did,
  groupName: z.string(),
  subsidiary: Did,
  subsidiaryName: z.string(),
  /** Who has to agree still. */
  waitsFor: z.enum(['group', 'subsidiary']),
  since: Instant,
})

/** The group of a company: its parent, or its subsidiaries, and what is asked. */
export const Group = z.object({
  company: Member,
  parent: z.nullable(Member),
  subsidiaries: z.array(Member),
  requests: z.array(NestRequest),
  /** How many subsidiaries the company’s plan covers; null for as many as it likes. */
  planLimit: z.nullable(Whole()),
})
export type Group = z.infer<typeof Group>
export type GroupMember = z.infer<typeof Member>
export type NestRequest = z.infer<typeof NestRequest>

/** What became of one subsidiary. */
const Nested = z.object({
  did: Did,
  result: z.enum(['nested', 'waits_for_group', 'waits_for_subsidiary', 'removed', 'not_nested']),
})

/** Groups of companies. Base path `/api`. */
export const group = {
  get: {
    method: 'GET',
    path: '/v1/vasps/{did}/group',
    summary: 'Get a company’s parent, subsidiaries and open requests',
    access: canIn('trustframework.getVASP', 'did'),
    returns: { 200: Group },
  },
  enable: {
    method: 'PUT',
    path: '/v1/vasps/{did}',
    summary: 'Enable or disable a company; for the network and its group’s admins',
    access: can('api.vasps.activate'),
    query: z.object({
      entity_enablement: z.enum(['enable', 'disable']),
      /** Why it is disabled, for its people and its counterparties. */
      reason: z.optional(Line(500)),
    }),
    returns: { 200: z.object({ did: Did, enabled: z.boolean() }) },
  },
  nest: {
    method: 'POST',
    path: '/v1/vasps/subsidiaries',
    summary:
      'Add or remove subsidiaries; adding needs the agreement of both sides or the network’s decision',
    access: can('api.vasps.nest'),
    query: z.object({ action: z.enum(['add', 'remove']) }),
    body: z.strictObject({
      group_vasp: Did,
      subsidiaries: z.array(Did).check(z.minLength(1), z.maxLength(50)),
    }),
    returns: { 200: z.object({ group_vasp: Did, results: z.array(Nested) }) },
  },
} as const satisfies Contract[string]
