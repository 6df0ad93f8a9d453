import * as z from 'zod/mini'
import { Did, Instant, Line } from '../common.ts'
import { type Contract, can, canIn } from '../operation.ts'
import { AdministeredVasp } from './administration.ts'
import { listings, RegisterEntry, registries } from './standing.ts'

/** An entry of a register that waits for the network. */
const WaitingEntry = z.object({
  did: Did,
  name: z.string(),
  website: z.nullable(z.string()),
  entry: RegisterEntry,
  /** What the register would attest once the entry is confirmed. */
  said: z.record(z.string(), z.unknown()),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** What two records of one company have in common, compared without case, accents and legal form. */
export const duplicateKinds = ['lei', 'name', 'domain'] as const

/** Companies that may be one. */
const Duplicates = z.object({
  by: z.enum(duplicateKinds),
  /** The LEI, the folded name or the domain that they share. */
  value: z.string(),
  companies: z.array(AdministeredVasp),
})
export type Duplicates = z.infer<typeof Duplicates>

const Reason = Line(500)

/** How the network keeps the directory right. Base path `/api`. */
export const curation = {
  registerEntries: {
    method: 'GET',
    path: '/tf/administration/registers',
    summary: 'List claimed register entries, oldest first; at most 100',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ total: z.int(), entries: z.array(WaitingEntry) }) },
  },
  decideRegisterEntry: {
    method: 'POST',
    path: '/tf/administration/vasps/{did}/registers',
    summary: 'Confirm a company’s register entry, or release it',
    access: canIn('trustframework.tfUpdate', 'did'),
    body: z.strictObject({
      registry: z.enum(registries),
      /** The entry that was looked at; another one by now is a conflict. */
      externalId: z.string().check(z.minLength(1), z.maxLength(200)),
      action: z.enum(['confirm', 'release']),
    }),
    returns: { 200: AdministeredVasp },
  },
  list: {
    method: 'POST',
    path: '/tf/administration/vasps/{did}/listing',
    summary: 'List a company in the directory or decline it; declining requires a reason',
    access: canIn('trustframework.tfUpdate', 'did'),
    body: z.strictObject({
      action: z.enum(['list', 'decline']),
      reason: z.optional(Reason),
    }),
    returns: { 200: AdministeredVasp },
  },
  duplicates: {
    method: 'GET',
    path: '/tf/administration/duplicates',
    summary: 'List companies that share an LEI, a name or a domain; at most 100 groups',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ groups: z.array(Duplicates) }) },
  },
  remove: {
    method: 'DELETE',
    path: '/tf/vasps/delete/{did}',
    summary:
      'Remove a company from the network; with `redirectDID`, its DID redirects to that company',
    access: canIn('trustframework.tfUpdate', 'did'),
    query: z.object({ redirectDID: z.optional(Did) }),
    returns: {
      200: z.object({
        did: Did,
        listing: z.enum(listings),
        redirectDID: z.nullable(Did),
        at: Instant,
      }),
    },
  },
} as const satisfies Contract[string]
