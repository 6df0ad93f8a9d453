import { holds, internalAdmin, type RoleGrant } from '@countersign/contracts'
import type { Group } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { noticeLater, quoted } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import { setReason } from '../profile/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import {
  addNestRequest,
  findMember,
  findNestRequest,
  findNestRequests,
  findPlace,
  findSubsidiaries,
  hasSubsidiaries,
  lockGroups,
  removeNestRequest,
  setDisabled,
  setParent,
} from './group.store.ts'

/** Who changes a group. */
export type GroupCaller = { readonly actor: Actor; readonly grants: readonly RoleGrant[] }

const noSuchCompany = () => fail('not_found', 'No such company')
const isInternal = (grants: readonly RoleGrant[]) =>
  grants.some((grant) => grant.role === internalAdmin)

/** Parent, subsidiaries and open requests. @throws 404 */
export async function getGroup(tx: TrustTx, did: string): Promise<Group> {
  const company = await findMember(tx, did)
  if (!company) throw noSuchCompany()
  const parent = company.vasp.subsidiaryOf
  return {
    company,
    parent: (parent && (await findMember(tx, parent))) || null,
    subsidiaries: await findSubsidiaries(tx, did),
    requests: await findNestRequests(tx, did),
  }
}

/**
 * Enables or disables a company. The network may do both; the admin of its group may disable it, and is
 * refused with 403 when enabling it. The company's admins are told by mail.
 * @throws 404 when it is not in a group of the caller's
 */
export async function setEnablement(
  tx: TrustTx,
  caller: GroupCaller,
  did: string,
  {
    enable,
    reason = null,
  }: { readonly enable: boolean; readonly reason?: string | null | undefined },
  admins: readonly string[],
  at: Date,
): Promise<{ did: string; enabled: boolean }> {
  const place = await findPlace(tx, did)
  const parent = place?.subsidiary_of
  const may =
    isInternal(caller.grants) || (parent && holds(caller.grants, 'api.vasps.activate', parent))
  if (!place || !may) throw noSuchCompany()
  if (enable && !isInternal(caller.grants))
    throw fail('forbidden', 'Only the network can enable a company again')
  if (enable && (place.listing === 'merged' || place.listing === 'deleted'))
    throw fail('conflict', `This company is ${place.listing}`)
  if (!(await setDisabled(tx, did, enable ? null : at, at))) return { did, enabled: enable }
  await setReason(tx, did, 'DISABLED', enable ? null : { reason }, at)
  const member = await findMember(tx, did)
  const name = member?.vasp.name ?? did
  for (const to of admins)
    await noticeLater(
      tx,
      {
        to,
        subject: `${name} was ${enable ? 'enabled' : 'disabled'}`.slice(0, 200),
        text: enable
          ? `${name} was enabled again. You have access as before.\n`
          : `${name} was disabled. It can’t be used until the network enables it again.\n${reason ? `\nThe reason:\n${quoted(reason)}\n` : ''}`,
      },
      at,
    )
  tell(tx, did, { enabled: enable }, at)
  await audit(tx, caller.actor, at, {
    company: did,
    action: enable ? 'group.enable' : 'group.disable',
  })
  return { did, enabled: enable }
}

type Result = {
  did: string
  result: 'nested' | 'waits_for_group' | 'waits_for_subsidiary' | 'removed' | 'not_nested'
}

/**
 * Adds a subsidiary to a group, or notes that one side agrees. A group has one level.
 * @throws 404 for a company that is not there, or when the caller speaks for neither; 409 against the rules
 */
export async function addSubsidiary(
  database: TrustDatabase,
  caller: GroupCaller,
  group: string,
  did: string,
  at: Date,
): Promise<Result> {
  const forGroup = holds(caller.grants, 'api.vasps.nest', group)
  const forSubsidiary = holds(caller.grants, 'api.vasps.nest', did)
  if (!forGroup && !forSubsidiary) throw noSuchCompany()
  if (group === did) throw fail('conflict', 'A company can’t be its own subsidiary')
  return database.withTenant(did, async (tx) => {
    await lockGroups(tx)
    const [above, below] = [await findPlace(tx, group), await findPlace(tx, did)]
    if (!above || !below) throw noSuchCompany()
    if (below.subsidiary_of === group) return { did, result: 'nested' }
    if (below.subsidiary_of !== null)
      throw fail('conflict', 'The company is already a subsidiary. Remove it from its group first.')
    if (above.subsidiary_of !== null)
      throw fail('conflict', 'A subsidiary can’t have subsidiaries of its own')
    if (await hasSubsidiaries(tx, did))
      throw fail('conflict', 'The company has subsidiaries of its own. A group has only one level.')
    const waitsFor = await findNestRequest(tx, did, group)
    const agreed =
      (forGroup && forSubsidiary) ||
      (forGroup && waitsFor === 'group') ||
      (forSubsidiary && waitsFor === 'subsidiary')
    if (!agreed) {
      const other = forGroup ? 'subsidiary' : 'group'
      await addNestRequest(tx, did, group, other, at)
      if (waitsFor === undefined)
        await both(tx, caller, group, did, { action: 'group.ask', waitsFor: other }, at)
      return { did, result: other === 'group' ? 'waits_for_group' : 'waits_for_subsidiary' }
    }
    await removeNestRequest(tx, did, group)
    await setParent(tx, did, group, at)
    tell(tx, did, { subsidiaryOf: group }, at)
    await both(tx, caller, group, did, { action: 'group.add' }, at)
    return { did, result: 'nested' }
  })
}

/** Takes a subsidiary out of a group, or a request away; either side may. @throws 404 */
export async function removeSubsidiary(
  database: TrustDatabase,
  caller: GroupCaller,
  group: string,
  did: string,
  at: Date,
): Promise<Result> {
  if (![group, did].some((side) => holds(caller.grants, 'api.vasps.nest', side)))
    throw noSuchCompany()
  return database.withTenant(did, async (tx) => {
    await lockGroups(tx)
    const below = await findPlace(tx, did)
    if (!below) throw noSuchCompany()
    const asked = await removeNestRequest(tx, did, group)
    const nested = below.subsidiary_of === group
    if (nested) {
      await setParent(tx, did, null, at)
      tell(tx, did, { subsidiaryOf: null }, at)
    }
    if (!nested && !asked) return { did, result: 'not_nested' }
    await both(tx, caller, group, did, { action: nested ? 'group.remove' : 'group.decline' }, at)
    return { did, result: 'removed' }
  })
}

/** Why nobody can work for a company now, or undefined. */
export async function disabledReason(
  database: TrustDatabase,
  did: string,
): Promise<string | undefined> {
  const member = await database.withNobody((tx) => findMember(tx, did))
  if (!member || member.enabled) return undefined
  return `${member.vasp.name} is disabled. Only the network can enable it again.`
}

const tell = (
  tx: TrustTx,
  did: string,
  what: { subsidiaryOf: string | null } | { enabled: boolean },
  at: Date,
): void =>
  emit(tx, {
    type: 'vasp.group.changed',
    company: did,
    payload: { did, ...what, at: at.toISOString() },
    at,
  })

/** Both companies' chains say what happened between them, in the order of their DIDs. */
async function both(
  tx: TrustTx,
  { actor }: GroupCaller,
  group: string,
  did: string,
  { action, ...detail }: { action: string; waitsFor?: string },
  at: Date,
): Promise<void> {
  for (const company of [group, did].toSorted())
    await audit(tx, actor, at, { company, action, object: did, detail: { group, ...detail } })
}
