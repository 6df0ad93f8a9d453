import type { AccessRequest, CompanyRole } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { noticeLater } from '@countersign/kit/mail'
import { actorOf } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import { companyNamed, companyRole, giveRoles, lockTeam, type TeamDeps } from '../team/index.ts'
import { endInvitationOf } from './invitation.store.ts'
import { decided } from './people-mail.rules.ts'
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

/** Who waits to be let into a company. */
export async function listJoinRequests(deps: TeamDeps, caller: Caller, did: string) {
  return deps.database.withTenant(did, async (tx) => {
    const rows = await findJoinRequests(tx, did)
    const company = await companyNamed(tx, deps, did)
    await audit(tx, actorOf(caller), new Date(deps.clock()), {
      company: did,
      action: 'auth.listJoinRequests',
      detail: { people: rows.length },
    })
    return { requests: rows.map((row) => accessRequest(row, userOf(row), company)) }
  })
}

/** Who waits for the internal admin, over all companies. */
export async function listClaimRequests({ database, clock, companies }: TeamDeps, caller: Caller) {
  return database.withUser('staff', async (tx) => {
    const rows = await findClaimRequests(tx)
    const found = await companies.find(tx, [...new Set(rows.map(({ vasp_did }) => vasp_did))])
    await audit(tx, actorOf(caller), new Date(clock()), {
      company: 'network',
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
  })
}

/** What is decided, of which request. */
export type Decision = {
  readonly vaspDid: string
  readonly requestId: string
  readonly decision: 'approve' | 'decline'
  readonly reason?: string | undefined
  readonly role?: CompanyRole | undefined
}

/**
 * Lets somebody in, or not. Two decisions at once: the second finds the request settled.
 * @throws 404 without such a request, 409 when it is settled or a claimed company has an admin by now
 */
export async function decide(
  deps: TeamDeps,
  caller: Caller,
  kinds: readonly ('join' | 'claim' | 'create')[],
  { vaspDid: did, requestId, decision, reason, role: other }: Decision,
): Promise<AccessRequest> {
  const at = new Date(deps.clock())
  if (decision === 'decline' && !reason)
    throw invalid(['body', 'reason'], 'Enter a reason, so the person knows what to do')
  return deps.database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    const row = await lockRequest(tx, did, requestId, kinds)
    if (!row) throw fail('not_found', 'No such request')
    const state = moved(decision, row.state)
    const user = await findApplicant(tx, row.user_id)
    if (!user) throw new Error('An open request without its maker')
    const company = await companyNamed(tx, deps, did)
    // A claim is about the first admin; for another role there is nobody yet to give it.
    const role = row.kind === 'join' ? (other ?? companyRole(row.role)) : companyRole(row.role)
    if (decision === 'approve') {
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
      await deps.companies.settle(tx, did, decision === 'approve' ? 'listed' : 'declined', at)
    const settled = await settleRequest(tx, did, requestId, {
      state,
      role,
      reason: reason || null,
      by: caller.viewer.did,
      at,
    })
    await noticeLater(
      tx,
      decided(user.email, company.name, decision === 'approve', reason || null, deps.origin),
      at,
    )
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.decideRequest',
      object: requestId,
      detail: { kind: row.kind, decision, role },
    })
    return accessRequest(settled, { did: user.did, name: user.name, email: user.email }, company)
  })
}
