import type { Invitation } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { sendLater } from '@countersign/kit/mail'
import { actorOf } from './caller.rules.ts'
import type { Caller } from './gate.ts'
import {
  endInvitation,
  findInvitations,
  findOwnInvitations,
  renewInvitation,
  saveInvitation,
} from './invitation.store.ts'
import { invited } from './people-mail.rules.ts'
import type { IdentityTx } from './tables.ts'
import { companyRole } from './team.rules.ts'
import { lockTeam } from './team.store.ts'
import { companyNamed, giveRoles, type TeamDeps } from './team.ts'

const lastsMs = 14 * 24 * 3_600_000
const noSuch = () => fail('not_found', 'No such invitation')

/** The open invitations of a company. */
export async function listInvitations({ database, clock }: TeamDeps, caller: Caller, did: string) {
  const at = new Date(clock())
  return database.withTenant(did, async (tx) => {
    const rows = await findInvitations(tx, did)
    await audit(tx, actorOf(caller), at, { company: did, action: 'auth.listInvitations' })
    return { invitations: rows.map((row) => shown(row, at)) }
  })
}

/** Invites an address within a transaction that adds somebody. At most 100 may be open. */
export async function invite(
  tx: IdentityTx,
  { clock, origin }: TeamDeps,
  caller: Caller,
  company: { did: string; name: string },
  { email, role }: { email: string; role: string },
): Promise<void> {
  const at = new Date(clock())
  const open = await findInvitations(tx, company.did)
  if (open.length >= 100 && !open.some((one) => one.email === email))
    throw fail('conflict', '100 invitations are open. Take some back, or wait for answers.')
  const expiresAt = new Date(at.getTime() + lastsMs)
  const { id } = await saveInvitation(tx, company.did, {
    ...{ email, role, at, expiresAt },
    invitedBy: caller.viewer.did,
  })
  await sendLater(tx, invited(email, company.name, companyRole(role), origin, expiresAt), at)
  await audit(tx, actorOf(caller), at, {
    ...{ company: company.did, action: 'auth.invite', object: id },
    detail: { role },
  })
}

/** Sends an invitation again. @throws 404 when it is not open */
export async function resendInvitation(deps: TeamDeps, caller: Caller, did: string, id: string) {
  const at = new Date(deps.clock())
  return deps.database.withTenant(did, async (tx) => {
    const expiresAt = new Date(at.getTime() + lastsMs)
    const row = await renewInvitation(tx, did, id, at, expiresAt)
    if (!row) throw noSuch()
    const { name } = await companyNamed(tx, deps, did)
    await sendLater(tx, invited(row.email, name, companyRole(row.role), deps.origin, expiresAt), at)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.resendInvitation',
      object: id,
    })
    return shown(row, at)
  })
}

/** Takes an invitation back. @throws 404 when it is not open */
export async function cancelInvitation(
  { database, clock }: TeamDeps,
  caller: Caller,
  did: string,
  id: string,
) {
  const at = new Date(clock())
  await database.withTenant(did, async (tx) => {
    if (!(await endInvitation(tx, did, id, at, null))) throw noSuch()
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.cancelInvitation',
      object: id,
    })
  })
}

/** At a sign-in: what was sent to the person's verified address is theirs. */
export async function acceptInvitations(
  deps: TeamDeps,
  user: { id: string; did: string },
  at: Date,
): Promise<void> {
  const open = await deps.database.withUser(user.id, (tx) => findOwnInvitations(tx, at))
  for (const { vasp_did: did, id } of open)
    await deps.database.withTenant(did, async (tx) => {
      await lockTeam(tx, did)
      const invitation = await endInvitation(tx, did, id, at, user.id)
      if (!invitation) return
      await giveRoles(tx, deps, did, user.id, [companyRole(invitation.role)], at)
      await audit(tx, { did: user.did }, at, {
        ...{ company: did, action: 'auth.acceptInvitation', object: id },
        detail: { role: invitation.role },
      })
    })
}

type Row = Awaited<ReturnType<typeof findInvitations>>[number]

const shown = (row: Row, at: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: companyRole(row.role),
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  expired: row.expires_at <= at,
})
