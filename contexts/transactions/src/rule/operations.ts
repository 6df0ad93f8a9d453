import type { Input } from '@countersign/contracts'
import {
  type rules as contract,
  type RuleFinding,
  type RuleIn,
  type RuleSet,
  type RuleSetBody,
  ruleDirections,
  type SavedRuleSet,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import { findingsOf } from './finding.rules.ts'
import { readRules, repeatedDid } from './rule-in.rules.ts'
import {
  addRules,
  findActiveRules,
  findRules,
  findVersions,
  lockRules,
  type StoredRules,
} from './rule-set.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>
type Saved = z.infer<typeof SavedRuleSet>

const noSuchVersion = () => fail('not_found', 'There is no such version of the rules')
const empty: RuleSetBody = { incoming: [], outgoing: [] }

async function shown(
  { tx, company, deps }: Pick<InCompany, 'tx' | 'company' | 'deps'>,
  rules: StoredRules | undefined,
): Promise<RuleSet> {
  const names = rules && (await deps.peopleOf(tx, company, [rules.by]))
  return {
    version: rules?.version ?? 0,
    note: rules?.note ?? null,
    by: rules ? { did: rules.by, name: names?.get(rules.by) ?? null } : null,
    updatedAt: rules?.at.toISOString() ?? null,
    ...(rules?.body ?? empty),
    default: 'SEND_TO_INBOX',
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

/** Reads the directions that were given. @throws 400 a DID twice, 422 */
function read(
  given: { readonly [D in (typeof ruleDirections)[number]]?: RuleIn[] | undefined },
  before: RuleSetBody,
  at: Date,
): { body: RuleSetBody; findings: RuleFinding[] } {
  const body = { ...before }
  for (const direction of ruleDirections) {
    const list = given[direction]
    if (list === undefined) continue
    const twice = repeatedDid(list)
    if (twice !== undefined) throw fail('bad_request', `${twice} stands twice in a rule`)
    const { rules, issues } = readRules(direction, list, () => newId('rul', at.getTime()))
    if (issues.length > 0) throw invalidRules(issues)
    body[direction] = rules
  }
  return { body, findings: findingsOf(body) }
}

const invalidRules = (issues: ReturnType<typeof readRules>['issues']) =>
  fail('invalid', issues[0]?.msg ?? 'These rules aren’t valid', {
    wire: 'RulesInvalidError',
    issues,
  })

/** Saves a version that `change` makes of the present one. @throws 409 where another came in between */
async function save(
  call: InCompany,
  {
    baseVersion,
    note,
  }: { readonly baseVersion?: number | undefined; readonly note?: string | undefined },
  change: (before: RuleSetBody, tx: TransactionsTx) => Promise<RuleSetBody> | RuleSetBody,
): Promise<Saved> {
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
  const saved = { version: version + 1, body, note: note ?? null, by: caller.viewer.did, at }
  await addRules(tx, company, saved)
  await audit(tx, actor, at, {
    company,
    action: 'rules.set',
    object: String(saved.version),
    detail: { incoming: body.incoming.length, outgoing: body.outgoing.length },
  })
  return { ...(await shown(call, saved)), findings: findingsOf(body) }
}

/** Saves rules as a new version. @throws 400, 409, 422 */
export const set = (call: InCompany, { body }: Input<typeof contract.set>): Promise<Saved> =>
  save(call, body, (before) => read(body.ruleSet, before, call.at).body)

/** Deletes rules; ids that are not there change nothing. @throws 409 */
export const remove = (call: InCompany, { body }: Input<typeof contract.delete>): Promise<Saved> =>
  save(call, body, ({ incoming, outgoing }) => {
    const kept = (rules: RuleSetBody['incoming']) =>
      rules
        .filter(({ id }) => !body.ids.includes(id))
        .map((rule, index) => ({ ...rule, order: (index + 1) * 10 }))
    return { incoming: kept(incoming), outgoing: kept(outgoing) }
  })

/** Saves an earlier version as a new one. @throws 404, 409 */
export const restore = (
  call: InCompany,
  { body }: Input<typeof contract.restore>,
): Promise<Saved> =>
  save(call, { ...body, note: `Restored from version ${body.version}` }, async (_, tx) => {
    const found = (await findRules(tx, call.company, [body.version])).get(body.version)
    if (!found) throw noSuchVersion()
    return found.body
  })

/** Rules as they would be stored. A direction that is left out counts as it is. @throws 400, 422 */
export async function readGiven(
  { tx, company, at }: Pick<InCompany, 'tx' | 'company' | 'at'>,
  given: Input<typeof contract.check>['body']['ruleSet'],
) {
  const present = await findActiveRules(tx, company)
  return read(given, present?.body ?? empty, at)
}

/** What is wrong with rules. @throws as `readGiven` */
export async function check(
  call: InCompany,
  { body }: Input<typeof contract.check>,
): Promise<{ findings: RuleFinding[] }> {
  return { findings: (await readGiven(call, body.ruleSet)).findings }
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
  const names = await deps.peopleOf(tx, company, [...new Set(page.map(({ by_did }) => by_did))])
  return {
    versions: page.map(({ version, note, by_did: did, at }) => ({
      version,
      note,
      by: { did, name: names.get(did) ?? null },
      updatedAt: at.toISOString(),
    })),
    next:
      last && found.length > pageSize
        ? places(company).write(deps.vault, { below: last.version })
        : null,
  }
}
