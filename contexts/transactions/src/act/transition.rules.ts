import { type Action, actions, type Side, type Status } from '@countersign/contracts/transactions'
import type { Effect } from './effect.rules.ts'
import type { Facts } from './fact.rules.ts'
import { complete, skipping, travels } from './guard.rules.ts'
import type { Line, Result } from './line.rules.ts'
import { early, table } from './table.rules.ts'

/** What an act does. Only MOVE, STAY and HOLD change anything; a HOLD is refused to the caller all the same. */
export type Outcome =
  | {
      readonly result: 'MOVE' | 'STAY' | 'HOLD'
      readonly next: Status
      readonly effects: readonly Effect[]
    }
  | { readonly result: 'SAME'; readonly next: Status }
  | { readonly result: Exclude<Result, 'MOVE' | 'STAY' | 'HOLD' | 'SAME'> }

const keyOf = (status: Status, action: Action, side: Side) => `${status} ${action} ${side}`
const lines = Map.groupBy(table, ({ from, action, side }) => keyOf(from, action, side))

/** The lines of the table for a status, action and side; none: it is refused. */
export const linesOf = (status: Status, action: Action, side: Side): readonly Line[] =>
  lines.get(keyOf(status, action, side)) ?? []

const isEarly = (status: Status) => (early as readonly Status[]).includes(status)

/** Whether the side may know that the transfer exists. */
function sees(status: Status, side: Side, facts: Facts): boolean {
  if (side === 'originator') return status !== 'INCOMPLETE' || facts.named
  if (side === 'former') return status !== 'INCOMPLETE' && !isEarly(status)
  if (side !== 'beneficiary') return true
  if (status === 'CANCELLED') return facts.everSent || facts.ownIncomplete
  return !isEarly(status)
}

/** The actions that each side has at all, though not at each status; the others are another side's. */
const ownActions: { readonly [S in Side]?: readonly Action[] } = {
  originator: [
    'approve',
    'cancel',
    'update.data',
    'update.route',
    'update.hash',
    'update.own',
    'reject',
    'process',
    'check',
    'release',
  ],
  beneficiary: [
    'cancel',
    'update.hash',
    'update.own',
    'confirm',
    'reject',
    'accept',
    'decline',
    'notReady',
    'redirect',
    'requestData',
    'check',
  ],
  former: actions,
  network: ['redirect', 'contactFound'],
}

/** What becomes of an action that the table doesn't mention at a status. */
export function refusal(action: Action, side: Side): 'DROP' | 'REFUSE' | 'FORBIDDEN' {
  if (side === 'system') return 'DROP'
  return ownActions[side]?.includes(action) ? 'REFUSE' : 'FORBIDDEN'
}

/** What becomes of an action of a side. Pure: the same facts give the same answer. */
export function decide(status: Status, action: Action, side: Side, facts: Facts): Outcome {
  if (!sees(status, side, facts)) return { result: 'HIDDEN' }
  const line = linesOf(status, action, side).find(({ when }) => when.holds(facts))
  if (!line) return { result: refusal(action, side) }
  const { result, to: next = status, effects } = line
  if (result === 'MOVE' || result === 'STAY' || result === 'HOLD') return { result, next, effects }
  return result === 'SAME' ? { result, next } : { result }
}

/** What the caller of an act brings along, at its best; buttons and errors suppose it. */
const brought: { readonly [A in Action]?: readonly Partial<Facts>[] } = {
  cancel: [{}, { notBroadcast: true, reason: 'OTHER' }],
  accept: [{}, { reason: 'ACCEPTED_WITHOUT_DATA' }, { reason: 'RISK_BASED' }],
  'update.data': [{}, { complete: 'YES' }],
  'update.route': [{}, { complete: 'YES' }],
  redirect: [{ target: 'GROUP' }, { target: 'SURVIVOR' }],
}

/** Whether the act changes something. */
const acts = ({ result }: Outcome): boolean =>
  result === 'MOVE' || result === 'STAY' || result === 'HOLD'

/**
 * The actions that a side can take now, in the order of `actions`: buttons, and the details of a refusal.
 * The state counts as the facts have it; what the act itself would bring (reason, notBroadcast, completed
 * data, target) is supposed to be given.
 */
export const allowed = (status: Status, side: Side, facts: Facts): readonly Action[] =>
  actions.filter((action) =>
    (brought[action] ?? [{}]).some((given) =>
      acts(decide(status, action, side, { ...facts, ...given })),
    ),
  )

/** What would make a refused act possible, for the details of its error; null: nothing the caller can give. */
export function neededFor(
  status: Status,
  action: Action,
  side: Side,
  facts: Facts,
): 'reason' | 'notBroadcast' | null {
  const possible =
    decide(status, action, side, facts).result === 'REFUSE' &&
    allowed(status, side, facts).includes(action)
  if (!possible) return null
  return action === 'accept' ? 'reason' : action === 'cancel' ? 'notBroadcast' : null
}

/** Where a new transfer begins: `create` by its originator, `notify` by its beneficiary. */
export function begin(
  how: 'create' | 'notify',
  facts: Pick<Facts, 'type' | 'internal' | 'complete' | 'skip'>,
): Outcome {
  const at = (next: Status): Outcome => ({
    result: 'MOVE',
    next,
    effects: how === 'create' ? ['CHANGED', 'CREATED', 'RULES'] : ['CHANGED', 'CREATED'],
  })
  if (how === 'notify') return at('INCOMPLETE')
  if (!travels.holds(facts)) return at('SAVED')
  if (complete.holds(facts)) return at('NEW')
  return skipping.holds(facts) ? at('MISSING_BENEFICIARY_DATA') : { result: 'INVALID' }
}
