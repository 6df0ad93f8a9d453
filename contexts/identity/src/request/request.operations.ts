import { request as contract, type OwnRequest } from '@countersign/contracts/identity'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { ksuid } from '@countersign/kit/ids'
import { noticeLater } from '@countersign/kit/mail'
import { companyDomain, websiteDomain } from '@countersign/kit/mail-domain'
import { personIn } from '../caller.rules.ts'
import { handlers } from '../handlers.ts'
import type { IdentityTx } from '../tables.ts'
import { findRoles, findTeam, giveRoles, lockTeam, openCompany } from '../team/index.ts'
import { askedToJoin } from './mail.rules.ts'
import { isAtDomain, moved, ownRequest } from './request.rules.ts'
import {
  addRequest,
  countOwnRequests,
  findOwnRequest,
  findOwnRequests,
  lockRequest,
  type NewRequest,
  settleRequest,
} from './request.store.ts'

/** More than anybody needs at a time. */
const maxOpen = 20
const maxCreated = 10

// Which domains a company's people have is not for strangers.
const otherDomain = () =>
  fail(
    'forbidden',
    'Your verified email address isn’t at one of this company’s domains. Ask a member to invite you.',
  )
const noSuch = () => fail('not_found', 'No such request')

/** Asking to join, claim or create a company. */
export const request = handlers(contract, {
  // Needs a verified address at the company's domain, and an admin to decide.
  requestToJoin: (
    { caller, actor, at, deps },
    { body: { vaspDID: did, role, note } },
  ): Promise<OwnRequest> => {
    const { userId, email } = personIn(caller)
    return deps.database.withTenant(did, async (tx) => {
      await refuseManyOpen(tx, userId)
      const company = await openCompany(tx, deps, did)
      if (!company.hasAdmin)
        throw fail('conflict', 'This company has no admin yet. You can claim it instead.')
      if (!isAtDomain(email, company)) throw otherDomain()
      await refuseMembers(tx, did, userId)
      // Read before the request exists: from then on its sender is listed as an applicant too.
      const admins = (await findTeam(tx, did)).filter((row) => row.role === 'admin')
      const added = await add(
        tx,
        did,
        { kind: 'join', userId, role, note: note || null, domainProven: true, state: 'pending' },
        at,
      )
      for (const admin of admins.slice(0, 20))
        noticeLater(
          tx,
          askedToJoin(admin.email, company.name, caller.viewer.name ?? email, role, deps.origin),
          at,
        )
      await record(tx, actor, at, 'auth.requestToJoin', added)
      return added
    })
  },

  // Needs a verified address at the company's domain; the network decides.
  claimCompany: (
    { caller, actor, at, deps },
    { body: { vaspDID: did, note } },
  ): Promise<OwnRequest> => {
    const { userId, email } = personIn(caller)
    return deps.database.withTenant(did, async (tx) => {
      await refuseManyOpen(tx, userId)
      const company = await openCompany(tx, deps, did)
      if (company.hasAdmin)
        throw fail('conflict', 'This company already has an admin. You can ask to join it instead.')
      if (!isAtDomain(email, company)) throw otherDomain()
      const claim = { kind: 'claim', role: 'admin', domainProven: true, state: 'pending' } as const
      const added = await add(tx, did, { ...claim, userId, note: note || null }, at)
      await record(tx, actor, at, 'auth.claimCompany', added)
      return added
    })
  },

  /*
   * Creates a company under a DID of its own. Its creator is its admin at once when their address is at
   * its website's domain and no other company has that domain; else the internal admin decides, and
   * until then the company has no domain through which others could join.
   */
  newCustomer: ({ caller, actor, at, deps: { database, companies } }, { body }) => {
    const { note, terms, vaspDiscoverability: discoverable = true, ...profile } = body
    const { userId, email } = personIn(caller)
    const did = `did:countersign:${ksuid(at.getTime())}`
    return database.withTenant(did, async (tx) => {
      if ((await refuseManyOpen(tx, userId)).made >= maxCreated)
        throw fail('conflict', `You’ve already created ${maxCreated} companies`)
      const domain = websiteDomain(profile.website)
      const domainProven = domain !== null && companyDomain(email) === domain
      const state = domainProven && !(await companies.isTaken(tx, domain)) ? 'approved' : 'pending'
      const emailDomains = state === 'approved' && domain !== null ? [domain] : []
      await companies.create(tx, { did, profile, emailDomains, discoverable }, at)
      const added = await add(
        tx,
        did,
        { kind: 'create', userId, role: 'admin', note: note || null, domainProven, state },
        at,
      )
      if (state === 'approved') await giveRoles(tx, { companies }, did, userId, ['admin'], at)
      await record(tx, actor, at, 'auth.newCustomer', added, { ...(terms && { terms }) })
      return { did, state }
    })
  },

  listOwnRequests: async ({ caller, deps: { database } }) => {
    const { userId } = personIn(caller)
    const rows = await database.withUser(userId, (tx) => findOwnRequests(tx, userId))
    return { requests: rows.map(ownRequest) }
  },

  withdrawRequest: async ({ caller, actor, at, deps: { database, companies } }, { requestId }) => {
    const { userId, did: by } = personIn(caller)
    const found = await database.withUser(userId, (tx) => findOwnRequest(tx, userId, requestId))
    if (!found) throw noSuch()
    const did = found.vasp_did
    await database.withTenant(did, async (tx) => {
      const row = await lockRequest(tx, did, requestId, ['join', 'claim', 'create'])
      if (row?.user_id !== userId) throw noSuch()
      const state = moved('withdraw', row.state)
      await settleRequest(tx, did, requestId, { state, role: row.role, reason: null, by, at })
      if (row.kind === 'create') await companies.settle(tx, did, 'withdrawn', at)
      await record(tx, actor, at, 'auth.withdrawRequest', ownRequest(row))
    })
  },
})

async function refuseManyOpen(tx: IdentityTx, userId: string) {
  const own = await countOwnRequests(tx, userId)
  if (own.open >= maxOpen)
    throw fail('conflict', `You have ${maxOpen} pending requests. Withdraw one first.`)
  return own
}

async function refuseMembers(tx: IdentityTx, did: string, userId: string): Promise<void> {
  if ((await findRoles(tx, did)).some(({ user_id }) => user_id === userId))
    throw fail('conflict', 'You’re already a member of this company')
}

async function add(tx: IdentityTx, did: string, added: NewRequest, at: Date): Promise<OwnRequest> {
  await lockTeam(tx, did)
  const row = await addRequest(tx, did, added, at)
  if (!row) throw fail('conflict', 'You’ve already asked. No decision yet.')
  if (row.user_id !== added.userId) throw new Error('A request of somebody else')
  return ownRequest(row)
}

const record = (
  tx: IdentityTx,
  actor: Actor,
  at: Date,
  action: string,
  { id, vaspDID, kind, role, state }: OwnRequest,
  more: Readonly<Record<string, string>> = {},
) =>
  audit(tx, actor, at, {
    company: vaspDID,
    action,
    object: id,
    detail: { kind, role, state, ...more },
  })
