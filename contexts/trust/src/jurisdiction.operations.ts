import type { JurisdictionIn } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { findRules, saveRule } from './jurisdiction.store.ts'
import type { TrustTx } from './tables.ts'

/** All jurisdictions, by name. */
export const listJurisdictions = async (tx: TrustTx) => ({ jurisdictions: await findRules(tx) })

/** States the rule of a jurisdiction anew. @throws 404 */
export async function updateJurisdiction(
  tx: TrustTx,
  actor: Actor,
  id: string,
  rule: JurisdictionIn,
  at: Date,
) {
  const [before] = await findRules(tx, id)
  if (!before || !(await saveRule(tx, id, rule, at)))
    throw fail('not_found', 'No such jurisdiction')
  const [after] = await findRules(tx, id)
  if (!after) throw fail('not_found', 'No such jurisdiction')
  const fields = Object.keys(rule).filter(
    (name) =>
      JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  )
  await audit(tx, actor, at, {
    ...{ company: 'network', action: 'jurisdiction.update', object: id },
    detail: { fields, source: rule.source, status: rule.status },
  })
  return after
}
