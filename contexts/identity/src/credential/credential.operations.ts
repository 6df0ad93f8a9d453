import {
  type Credentials,
  credential as contract,
  type IssuedCredential,
  secretOverlapMs,
} from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id } from '@countersign/kit/ids'
import { noticeLater } from '@countersign/kit/mail'
import type { Caller } from '../gate.ts'
import { type Deps, handlers } from '../handlers.ts'
import { hashOf, newSecret } from '../secret.ts'
import type { IdentityTx } from '../tables.ts'
import { findAdminAddresses } from '../team/index.ts'
import { endAccessIn } from '../webhook-access.store.ts'
import { nextName, refuseMore, refuseTaken } from './credential.rules.ts'
import {
  addCredential,
  addDelegation,
  deleteCredential,
  deleteDelegation,
  deleteTokens,
  findCredentials,
  findDelegation,
  findDelegators,
  lockCredentials,
  saveName,
  saveSecret,
} from './credential.store.ts'

/** API clients of a company. */
export const credential = handlers(contract, {
  list: ({ tx, company, deps }) => listed(tx, deps, company),

  // The one answer that shows the secret.
  create: async (call, { vaspDid: did, body: { delegateToGateway, limited, name: wanted } }) => {
    const { actor, at, deps } = call
    const company = await deps.database.withNobody(async (tx) => {
      const [found] = await deps.companies.find(tx, [did])
      return found && { did, name: found.name, gateway: await deps.companies.gatewayOf(tx, did) }
    })
    if (!company) throw fail('not_found', 'No such company')
    if (delegateToGateway) return delegate(call, company, limited)
    const clientId = id('client', at.getTime())
    const clientSecret = newSecret()
    const after = await deps.database.withTenant(did, async (tx) => {
      await lockCredentials(tx, did)
      const others = await findCredentials(tx, did)
      refuseMore(others.length, await deps.planLimit(tx, did, 'api_credentials', at))
      const name = wanted ?? nextName(others)
      refuseTaken(name, others)
      const secretHash = hashOf(clientSecret)
      await addCredential(tx, { did, id: clientId, name, secretHash, limited, by: actor.did, at })
      await notifyAdmins(tx, did, at, {
        subject: `New API credential for ${company.name}`,
        text: `The API credential “${name}” (${clientId}) was created for ${company.name}.`,
      })
      await audit(tx, actor, at, {
        company: did,
        action: 'credential.create',
        object: clientId,
        detail: { limited, name },
      })
      return listed(tx, deps, did)
    })
    return { ...after, clientId, clientSecret }
  },

  rename: async ({ tx, company, actor, at, deps }, { query: { clientid }, body: { name } }) => {
    await lockCredentials(tx, company)
    const all = await findCredentials(tx, company)
    const clientId = clientid ?? onlyOne(all.map(({ id }) => id))
    refuseTaken(
      name,
      all.filter(({ id }) => id !== clientId),
    )
    if (!(await saveName(tx, company, clientId, name))) throw noSuchCredential()
    await audit(tx, actor, at, {
      company,
      action: 'credential.rename',
      object: clientId,
      detail: { name },
    })
    return listed(tx, deps, company)
  },

  // A new secret; every token of the client ends.
  rotate: async ({ tx, company, actor, at, deps }, { query: { clientid, endOld } }) => {
    const clientSecret = newSecret()
    const oldEndsAt = endOld === 'true' ? null : new Date(at.getTime() + secretOverlapMs)
    const name = await nameOf(tx, deps, company)
    await lockCredentials(tx, company)
    const clientId = clientid ?? onlyOne((await findCredentials(tx, company)).map(({ id }) => id))
    if (!(await saveSecret(tx, company, clientId, hashOf(clientSecret), oldEndsAt, at)))
      throw noSuchCredential()
    await deleteTokens(tx, company, clientId)
    await endAccessIn(tx, company, clientId, at)
    await notifyAdmins(tx, company, at, {
      subject: `API credential of ${name} rotated`,
      text: `The API credential ${clientId} of ${name} has a new secret. The old one ${
        oldEndsAt ? 'works for one more day' : 'was revoked immediately'
      }.`,
    })
    await audit(tx, actor, at, {
      company,
      action: 'credential.rotate',
      object: clientId,
      detail: { oldSecretEndsAt: oldEndsAt?.toISOString() ?? null },
    })
    return { ...(await listed(tx, deps, company)), clientId, clientSecret }
  },

  // The client, or the delegation to it.
  delete: async ({ tx, company, actor, at, deps }, { query: { clientid } }) => {
    const name = await nameOf(tx, deps, company)
    await lockCredentials(tx, company)
    const delegation = await findDelegation(tx, company)
    const own = (await findCredentials(tx, company)).map(({ id }) => id)
    const clientId = clientid ?? onlyOne(delegation ? [delegation.client_id, ...own] : own)
    await endAccessIn(tx, company, clientId, at)
    if (await deleteDelegation(tx, company, clientId)) {
      await notifyAdmins(tx, company, at, {
        subject: `Delegation of ${name} ended`,
        text: `The API credential ${clientId} can no longer act for ${name}.`,
      })
      await audit(tx, actor, at, { company, action: 'credential.endDelegation', object: clientId })
      return listed(tx, deps, company)
    }
    const delegators = (await findDelegators(tx, company)).filter(
      ({ client_id }) => client_id === clientId,
    )
    if (!(await deleteCredential(tx, company, clientId))) throw noSuchCredential()
    await notifyAdmins(tx, company, at, {
      subject: `API credential of ${name} deleted`,
      text: `The API credential ${clientId} of ${name} was deleted. Services that use it no longer have access.`,
    })
    const rows = [
      { company, action: 'credential.delete' },
      ...delegators.map((one) => ({ company: one.vasp_did, action: 'credential.endDelegation' })),
    ]
    for (const row of rows.toSorted((a, b) => (a.company < b.company ? -1 : 1)))
      await audit(tx, actor, at, { ...row, object: clientId })
    return listed(tx, deps, company)
  },
})

