import { secretOverlapMs } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { id } from '@countersign/kit/ids'
import { noticeLater } from '@countersign/kit/mail'
import { actorOf } from '../caller.rules.ts'
import type { Companies } from '../companies.ts'
import type { Caller } from '../gate.ts'
import { hashOf, newSecret } from '../secret.ts'
import type { IdentityDatabase, IdentityTx } from '../tables.ts'
import { findAdminAddresses } from '../team/index.ts'
import { endAccessIn } from '../webhook-access.store.ts'
import { refuseMore } from './credential.rules.ts'
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
  saveSecret,
} from './credential.store.ts'

/** What the operations on credentials need. */
export type CredentialDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly companies: Companies
}

/** `GET /api/auth/credentials/{vaspDid}` */
export async function listCredentials({ database, companies }: CredentialDeps, did: string) {
  const found = await database.withTenant(did, async (tx) => {
    const delegators = await findDelegators(tx, did)
    return {
      delegators,
      credentials: await findCredentials(tx, did),
      delegation: await findDelegation(tx, did),
      gateway: await companies.gatewayOf(tx, did),
      named: await companies.find(
        tx,
        delegators.map((one) => one.vasp_did),
      ),
    }
  })
  const { credentials, delegators, delegation, gateway, named } = found
  const nameOf = (one: string) => named.find((company) => company.did === one)?.name ?? null
  return {
    clientIds: credentials.map((one) => one.id),
    delegatedToClientId: delegation?.client_id ?? null,
    delegationLimited: delegation?.limited ?? false,
    credentials: credentials.map((one) => ({
      clientId: one.id,
      limited: one.limited,
      createdAt: one.created_at.toISOString(),
      rotatedAt: one.rotated_at?.toISOString() ?? null,
      oldSecretEndsAt: one.old_secret_ends_at?.toISOString() ?? null,
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
      actsFor: delegators
        .filter(({ client_id }) => client_id === one.id)
        .map(({ vasp_did, limited }) => ({
          did: vasp_did,
          name: nameOf(vasp_did),
          limited,
        })),
    })),
    gateway,
  }
}

/** `POST /api/auth/credentials/{vaspDid}`: the one answer that shows the secret. */
export async function createCredential(
  deps: CredentialDeps,
  caller: Caller,
  did: string,
  { delegateToGateway, limited }: { delegateToGateway: boolean; limited: boolean },
) {
  const company = await companyOf(deps, did)
  if (!company) throw fail('not_found', 'No such company')
  if (delegateToGateway) return delegate(deps, caller, did, company, limited)
  const at = new Date(deps.clock())
  const clientId = id('client', at.getTime())
  const secret = newSecret()
  await deps.database.withTenant(did, async (tx) => {
    await lockCredentials(tx, did)
    refuseMore((await findCredentials(tx, did)).length)
    const by = caller.viewer.did
    await addCredential(tx, { did, id: clientId, secretHash: hashOf(secret), limited, by, at })
    await tellAdmins(tx, did, at, {
      subject: `New API credential for ${company.name}`,
      text: `The API credential ${clientId} was created for ${company.name}.`,
    })
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'credential.create',
      object: clientId,
      detail: { limited },
    })
  })
  return { ...(await listCredentials(deps, did)), clientId, clientSecret: secret }
}

const companyOf = ({ database, companies }: CredentialDeps, did: string) =>
  database.withNobody(async (tx) => {
    const [company] = await companies.find(tx, [did])
    return company && { name: company.name, gateway: await companies.gatewayOf(tx, did) }
  })

/** The gateway's first client acts for the company from now on; there is no secret to show. */
async function delegate(
  deps: CredentialDeps,
  caller: Caller,
  did: string,
  company: { name: string; gateway: { did: string; name: string } | null },
  limited: boolean,
) {
  const { gateway } = company
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
  const at = new Date(deps.clock())
  const clientId = client.id
  const work = deps.database.withTenant(did, async (tx) => {
    await lockCredentials(tx, did)
    if (await findDelegation(tx, did))
      throw fail('conflict', 'This company already delegates. End that delegation first.')
    const by = caller.viewer.did
    await addDelegation(tx, { did, gateway: gateway.did, clientId, limited, by, at })
    await tellAdmins(tx, did, at, {
      subject: `${gateway.name} can now act for ${company.name}`,
      text: `The API credential ${clientId} of ${gateway.name} can now act for ${company.name}.`,
    })
    const detail = { limited, gateway: gateway.did }
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'credential.delegate',
      object: clientId,
      detail,
    })
  })
  await work.catch((error: unknown) => {
    // The gateway deleted the client in the meantime.
    if (Reflect.get(Object(error), 'code') === '23503')
      throw fail('conflict', `${gateway.name} has just deleted its credential. Try again.`)
    throw error
  })
  return { ...(await listCredentials(deps, did)), clientId, clientSecret: null }
}

