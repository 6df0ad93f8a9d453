import type { Input } from '@countersign/contracts'
import {
  type AccessRequest,
  decision as contract,
  networkChain,
} from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { noticeLater } from '@countersign/kit/mail'
import type { Caller } from '../gate.ts'
import { type Deps, handlers } from '../handlers.ts'
import type { DB } from '../tables.gen.ts'
import { companyNamed, companyRole, giveRoles, lockTeam } from '../team/index.ts'
import { endInvitationOf } from './invitation.store.ts'
import { decided } from './mail.rules.ts'
import { accessRequest, mayGive, moved } from './request.rules.ts'
import {
  findApplicant,
  findClaimRequests,
  findJoinRequests,
  lockRequest,
  settleRequest,
} from './request.store.ts'

type Row = Awaited<ReturnType<typeof findJoinRequests>>[number]

const userOf = (row: Row) => ({ did: row.user_did, name: row.name, email: row.email })

/** Deciding on requests. */
export const decision = handlers(contract, {
  listJoinRequests: async ({ tx, company: did, actor, at, deps }) => {
    const rows = await findJoinRequests(tx, did)
    const company = await companyNamed(tx, deps, did)
    await audit(tx, actor, at, {
      company: did,
      action: 'auth.listJoinRequests',
      detail: { people: rows.length },
    })
    return { requests: rows.map((row) => accessRequest(row, userOf(row), company)) }
  },

  decideJoinRequest: (call, input) => decide(call, ['join'], input),

  listClaimRequests: ({ actor, at, deps: { database, companies } }) =>
    database.withUser('staff', async (tx) => {
      const rows = await findClaimRequests(tx)
      const found = await companies.find(tx, [...new Set(rows.map(({ vasp_did }) => vasp_did))])
      await audit(tx, actor, at, {
        company: networkChain,
        action: 'auth.listClaimRequests',
        detail: { people: rows.length },
      })
      return {
        requests: rows.map((row) =>
          accessRequest(
            row,
            userOf(row),
            found.find(({ did }) => did === row.vasp_did),
          ),
        ),
      }
    }),

  decideClaimRequest: (call, input) => decide(call, ['claim', 'create'], input),
})

/**
 * Approves or declines a request. Of two decisions at once, the second finds the request settled.
 * @throws 404 without such a request, 409 when it is settled or a claimed company has an admin by now
 */
async function decide(
  { tx, company: did, caller, actor, at, deps }: CompanyCall<Deps, Caller, DB>,
  kinds: readonly ('join' | 'claim' | 'create')[],
  { requestId, body: { decision, reason, role: other } }: Input<typeof contract.decideJoinRequest>,
): Promise<AccessRequest> {
  if (decision === 'decline' && !reason)
    throw invalid(['body', 'reason'], 'Enter a reason, so the person knows what to do')
  const approves = decision === 'approve'
  await lockTeam(tx, did)
  const row = await lockRequest(tx, did, requestId, kinds)
  if (!row) throw fail('not_found', 'No such request')
  const state = moved(decision, row.state)
  const user = await findApplicant(tx, row.user_id)
  if (!user) throw new Error('An open request without its maker')
  const company = await companyNamed(tx, deps, did)
  // A claim is about the first admin; for another role there is nobody yet to give it.
  const role = row.kind === 'join' ? (other ?? companyRole(row.role)) : companyRole(row.role)
  if (approves) {
    if (!mayGive(caller.viewer.grants, did, role))
      throw fail('forbidden', 'You can’t assign a role higher than your own')
    if (row.kind !== 'join' && company.hasAdmin)
      throw fail('conflict', 'The company has an admin now. Decline, so they can ask to join.')
    if (user.id === caller.viewer.userId)
      throw fail('conflict', 'You can’t decide on your own request')
    await giveRoles(tx, deps, did, user.id, [role], at)
    await endInvitationOf(tx, did, user.email, at)
  }
  if (row.kind === 'create')
    await deps.companies.settle(tx, did, approves ? 'listed' : 'declined', at)
  const settled = await settleRequest(tx, did, requestId, {
    state,
    role,
    reason: reason || null,
    by: actor.did,
    at,
  })
  const mail = decided(user.email, company.name, approves, reason || null, deps.origin)
  noticeLater(tx, mail, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'auth.decideRequest',
    object: requestId,
    detail: { kind: row.kind, decision, role },
  })
  return accessRequest(settled, { did: user.did, name: user.name, email: user.email }, company)
}
