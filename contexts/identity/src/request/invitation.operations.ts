import {
  invitation as contract,
  type Invitation,
  type OwnInvitation,
} from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { sendLater } from '@countersign/kit/mail'
import { companyDomain } from '@countersign/kit/mail-domain'
import { personIn } from '../caller.rules.ts'
import { handlers } from '../handlers.ts'
import {
  companyNamed,
  companyRole,
  findTeam,
  giveRoles,
  lockTeam,
  openCompany,
} from '../team/index.ts'
import {
  endInvitation,
  findInvitations,
  findOwnInvitations,
  renewInvitation,
  saveInvitation,
} from './invitation.store.ts'
import { invited } from './mail.rules.ts'
import { settleJoinRequests } from './request.store.ts'

const lastsMs = 14 * 24 * 3_600_000
const maxOpen = 100
const noSuch = () => fail('not_found', 'No such invitation')

/** Inviting people to a company. */
export const invitation = handlers(contract, {
  // The answer is the same whether or not the address has an account, and nothing of its owner is
  // shown before they accept.
  addUserToVasp: async (
    { tx, company: did, caller, actor, at, deps },
    { body: { email: typed, role } },
  ) => {
    const email = typed.toLowerCase()
    await lockTeam(tx, did)
    const company = await companyNamed(tx, deps, did)
    if (email === caller.viewer.email?.toLowerCase())
      throw fail('conflict', 'You can’t invite yourself')
    if ((await findTeam(tx, did)).some((member) => member.email.toLowerCase() === email))
      throw fail('conflict', 'This person is already a member. Change their roles instead.')
    const open = await findInvitations(tx, did)
    if (open.length >= maxOpen && !open.some((one) => one.email === email))
      throw fail(
        'conflict',
        `${maxOpen} invitations are pending. Withdraw some, or wait for answers.`,
      )
    const expiresAt = new Date(at.getTime() + lastsMs)
    const { id } = await saveInvitation(tx, did, {
      email,
      role,
      at,
      expiresAt,
      invitedBy: actor.did,
    })
    const mail = invited(email, company.name, role, deps.origin, expiresAt)
    sendLater(tx, mail, at, { person: actor.did, company: did })
    await audit(tx, actor, at, {
      company: did,
      action: 'auth.invite',
      object: id,
      detail: { role },
    })
    return { status: 'invited' as const, warning: domainWarning(email, company.emailDomains) }
  },

  listInvitations: async ({ tx, company, actor, at }) => {
    const rows = await findInvitations(tx, company)
    await audit(tx, actor, at, { company, action: 'auth.listInvitations' })
    return { invitations: rows.map((row) => shown(row, at)) }
  },

  resendInvitation: async ({ tx, company, actor, at, deps }, { invitationId: id }) => {
    const expiresAt = new Date(at.getTime() + lastsMs)
    const row = await renewInvitation(tx, company, id, at, expiresAt)
    if (!row) throw noSuch()
    const { name } = await companyNamed(tx, deps, company)
    const mail = invited(row.email, name, companyRole(row.role), deps.origin, expiresAt)
    sendLater(tx, mail, at, { person: actor.did, company })
    await audit(tx, actor, at, { company, action: 'auth.resendInvitation', object: id })
    return shown(row, at)
  },

  cancelInvitation: async ({ tx, company, actor, at }, { invitationId: id }) => {
    if (!(await endInvitation(tx, company, id, at, null))) throw noSuch()
    await audit(tx, actor, at, { company, action: 'auth.cancelInvitation', object: id })
  },

  listOwnInvitations: ({ caller, at, deps: { database, companies } }) =>
    database.withUser(personIn(caller).userId, async (tx) => {
      const rows = await findOwnInvitations(tx, at)
      const dids = rows.map(({ vasp_did }) => vasp_did)
      const named = await companies.find(tx, dids)
      const disabled = await companies.disabledAmong(tx, dids)
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
    }),

  answerInvitation: async (
    { caller, actor, at, deps },
    { vaspDid: company, invitationId, body: { answer } },
  ) => {
    const { userId } = personIn(caller)
    const own = await deps.database.withUser(userId, (tx) => findOwnInvitations(tx, at))
    if (!own.some((one) => one.id === invitationId && one.vasp_did === company)) throw noSuch()
    const accepts = answer === 'accept'
    await deps.database.withTenant(company, async (tx) => {
      await lockTeam(tx, company)
      await openCompany(tx, deps, company)
      const ended = await endInvitation(tx, company, invitationId, at, accepts ? userId : null)
      if (!ended) throw noSuch()
      const role = companyRole(ended.role)
      if (accepts) {
        await giveRoles(tx, deps, company, userId, [role], at)
        // A member needs no pending request.
        await settleJoinRequests(tx, company, userId, { role, by: actor.did, at })
      }
      await audit(tx, actor, at, {
        company,
        object: invitationId,
        action: accepts ? 'auth.acceptInvitation' : 'auth.declineInvitation',
        detail: { role },
      })
    })
  },
})

/** What to say about an address that is not at the company's domain. */
function domainWarning(email: string, domains: readonly string[]): string | null {
  const domain = companyDomain(email)
  if (domains.length === 0 || (domain !== null && domains.includes(domain))) return null
  return `The address isn’t at ${domains.join(' or ')}. Make sure you know this person.`
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
