import { holds, type Input, internalAdmin, type RoleGrant } from '@countersign/contracts'
import { planRefusal } from '@countersign/contracts/billing'
import { group as contract, type Group } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { noticeLater, quoted } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import { handlers, type InCompany, type OwnTransaction } from '../handlers.ts'
import { setReason } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { endWebhooks } from '../webhooks/index.ts'
import {
  addNestRequest,
  countSubsidiaries,
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

const noSuchCompany = () => fail('not_found', 'No such company')
const isInternal = (grants: readonly RoleGrant[]) =>
  grants.some((grant) => grant.role === internalAdmin)

/** Parents and subsidiaries, and companies that are disabled. */
export const group = handlers(contract, { get, enable, nest })

/** Parent, subsidiaries and open requests. @throws 404 */
async function get({ tx, company: did, at, deps }: InCompany): Promise<Group> {
  const company = await findMember(tx, did)
  if (!company) throw noSuchCompany()
  const parent = company.vasp.subsidiaryOf
  return {
    company,
    parent: (parent && (await findMember(tx, parent))) || null,
    subsidiaries: await findSubsidiaries(tx, did),
    requests: await findNestRequests(tx, did),
    planLimit: await deps.planLimit(tx, did, 'sub_entities', at),
  }
}

/**
 * Enables or disables a company. The network may do both; the admin of its group may disable it, and is
 * refused with 403 when enabling it. The company's admins are told by mail.
 * @throws 404 when it is not in a group of the caller's
 */
function enable(
  { caller, actor, at, deps }: OwnTransaction,
  { did, query }: Input<typeof contract.enable>,
): Promise<{ did: string; enabled: boolean }> {
  const { grants } = caller.viewer
  const { entity_enablement, reason = null } = query
  const enabled = entity_enablement === 'enable'
  return deps.database.withTenant(did, async (tx) => {
    const place = await findPlace(tx, did)
    const parent = place?.subsidiary_of
    const may = isInternal(grants) || (parent && holds(grants, 'api.vasps.activate', parent))
    if (!place || !may) throw noSuchCompany()
    if (enabled && !isInternal(grants))
      throw fail('forbidden', 'Only the network can enable a company again')
    if (enabled && (place.listing === 'merged' || place.listing === 'deleted'))
      throw fail('conflict', `This company is ${place.listing}`)
    if (!enabled) await endWebhooks(deps, tx, did, at)
    if (!(await setDisabled(tx, did, enabled ? null : at, at))) return { did, enabled }
    await setReason(tx, did, 'DISABLED', enabled ? null : { reason }, at)
    const name = (await findMember(tx, did))?.vasp.name ?? did
    for (const to of await deps.adminAddresses(tx, did))
      noticeLater(tx, { to, ...enablementMail(name, enabled, reason) }, at)
    tell(tx, did, { enabled }, at)
    const action = enabled ? 'group.enable' : 'group.disable'
    await audit(tx, actor, at, { company: did, action })
    return { did, enabled }
  })
}

const enablementMail = (name: string, enabled: boolean, reason: string | null) => ({
  subject: `${name} was ${enabled ? 'enabled' : 'disabled'}`.slice(0, 200),
  text: enabled
    ? `${name} was enabled again. You have access as before.\n`
    : `${name} was disabled. It can’t be used until the network enables it again.\n${reason ? `\nThe reason:\n${quoted(reason)}\n` : ''}`,
})

/** Adds companies to a group or takes them out, each on its own. */
async function nest(
  call: OwnTransaction,
  { query, body: { group_vasp, subsidiaries } }: Input<typeof contract.nest>,
) {
  const change = query.action === 'add' ? add : remove
  const results: Result[] = []
  for (const did of new Set(subsidiaries)) results.push(await change(call, group_vasp, did))
  return { group_vasp, results }
}

type Result = {
  did: string
  result: 'nested' | 'waits_for_group' | 'waits_for_subsidiary' | 'removed' | 'not_nested'
}

/**
 * Adds a subsidiary to a group, or notes that one side agrees. A group has one level.
 * @throws 404 for a company that is not there, or when the caller speaks for neither; 409 against the rules
 */
async function add(
  { caller, actor, at, deps }: OwnTransaction,
  group: string,
  did: string,
): Promise<Result> {
  const { grants } = caller.viewer
  const forGroup = holds(grants, 'api.vasps.nest', group)
  const forSubsidiary = holds(grants, 'api.vasps.nest', did)
  if (!forGroup && !forSubsidiary) throw noSuchCompany()
  if (group === did) throw fail('conflict', 'A company can’t be its own subsidiary')
  // The network decides whatever a plan covers.
  const most = isInternal(grants) ? null : await planLimitOf(deps, group, at)
  return deps.database.withTenant(did, async (tx) => {
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
    const refusal = planRefusal('sub_entities', most, await countSubsidiaries(tx, group))
    if (refusal && (forGroup || agreed)) throw groupIsFull(refusal, forGroup)
    if (!agreed) {
      const other = forGroup ? 'subsidiary' : 'group'
      await addNestRequest(tx, did, group, other, at)
      if (waitsFor === undefined)
        await both(tx, actor, group, did, { action: 'group.ask', waitsFor: other }, at)
      return { did, result: other === 'group' ? 'waits_for_group' : 'waits_for_subsidiary' }
    }
    await removeNestRequest(tx, did, group)
    await setParent(tx, did, group, at)
    tell(tx, did, { subsidiaryOf: group }, at)
    await both(tx, actor, group, did, { action: 'group.add' }, at)
    return { did, result: 'nested' }
  })
}

/** What the plan of a group covers, in a transaction of the group’s. */
const planLimitOf = (deps: OwnTransaction['deps'], group: string, at: Date) =>
  deps.database.withTenant(group, (tx) => deps.planLimit(tx, group, 'sub_entities', at))

/** What a group’s plan covers is for its own people. */
const groupIsFull = (refusal: string, forGroup: boolean) =>
  forGroup
    ? fail('bad_request', refusal, { wire: 'PlanLimitReachedError' })
    : fail('conflict', 'The group can’t take in another company. Ask its admin.')

/** Takes a subsidiary out of a group, or a request away; either side may. @throws 404 */
function remove(
  { caller, actor, at, deps }: OwnTransaction,
  group: string,
  did: string,
): Promise<Result> {
  const { grants } = caller.viewer
  if (![group, did].some((side) => holds(grants, 'api.vasps.nest', side))) throw noSuchCompany()
  return deps.database.withTenant(did, async (tx) => {
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
    await both(tx, actor, group, did, { action: nested ? 'group.remove' : 'group.decline' }, at)
    return { did, result: 'removed' }
  })
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
  actor: Actor,
  group: string,
  did: string,
  { action, ...detail }: { action: string; waitsFor?: string },
  at: Date,
): Promise<void> {
  for (const company of [group, did].toSorted())
    await audit(tx, actor, at, { company, action, object: did, detail: { group, ...detail } })
}
