import type { CompanyRole, Invitation, OwnInvitation } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { sendLater } from '@countersign/kit/mail'
import { companyDomain } from '@countersign/kit/mail-domain'
import { actorOf, personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import type { IdentityTx } from '../tables.ts'
import {
  companyNamed,
  companyRole,
  findTeam,
  giveRoles,
  lockTeam,
  openCompany,
  type TeamDeps,
} from '../team/index.ts'
import {
  endInvitation,
  findInvitations,
  findOwnInvitations,
  renewInvitation,
  saveInvitation,
} from './invitation.store.ts'
import { invited } from './people-mail.rules.ts'
import { settleJoinRequests } from './request.store.ts'

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

/**
 * `POST auth/addusertovasp`: invites an address. The answer is the same whether or not it has an account,
 * and nothing of its owner is shown before they accept.
 */
export async function addUser(
  deps: TeamDeps,
  caller: Caller,
  { vaspDID: did, email: typed, role }: { vaspDID: string; email: string; role: CompanyRole },
) {
  const email = typed.toLowerCase()
  return deps.database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    const company = await companyNamed(tx, deps, did)
    if (email === caller.viewer.email?.toLowerCase())
      throw fail('conflict', 'You can’t invite yourself')
    if ((await findTeam(tx, did)).some((member) => member.email.toLowerCase() === email))
      throw fail('conflict', 'This person is already a member. Change their roles instead.')
    await invite(tx, deps, caller, company, { email, role })
    return { status: 'invited' as const, warning: strangeness(email, company.emailDomains) }
  })
}

/** What to say of an address that is not at the company's domain. */
function strangeness(email: string, domains: readonly string[]): string | null {
  const domain = companyDomain(email)
  if (domains.length === 0 || (domain !== null && domains.includes(domain))) return null
  return `The address isn’t at ${domains.join(' or ')}. Make sure you know this person.`
}

/** Invites an address within a transaction that adds somebody. At most 100 may be open. */
async function invite(
  tx: IdentityTx,
  { clock, origin }: TeamDeps,
  caller: Caller,
  company: { did: string; name: string },
  { email, role }: { email: string; role: string },
): Promise<void> {
  const at = new Date(clock())
  const open = await findInvitations(tx, company.did)
  if (open.length >= 100 && !open.some((one) => one.email === email))
    throw fail('conflict', '100 invitations are pending. Withdraw some, or wait for answers.')
  const expiresAt = new Date(at.getTime() + lastsMs)
  const { id } = await saveInvitation(tx, company.did, {
    email,
    role,
    at,
    expiresAt,
    invitedBy: caller.viewer.did,
  })
  const cause = { person: caller.viewer.did, company: company.did }
  await sendLater(tx, invited(email, company.name, companyRole(role), origin, expiresAt), at, cause)
  await audit(tx, actorOf(caller), at, {
    company: company.did,
    action: 'auth.invite',
    object: id,
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
    const cause = { person: caller.viewer.did, company: did }
    const mail = invited(row.email, name, companyRole(row.role), deps.origin, expiresAt)
    await sendLater(tx, mail, at, cause)
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

/** The open invitations to the caller's own address. */
export async function listOwnInvitations(deps: TeamDeps, caller: Caller) {
  const { userId } = personIn(caller)
  const at = new Date(deps.clock())
  return deps.database.withUser(userId, async (tx) => {
    const rows = await findOwnInvitations(tx, at)
    const dids = rows.map(({ vasp_did }) => vasp_did)
    const named = await deps.companies.find(tx, dids)
    const disabled = await deps.companies.disabledAmong(tx, dids)
    return {
      invitations: rows.flatMap((row): OwnInvitation[] => {
        const company = named.find(({ did }) => did === row.vasp_did)
        if (!company || disabled.some(({ did }) => did === row.vasp_did)) return []
        return [
          {
            id: row.id,
            vaspDID: row.vasp_did,
            vaspName: company.name,
            role: companyRole(row.role),
            createdAt: row.created_at.toISOString(),
            expiresAt: row.expires_at.toISOString(),
          },
        ]
      }),
    }
  })
}

/** Accepts or declines an invitation to the caller's own address. @throws 404 when there is none */
export async function answerInvitation(
  deps: TeamDeps,
  caller: Caller,
  { vaspDid: did, invitationId }: { vaspDid: string; invitationId: string },
  answer: 'accept' | 'decline',
): Promise<void> {
  const { userId } = personIn(caller)
  const at = new Date(deps.clock())
  const own = await deps.database.withUser(userId, (tx) => findOwnInvitations(tx, at))
  if (!own.some((one) => one.id === invitationId && one.vasp_did === did)) throw noSuch()
  const accepts = answer === 'accept'
  await deps.database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    await openCompany(tx, deps, did)
    const invitation = await endInvitation(tx, did, invitationId, at, accepts ? userId : null)
    if (!invitation) throw noSuch()
    const role = companyRole(invitation.role)
    if (accepts) {
      await giveRoles(tx, deps, did, userId, [role], at)
      // Whoever is in by invitation no longer waits at the door.
      await settleJoinRequests(tx, did, userId, { role, by: caller.viewer.did, at })
    }
    await audit(tx, actorOf(caller), at, {
      company: did,
      object: invitationId,
      action: accepts ? 'auth.acceptInvitation' : 'auth.declineInvitation',
      detail: { role },
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
