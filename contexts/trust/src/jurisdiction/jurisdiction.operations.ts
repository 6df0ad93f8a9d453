import type { Input } from '@countersign/contracts'
import {
  changedFacts,
  jurisdiction as contract,
  JurisdictionFacts,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { latestDay } from '../day.rules.ts'
import { handlers, type OwnTransaction } from '../handlers.ts'
import type { TrustTx } from '../tables.ts'
import { tierOrder } from './jurisdiction.rules.ts'
import {
  addRule,
  findChanges,
  findRules,
  lockRules,
  saveChange,
  saveRule,
} from './jurisdiction.store.ts'
import { toV1 } from './jurisdiction-v1.rules.ts'

type Author = Actor & { readonly name: string | null }

const authorOf = ({ actor, caller }: OwnTransaction): Author => ({
  ...actor,
  name: caller.viewer.name ?? null,
})

/** Where which rule applies. */
export const jurisdiction = handlers(contract, {
  list: async ({ deps }) => ({ jurisdictions: await deps.database.withNobody(findRules) }),
  listV1: async ({ deps }, { query: { countryCode, fallbackToFATF } }) => {
    const rules = await deps.database.withNobody(findRules)
    const rule =
      rules.find(({ countries }) => countries.includes(countryCode)) ??
      (fallbackToFATF === 'true' ? rules.find(({ id }) => id === 'FATF') : undefined)
    return rule ? toV1(countryCode, rule) : []
  },
  create: (call, input) => call.deps.database.withNobody((tx) => create(tx, call, input)),
  update: (call, input) => call.deps.database.withNobody((tx) => update(tx, call, input)),
  history: ({ deps }, { jurisdictionId }) =>
    deps.database.withNobody((tx) => listChanges(tx, jurisdictionId)),
})

/** States the rule of a jurisdiction anew. @throws 404, 409 when somebody else did meanwhile */
async function update(
  tx: TrustTx,
  call: OwnTransaction,
  { jurisdictionId: id, body: { version, ...rule } }: Input<typeof contract.update>,
) {
  await lockRules(tx)
  const [before] = await findRules(tx, id)
  if (!before) throw noSuchJurisdiction()
  if (before.version !== version)
    throw fail('conflict', 'Someone else has changed this jurisdiction since you opened it')
  const fields = changedFacts(before, rule)
  if (fields.length === 0) return before
  await check(tx, id, rule, call.at)
  const after = await saveRule(tx, id, rule, call.at)
  await record(tx, call, { id, version: after.version, before, after: rule, fields })
  return after
}

/** Adds a jurisdiction. @throws 409 when there is one of this id */
async function create(
  tx: TrustTx,
  call: OwnTransaction,
  { body: { id, ...rule } }: Input<typeof contract.create>,
) {
  await lockRules(tx)
  if ((await findRules(tx, id)).length > 0)
    throw fail('conflict', `Jurisdiction ${id} already exists`)
  await check(tx, id, rule, call.at)
  const after = await addRule(tx, id, rule, call.at)
  await record(tx, call, { id, version: 1, before: null, after: rule, fields: [] })
  return after
}

/** Who changed the rule of a jurisdiction, newest first. @throws 404 */
async function listChanges(tx: TrustTx, id: string) {
  if ((await findRules(tx, id)).length === 0) throw noSuchJurisdiction()
  return { changes: await findChanges(tx, id, 100) }
}

const noSuchJurisdiction = () => fail('not_found', 'No such jurisdiction')

async function check(tx: TrustTx, id: string, rule: JurisdictionFacts, at: Date): Promise<void> {
  const wrong = tierOrder(rule.tiers)
  if (wrong) throw invalid(['body', 'tiers'], wrong)
  if (rule.verifiedAt > latestDay(at))
    throw invalid(['body', 'verifiedAt'], 'This date is in the future')
  if (new Set(rule.countries).size < rule.countries.length)
    throw invalid(['body', 'countries'], 'A country is listed twice')
  for (const other of await findRules(tx)) {
    const taken = other.countries.find((country) => rule.countries.includes(country))
    if (other.id !== id && taken)
      throw invalid(['body', 'countries'], `${taken} is already in ${other.name}`)
  }
}

type Change = {
  readonly id: string
  readonly version: number
  readonly before: JurisdictionFacts | null
  readonly after: JurisdictionFacts
  readonly fields: readonly string[]
}

async function record(
  tx: TrustTx,
  call: OwnTransaction,
  { id, version, before, after, fields }: Change,
): Promise<void> {
  const { at } = call
  const author = authorOf(call)
  await saveChange(tx, {
    id,
    version,
    at,
    by: author.did,
    byName: author.name,
    before: before && JurisdictionFacts.parse(before),
    after,
  })
  const { source, status } = after
  await audit(tx, author, at, {
    company: 'network',
    action: before ? 'jurisdiction.update' : 'jurisdiction.create',
    object: id,
    detail: { ...(before && { fields }), version, source, status },
  })
}
