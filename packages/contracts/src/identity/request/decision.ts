import * as z from 'zod/mini'
import { Did } from '../../common.ts'
import { type Contract, can, canIn } from '../../operation.ts'
import { CompanyRole } from '../team/index.ts'
import { Note } from './note.ts'
import { OwnRequest } from './request.ts'

/** A request as whoever decides it sees it. */
export const AccessRequest = z.extend(OwnRequest, {
  /** The company's name, for those who decide over many companies. */
  vaspName: z.string(),
  vaspWebsite: z.nullable(z.string()),
  user: z.object({ did: Did, name: z.string(), email: z.string() }),
  /** Whether the verified address is at one of the company's domains, as was checked. */
  domainProven: z.boolean(),
})
export type AccessRequest = z.infer<typeof AccessRequest>

const Decision = z.strictObject({
  decision: z.enum(['approve', 'decline']),
  /** For the asker; needed to decline. */
  reason: Note,
  /** Another role than the one that was asked for. */
  role: z.optional(CompanyRole),
})

/** Deciding on requests. Part of the group `auth`. */
export const decision = {
  listJoinRequests: {
    method: 'GET',
    path: '/auth/joinrequests/{vaspDid}',
    summary: 'List pending join requests, oldest first',
    access: canIn('auth.addUserToVASP', 'vaspDid'),
    returns: { 200: z.object({ requests: z.array(AccessRequest) }) },
  },
  decideJoinRequest: {
    method: 'POST',
    path: '/auth/joinrequests/{vaspDid}/{requestId}/decide',
    summary: 'Approve or decline a join request',
    access: canIn('auth.addUserToVASP', 'vaspDid'),
    body: Decision,
    returns: { 200: AccessRequest },
  },
  listClaimRequests: {
    method: 'GET',
    path: '/auth/claimrequests',
    summary: 'List pending claims and new companies, oldest first',
    access: can('trustframework.tfUpdate'),
    returns: { 200: z.object({ requests: z.array(AccessRequest) }) },
  },
  decideClaimRequest: {
    method: 'POST',
    path: '/auth/claimrequests/{vaspDid}/{requestId}/decide',
    summary: 'Approve or decline a claim or a new company',
    access: canIn('trustframework.tfUpdate', 'vaspDid'),
    body: Decision,
    returns: { 200: AccessRequest },
  },
} as const satisfies Contract[string]
