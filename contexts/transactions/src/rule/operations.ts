import type { Input } from '@countersign/contracts'
import {
  type rules as contract,
  type RuleFinding,
  type RuleSet,
  type RuleSetBody,
  RuleState,
  type SavedRuleSet,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { findSettings } from '../transfer/index.ts'
import { readGiven, readSavable } from './given.ts'
import { findingsFor } from './own-law.ts'
import { demandPlan, planLimitOf } from './plan-limit.ts'
import {
  activateRules,
  addRules,
  discardRules,
  findActiveRules,
  findPendingRules,
  findRules,
  findVersions,
  lockRules,
  newestVersion,
  type StoredRules,
} from './rule-set.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>
type Calling = Pick<InCompany, 'tx' | 'company' | 'deps'>
type Saved = z.infer<typeof SavedRuleSet>
/** A saved version, and whether it waits for a second person. */
type Outcome<Status> = { readonly status: Status | 202; readonly body: Saved }

const noSuchVersion = () => fail('not_found', 'There is no such version of the rules')
const empty: RuleSetBody = { incoming: [], outgoing: [] }

type Version = Pick<StoredRules, 'version' | 'note' | 'by' | 'at' | 'state' | 'agreedBy'>
type Names = ReadonlyMap<string, string>

/** The people who stand at versions. */
const namesOf = ({ tx, company, deps }: Calling, versions: readonly Version[]): Promise<Names> =>
  deps.peopleOf(tx, company, [
    ...new Set(versions.flatMap(({ by, agreedBy }) => (agreedBy === null ? [by] : [by, agreedBy]))),
  ])

const versionOf = ({ version, note, by, at, state, agreedBy }: Version, names: Names) => ({
  version,
  note,
  by: { did: by, name: names.get(by) ?? null },
  updatedAt: at.toISOString(),
  state,
  agreedBy: agreedBy === null ? null : { did: agreedBy, name: names.get(agreedBy) ?? null },
})

const noVersion = {
  version: 0,
  note: null,
  by: null,
  updatedAt: null,
  state: 'ACTIVE' as const,
  agreedBy: null,
}

const takesTwo = async ({ tx, company }: Calling): Promise<boolean> =>
  (await findSettings(tx, company)).fourEyes.rules

async function shown(call: Calling, rules: StoredRules | undefined): Promise<RuleSet> {
  const pending = await findPendingRules(call.tx, call.company)
  const names = await namesOf(
    call,
    [rules, pending].filter((one) => one !== undefined),
  )
  const head = rules ? versionOf(rules, names) : noVersion
  return {
    version: head.version,
    note: head.note,
    by: head.by,
    updatedAt: head.updatedAt,
    state: head.state,
    agreedBy: head.agreedBy,
    ...(rules?.body ?? empty),
    default: 'SEND_TO_INBOX',
    pending: pending ? versionOf(pending, names) : null,
    takesTwo: await takesTwo(call),
    planLimit: await planLimitOf(call),
  }
}

/** The rules that apply, or an earlier version. @throws 404 */
export async function get(
  call: InCompany,
  { query: { version } }: Input<typeof contract.get>,
): Promise<RuleSet> {
  const { tx, company } = call
  if (version === undefined) return shown(call, await findActiveRules(tx, company))
  const found = (await findRules(tx, company, [version])).get(version)
  if (!found) throw noSuchVersion()
  return shown(call, found)
}

/**
 * Saves a version that `change` makes of the present one; it waits where rules take two people.
 * @throws 409 where another came in between
 */
async function save<Status extends 200 | 201>(
  call: InCompany,
  {
    baseVersion,
    note,
  }: { readonly baseVersion?: number | undefined; readonly note?: string | undefined },
  status: Status,
  change: (before: RuleSetBody, tx: TransactionsTx) => Promise<RuleSetBody> | RuleSetBody,
): Promise<Outcome<Status>> {
  const { tx, company, caller, actor, at } = call
  await lockRules(tx, company)
  const present = await findActiveRules(tx, company)
  const version = present?.version ?? 0
  if (baseVersion !== undefined && baseVersion !== version)
    throw fail('conflict', 'Someone else has changed the rules since you opened them', {
      wire: 'RulesChangedError',
      details: { version },
    })
  const body = await change(present?.body ?? empty, tx)
  await demandPlan(call, present?.body ?? empty, body)
  const waits = await takesTwo(call)
  const saved: StoredRules = {
    version: (await newestVersion(tx, company)) + 1,
    body,
    note: note ?? null,
    by: caller.viewer.did,
    at,
    state: waits ? 'PENDING' : 'ACTIVE',
    agreedBy: null,
  }
  await addRules(tx, company, saved)
  await audit(tx, actor, at, {
    company,
    action: waits ? 'rules.propose' : 'rules.set',
    object: String(saved.version),
    detail: { incoming: body.incoming.length, outgoing: body.outgoing.length },
  })
  return {
    status: waits ? 202 : status,
    body: { ...(await shown(call, saved)), findings: await findingsFor(call, body) },
  }
}

/** Saves rules as a new version. @throws 400, 409, 422 */
export const set = (call: InCompany, { body }: Input<typeof contract.set>): Promise<Outcome<201>> =>
  save(call, body, 201, (before) => readSavable(body.ruleSet, before, call.at))

/** Deletes rules; ids that are not there change nothing. @throws 409 */
export const remove = (
  call: InCompany,
  { body }: Input<typeof contract.delete>,
): Promise<Outcome<200>> =>
  save(call, body, 200, ({ incoming, outgoing, ...lists }) => {
    const kept = (rules: RuleSetBody['incoming']) =>
      rules
        .filter(({ id }) => !body.ids.includes(id))
        .map((rule, index) => ({ ...rule, order: (index + 1) * 10 }))
    return { ...lists, incoming: kept(incoming), outgoing: kept(outgoing) }
  })

/** Saves an earlier version as a new one. @throws 404, 409 */
export const restore = (
  call: InCompany,
  { body }: Input<typeof contract.restore>,
): Promise<Outcome<201>> =>
  save(call, { ...body, note: `Restored from version ${body.version}` }, 201, async (_, tx) => {
    const found = (await findRules(tx, call.company, [body.version])).get(body.version)
    if (!found) throw noSuchVersion()
    return found.body
  })

/** The version that waits, with the rules locked. @throws 404, 409 where it doesn't wait */
async function waiting({ tx, company }: Calling, version: number): Promise<StoredRules> {
  await lockRules(tx, company)
  const pending = await findPendingRules(tx, company)
  if (pending?.version === version) return pending
  if ((await findRules(tx, company, [version])).has(version))
    throw fail('conflict', 'This version doesn’t wait for a second person')
  throw noSuchVersion()
}

/** Activates what somebody else has changed. @throws 403 for its author and for machines, 404, 409 */
export async function agree(
  call: InCompany,
  { body: { version } }: Input<typeof contract.agree>,
): Promise<RuleSet> {
  const { tx, company, caller, actor, at } = call
  const { by } = await waiting(call, version)
  if (by === caller.viewer.did || caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'Another person must activate these rules', {
      wire: 'SecondPersonNeededError',
    })
  await activateRules(tx, company, version, caller.viewer.did)
  await audit(tx, actor, at, { company, action: 'rules.agree', object: String(version) })
  return shown(call, await findActiveRules(tx, company))
}

/** Ends a version that waits, whoever made it. @throws 404, 409 */
export async function discard(
  call: InCompany,
  { body: { version } }: Input<typeof contract.discard>,
): Promise<RuleSet> {
  const { tx, company, actor, at } = call
  await waiting(call, version)
  await discardRules(tx, company)
  await audit(tx, actor, at, { company, action: 'rules.discard', object: String(version) })
  return shown(call, await findActiveRules(tx, company))
}

/** What is wrong with rules. @throws as `readGiven` */
export async function check(
  call: InCompany,
  { body }: Input<typeof contract.check>,
): Promise<{ findings: RuleFinding[] }> {
  return { findings: await findingsFor(call, await readGiven(call, body.ruleSet)) }
}

const pageSize = 50
const places = (company: string) =>
  cursorOf(`versions of rules of ${company}`, z.object({ below: z.int().check(z.minimum(1)) }))

/** The versions, the newest first. */
export async function versions(
  { tx, company, deps }: InCompany,
  { query: { cursor } }: Input<typeof contract.versions>,
) {
  const below = cursor === undefined ? null : places(company).read(deps.vault, cursor).below
  const found = await findVersions(tx, company, below, pageSize + 1)
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  const read = page.map(({ by_did: by, agreed_by: agreedBy, state, ...one }) => ({
    ...one,
    by,
    agreedBy,
    state: RuleState.parse(state),
  }))
  const names = await namesOf({ tx, company, deps }, read)
  return {
    versions: read.map((one) => versionOf(one, names)),
    next:
      last && found.length > pageSize
        ? places(company).write(deps.vault, { below: last.version })
        : null,
  }
}
