import { changedFacts, JurisdictionFacts, type JurisdictionIn } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { latestDay } from '../day.rules.ts'
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

type Author = Actor & { readonly name: string | null }

/** All jurisdictions, by name. */
export const listJurisdictions = async (tx: TrustTx) => ({ jurisdictions: await findRules(tx) })

/** States the rule of a jurisdiction anew. @throws 404, 409 when somebody else did meanwhile */
export async function updateJurisdiction(
  tx: TrustTx,
  author: Author,
  id: string,
  { version, ...rule }: JurisdictionIn,
  at: Date,
) {
  await lockRules(tx)
  const [before] = await findRules(tx, id)
  if (!before) throw noSuchJurisdiction()
  if (before.version !== version)
    throw fail('conflict', 'Someone else has changed this jurisdiction since you opened it')
  const fields = changedFacts(before, rule)
  if (fields.length === 0) return before
  await check(tx, id, rule, at)
  const after = await saveRule(tx, id, rule, at)
  await record(tx, author, { id, version: after.version, before, after: rule, fields }, at)
  return after
}

/** Adds a jurisdiction. @throws 409 when there is one of this id */
export async function createJurisdiction(
  tx: TrustTx,
  author: Author,
  { id, ...rule }: JurisdictionFacts & { readonly id: string },
  at: Date,
) {
  await lockRules(tx)
  if ((await findRules(tx, id)).length > 0)
    throw fail('conflict', `Jurisdiction ${id} already exists`)
  await check(tx, id, rule, at)
  const after = await addRule(tx, id, rule, at)
  await record(tx, author, { id, version: 1, before: null, after: rule, fields: [] }, at)
  return after
}

/** Who changed the rule of a jurisdiction, newest first. @throws 404 */
export async function listJurisdictionChanges(tx: TrustTx, id: string) {
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
  author: Author,
  { id, version, before, after, fields }: Change,
  at: Date,
): Promise<void> {
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
