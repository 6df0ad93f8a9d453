import type { Input } from '@countersign/contracts'
import {
  type rules as contract,
  type RuleFinding,
  type RuleSetBody,
  ruleDirections,
} from '@countersign/contracts/transactions'
import { fail, type Issue } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { TransactionsTx } from '../tables.ts'
import { faultsOfLists } from './country-list.rules.ts'
import { findingsOf } from './finding.rules.ts'
import { readRules, repeatedDid } from './rule-in.rules.ts'
import { findActiveRules } from './rule-set.store.ts'

type Given = Input<typeof contract.check>['body']['ruleSet']

/** Reads the directions that were given. @throws 400 a DID twice */
function read(given: Given, before: RuleSetBody, at: Date) {
  const body = { ...before }
  const issues: Issue[] = []
  const places = new Map<string, Issue['loc']>()
  for (const direction of ruleDirections) {
    const list = given[direction]
    if (list === undefined) continue
    const twice = repeatedDid(list)
    if (twice !== undefined) throw fail('bad_request', `${twice} stands twice in a rule`)
    const one = readRules(direction, list, () => newId('rul', at.getTime()))
    body[direction] = one.rules
    issues.push(...one.issues)
    for (const [id, place] of one.places) places.set(`${direction} ${id}`, place)
  }
  if (given.lists !== undefined) {
    issues.push(...faultsOfLists(given.lists))
    body.lists = given.lists
  }
  return { body, issues, places }
}

const invalidRules = (issues: readonly Issue[]) =>
  fail('invalid', issues[0]?.msg ?? 'These rules aren’t valid', {
    wire: 'RulesInvalidError',
    issues,
  })

/** Rules as they would be stored. A direction that is left out counts as it is. @throws 400, 422 */
export async function readGiven(
  { tx, company, at }: { tx: TransactionsTx; company: string; at: Date },
  given: Given,
): Promise<RuleSetBody> {
  const present = await findActiveRules(tx, company)
  const { body, issues } = read(given, present?.body ?? { incoming: [], outgoing: [] }, at)
  if (issues.length > 0) throw invalidRules(issues)
  return body
}

const stillNamed = 'A rule names a list that is no longer there'
/** What is said to whoever saves a rule that can't do what it says. */
const refusals: { readonly [C in RuleFinding['code']]?: string } = {
  EMPTY: 'No transfer can meet all of these conditions',
  DUPLICATE: 'This rule says the same as an earlier one',
  STAGE: 'This rule can never act: what it asks isn’t known then',
  UNKNOWN_VALUE: 'There is no such country, and no such list of countries',
  NOT_READY_OUTGOING: 'Only incoming transfers can wait',
}

/**
 * The same, to be saved: what can't be as it says is refused. What was saved before isn't looked at again, so that it
 * keeps nobody from changing the other direction. @throws 400, 422
 */
export function readSavable(given: Given, before: RuleSetBody, at: Date): RuleSetBody {
  const { body, issues, places } = read(given, before, at)
  const whole = (rules: RuleSetBody['incoming']) =>
    rules.filter(({ conditions }) => conditions.length > 0)
  const found = findingsOf({
    ...body,
    incoming: whole(body.incoming),
    outgoing: whole(body.outgoing),
  })
  const faults = found.flatMap(({ level, code, direction, ruleId }): Issue[] => {
    // A list that is gone leaves rules that name it, whether they were given or not.
    const isOfList = given.lists !== undefined && code === 'UNKNOWN_VALUE'
    const place = places.get(`${direction} ${ruleId}`)
    if (level !== 'ERROR' || (!place && !isOfList)) return []
    if (!place) return [{ loc: ['body', 'ruleSet', 'lists'], msg: stillNamed, type: code }]
    const field = code === 'NOT_READY_OUTGOING' ? 'actionRule' : 'conditions'
    return [{ loc: [...place, field], msg: refusals[code] ?? code, type: code }]
  })
  if (issues.length + faults.length > 0) throw invalidRules([...issues, ...faults])
  return body
}