/** `PUT /api/auth/credentials/{vaspDid}?clientid=`: a new secret; every token of the client ends. */
export async function rotateCredential(
  deps: CredentialDeps,
  caller: Caller,
  did: string,
  {
    clientid: named,
    endOld,
  }: { clientid?: string | undefined; endOld?: 'true' | 'false' | undefined },
) {
  const at = new Date(deps.clock())
  const secret = newSecret()
  const oldEndsAt = endOld === 'true' ? null : new Date(at.getTime() + secretOverlapMs)
  const name = (await companyOf(deps, did))?.name ?? did
  const clientid = await deps.database.withTenant(did, async (tx) => {
    await lockCredentials(tx, did)
    const clientid = named ?? onlyOne((await findCredentials(tx, did)).map(({ id }) => id))
    if (!(await saveSecret(tx, did, clientid, hashOf(secret), oldEndsAt, at)))
      throw noSuchCredential()
    await deleteTokens(tx, did, clientid)
    await endAccessIn(tx, did, clientid, at)
    await tellAdmins(tx, did, at, {
      subject: `API credential of ${name} rotated`,
      text: `The API credential ${clientid} of ${name} has a new secret. The old one ${
        oldEndsAt ? 'works for one more day' : 'was revoked immediately'
      }.`,
    })
    const detail = { oldSecretEndsAt: oldEndsAt?.toISOString() ?? null }
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'credential.rotate',
      object: clientid,
      detail,
    })
    return clientid
  })
  return { ...(await listCredentials(deps, did)), clientId: clientid, clientSecret: secret }
}

/** `DELETE /api/auth/credentials/{vaspDid}?clientid=`: the client, or the delegation to it. */
export async function removeCredential(
  deps: CredentialDeps,
  caller: Caller,
  did: string,
  named: string | undefined,
) {
  const at = new Date(deps.clock())
  const actor = actorOf(caller)
  const name = (await companyOf(deps, did))?.name ?? did
  await deps.database.withTenant(did, async (tx) => {
    await lockCredentials(tx, did)
    const delegation = await findDelegation(tx, did)
    const own = (await findCredentials(tx, did)).map(({ id }) => id)
    const clientId = named ?? onlyOne(delegation ? [delegation.client_id, ...own] : own)
    await endAccessIn(tx, did, clientId, at)
    if (await deleteDelegation(tx, did, clientId)) {
      await tellAdmins(tx, did, at, {
        subject: `Delegation of ${name} ended`,
        text: `The API credential ${clientId} can no longer act for ${name}.`,
      })
      const action = 'credential.endDelegation'
      return audit(tx, actor, at, { company: did, action, object: clientId })
    }
    const delegators = (await findDelegators(tx, did)).filter((one) => one.client_id === clientId)
    if (!(await deleteCredential(tx, did, clientId))) throw noSuchCredential()
    await tellAdmins(tx, did, at, {
      subject: `API credential of ${name} deleted`,
      text: `The API credential ${clientId} of ${name} was deleted. Services that use it no longer have access.`,
    })
    const rows = [
      { company: did, action: 'credential.delete' },
      ...delegators.map((one) => ({ company: one.vasp_did, action: 'credential.endDelegation' })),
    ]
    for (const row of rows.toSorted((a, b) => (a.company < b.company ? -1 : 1)))
      await audit(tx, actor, at, { ...row, object: clientId })
  })
  return listCredentials(deps, did)
}

async function tellAdmins(
  tx: IdentityTx,
  did: string,
  at: Date,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const words = `${text}\n\nIf you didn’t expect this, delete the credential under Developers, API credentials, and check the company’s activity.`
  for (const to of await findAdminAddresses(tx, did))
    await noticeLater(tx, { to, subject: subject.slice(0, 200), text: words }, at)
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