async function listed(tx: IdentityTx, deps: Deps, did: string): Promise<Credentials> {
  const { companies } = deps
  const delegators = await findDelegators(tx, did)
  const credentials = await findCredentials(tx, did)
  const delegation = await findDelegation(tx, did)
  const gateway = await companies.gatewayOf(tx, did)
  const planLimit = await deps.planLimit(tx, did, 'api_credentials', new Date(deps.clock()))
  const named = await companies.find(
    tx,
    delegators.map((one) => one.vasp_did),
  )
  const nameIn = (one: string) => named.find((company) => company.did === one)?.name ?? null
  return {
    clientIds: credentials.map((one) => one.id),
    delegatedToClientId: delegation?.client_id ?? null,
    delegationLimited: delegation?.limited ?? false,
    credentials: credentials.map((one) => ({
      clientId: one.id,
      name: one.name,
      limited: one.limited,
      createdAt: one.created_at.toISOString(),
      rotatedAt: one.rotated_at?.toISOString() ?? null,
      oldSecretEndsAt: one.old_secret_ends_at?.toISOString() ?? null,
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
      actsFor: delegators
        .filter(({ client_id }) => client_id === one.id)
        .map(({ vasp_did, limited }) => ({ did: vasp_did, name: nameIn(vasp_did), limited })),
    })),
    gateway,
    planLimit,
  }
}

const nameOf = async (tx: IdentityTx, { companies }: Deps, did: string): Promise<string> =>
  (await companies.find(tx, [did]))[0]?.name ?? did

type CompanyToDelegate = {
  readonly did: string
  readonly name: string
  readonly gateway: { readonly did: string; readonly name: string } | null
}

/** The gateway's first client acts for the company from now on; there is no secret to show. */
async function delegate(
  { actor, at, deps }: Call<Deps, Caller>,
  { did, name, gateway }: CompanyToDelegate,
  limited: boolean,
): Promise<IssuedCredential> {
  if (!gateway) throw fail('conflict', 'This company isn’t in a group, so it has no gateway')
  const theirs = await deps.database.withTenant(gateway.did, (tx) =>
    findCredentials(tx, gateway.did),
  )
  const client = theirs.find((one) => !one.limited) ?? theirs[0]
  if (!client)
    throw fail(
      'conflict',
      `${gateway.name} has no credential yet. Its developer must create one first.`,
    )
  const clientId = client.id
  const work = deps.database.withTenant(did, async (tx) => {
    await lockCredentials(tx, did)
    if (await findDelegation(tx, did))
      throw fail('conflict', 'This company already delegates. End that delegation first.')
    await addDelegation(tx, { did, gateway: gateway.did, clientId, limited, by: actor.did, at })
    await notifyAdmins(tx, did, at, {
      subject: `${gateway.name} can now act for ${name}`,
      text: `The API credential ${clientId} of ${gateway.name} can now act for ${name}.`,
    })
    await audit(tx, actor, at, {
      company: did,
      action: 'credential.delegate',
      object: clientId,
      detail: { limited, gateway: gateway.did },
    })
    return listed(tx, deps, did)
  })
  const after = await work.catch((error: unknown) => {
    // The gateway deleted the client in the meantime.
    if (Reflect.get(Object(error), 'code') === '23503')
      throw fail('conflict', `${gateway.name} has just deleted its credential. Try again.`)
    throw error
  })
  return { ...after, clientId, clientSecret: null }
}

async function notifyAdmins(
  tx: IdentityTx,
  did: string,
  at: Date,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const body = `${text}\n\nIf you didn’t expect this, delete the credential under Developers, API credentials, and check the company’s activity.`
  for (const to of await findAdminAddresses(tx, did))
    noticeLater(tx, { to, subject: subject.slice(0, 200), text: body }, at)
}

/** The only client of a company, for a request that names none. @throws 404 without one, 422 with several */
function onlyOne([first, ...more]: readonly string[]): string {
  if (first === undefined) throw noSuchCredential()
  if (more.length > 0)
    throw invalid(
      ['query', 'clientid'],
      'The company has several credentials: specify one',
      'missing',
    )
  return first
}

const noSuchCredential = () => fail('not_found', 'No such credential')
