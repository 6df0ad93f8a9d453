import type { CompanyRole, NewCompany, OwnRequest } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { ksuid } from '@countersign/kit/ids'
import { noticeLater } from '@countersign/kit/mail'
import { companyDomain, websiteDomain } from '@countersign/kit/mail-domain'
import { actorOf, personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import type { IdentityTx } from '../tables.ts'
import {
  findRoles,
  findTeam,
  giveRoles,
  lockTeam,
  openCompany,
  type TeamDeps,
} from '../team/index.ts'
import { askedToJoin } from './people-mail.rules.ts'
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
const maxMade = 10

// Which domains a company's people have is not for strangers.
const otherDomain = () =>
  fail(
    'forbidden',
    'Your verified email address isn’t at one of this company’s domains. Ask a member to invite you.',
  )

/** `POST auth/joinrequests`: needs a verified address at the company's domain, and an admin to decide. */
export async function requestToJoin(
  deps: TeamDeps,
  caller: Caller,
  input: { vaspDID: string; role: CompanyRole; note?: string | undefined },
): Promise<OwnRequest> {
  const { vaspDID: did, role, note } = input
  const { userId, email } = personIn(caller)
  const at = new Date(deps.clock())
  return deps.database.withTenant(did, async (tx) => {
    await fewOpen(tx, userId)
    const company = await openCompany(tx, deps, did)
    if (!company.hasAdmin)
      throw fail('conflict', 'This company has no admin yet. You can claim it instead.')
    if (!isAtDomain(email, company)) throw otherDomain()
    await notThere(tx, did, userId)
    // Read before the request is there: from then on its maker is seen as an applicant too.
    const admins = (await findTeam(tx, did)).filter((row) => row.role === 'admin')
    const request = await add(tx, deps, caller, did, {
      kind: 'join',
      userId,
      role,
      note: note || null,
      domainProven: true,
      state: 'pending',
    })
    for (const admin of admins.slice(0, 20))
      await noticeLater(
        tx,
        askedToJoin(admin.email, company.name, caller.viewer.name ?? email, role, deps.origin),
        at,
      )
    await noted(tx, deps, caller, 'auth.requestToJoin', request)
    return request
  })
}

/** `POST auth/claimrequests`: needs a verified address at the company's domain; the network decides. */
export async function claimCompany(
  deps: TeamDeps,
  caller: Caller,
  { vaspDID: did, note }: { vaspDID: string; note?: string | undefined },
): Promise<OwnRequest> {
  const { userId, email } = personIn(caller)
  return deps.database.withTenant(did, async (tx) => {
    await fewOpen(tx, userId)
    const company = await openCompany(tx, deps, did)
    if (company.hasAdmin)
      throw fail('conflict', 'This company already has an admin. You can ask to join it instead.')
    if (!isAtDomain(email, company)) throw otherDomain()
    const request = await add(tx, deps, caller, did, {
      kind: 'claim',
      userId,
      role: 'admin',
      note: note || null,
      domainProven: true,
      state: 'pending',
    })
    await noted(tx, deps, caller, 'auth.claimCompany', request)
    return request
  })
}

/**
 * `POST auth/customer`: makes a company under a DID of its own. Whoever makes it is its admin at once
 * when their address is at its website's domain and no other company has that domain; else the internal
 * admin decides, and until then the company has no domain through which others could come in.
 */
export async function newCustomer(
  deps: TeamDeps,
  caller: Caller,
  { note, terms, vaspDiscoverability: discoverable = true, ...profile }: NewCompany,
): Promise<{ did: string; state: 'approved' | 'pending' }> {
  const { userId, email } = personIn(caller)
  const at = new Date(deps.clock())
  const did = `did:countersign:${ksuid(at.getTime())}`
  return deps.database.withTenant(did, async (tx) => {
    if ((await fewOpen(tx, userId)).made >= maxMade)
      throw fail('conflict', `You’ve already created ${maxMade} companies`)
    const domain = websiteDomain(profile.website)
    const proven = domain !== null && companyDomain(email) === domain
    const state = proven && !(await deps.companies.isTaken(tx, domain)) ? 'approved' : 'pending'
    const emailDomains = state === 'approved' && domain !== null ? [domain] : []
    await deps.companies.create(tx, { did, profile, emailDomains, discoverable }, at)
    const request = await add(tx, deps, caller, did, {
      kind: 'create',
      userId,
      role: 'admin',
      note: note || null,
      domainProven: proven,
      state,
    })
    if (state === 'approved') await giveRoles(tx, deps, did, userId, ['admin'], at)
    await noted(tx, deps, caller, 'auth.newCustomer', request, { ...(terms && { terms }) })
    return { did, state }
  })
}

/** What the caller has asked for. */
export async function listOwnRequests({ database }: TeamDeps, caller: Caller) {
  const { userId } = personIn(caller)
  const rows = await database.withUser(userId, (tx) => findOwnRequests(tx, userId))
  return { requests: rows.map(ownRequest) }
}

/** Takes back an own request. @throws 404 when it is none, 409 when it is settled */
export async function withdrawRequest(deps: TeamDeps, caller: Caller, requestId: string) {
  const { userId, did: by } = personIn(caller)
  const at = new Date(deps.clock())
  const noSuch = () => fail('not_found', 'No such request')
  const found = await deps.database.withUser(userId, (tx) => findOwnRequest(tx, userId, requestId))
  if (!found) throw noSuch()
  const did = found.vasp_did
  await deps.database.withTenant(did, async (tx) => {
    const row = await lockRequest(tx, did, requestId, ['join', 'claim', 'create'])
    if (row?.user_id !== userId) throw noSuch()
    const state = moved('withdraw', row.state)
    await settleRequest(tx, did, requestId, { state, role: row.role, reason: null, by, at })
    if (row.kind === 'create') await deps.companies.settle(tx, did, 'withdrawn', at)
    await noted(tx, deps, caller, 'auth.withdrawRequest', ownRequest(row))
  })
}

async function fewOpen(tx: IdentityTx, userId: string) {
  const own = await countOwnRequests(tx, userId)
  if (own.open >= maxOpen)
    throw fail('conflict', `You have ${maxOpen} pending requests. Withdraw one first.`)
  return own
}

async function notThere(tx: IdentityTx, did: string, userId: string): Promise<void> {
  if ((await findRoles(tx, did)).some(({ user_id }) => user_id === userId))
    throw fail('conflict', 'You’re already a member of this company')
}

async function add(
  tx: IdentityTx,
  { clock }: TeamDeps,
  caller: Caller,
  did: string,
  request: NewRequest,
): Promise<OwnRequest> {
  await lockTeam(tx, did)
  const row = await addRequest(tx, did, request, new Date(clock()))
  if (!row) throw fail('conflict', 'You’ve already asked. No decision yet.')
  if (row.user_id !== caller.viewer.userId) throw new Error('A request of somebody else')
  return ownRequest(row)
}

const noted = (
  tx: IdentityTx,
  { clock }: TeamDeps,
  caller: Caller,
  action: string,
  { id, vaspDID, kind, role, state }: OwnRequest,
  more: Readonly<Record<string, string>> = {},
) =>
  audit(tx, actorOf(caller), new Date(clock()), {
    company: vaspDID,
    action,
    object: id,
    detail: { kind, role, state, ...more },
  })
