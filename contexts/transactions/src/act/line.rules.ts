import type { Action, Side, Status } from '@countersign/contracts/transactions'
import type { Effect } from './effect.rules.ts'
import type { Guard } from './guard.rules.ts'

/** What becomes of an act. DROP: a timer or step that came too late. */
export type Result =
  | ('MOVE' | 'STAY' | 'HOLD' | 'SAME')
  | ('REFUSE' | 'FORBIDDEN' | 'HIDDEN' | 'INVALID' | 'FIXED' | 'DROP')

type Then = {
  readonly result: Exclude<Result, 'HIDDEN'>
  /** Where a MOVE leads. */
  readonly to?: Status
  readonly effects: readonly Effect[]
}

/** One line of the state machine. */
export type Line = Then & {
  readonly from: Status
  readonly action: Action
  readonly side: Side
  readonly when: Guard
}

export const move = (to: Status, ...effects: readonly Effect[]): Then => ({
  result: 'MOVE',
  to,
  effects: ['CHANGED', ...effects],
})
export const stay = (...effects: readonly Effect[]): Then => ({
  result: 'STAY',
  effects: ['CHANGED', ...effects],
})
export const stayOwn: Then = { result: 'STAY', effects: ['OWN_CHANGED'] }
export const hold: Then = { result: 'HOLD', effects: ['CHANGED', 'HELD'] }

const without = (result: Then['result']): Then => ({ result, effects: [] })
export const same = without('SAME')
export const refuse = without('REFUSE')
export const forbid = without('FORBIDDEN')
export const invalid = without('INVALID')
export const fixed = without('FIXED')
export const drop = without('DROP')

/** The lines of some statuses, one action and one side. Their conditions exclude each other. */
export const on = (
  from: readonly Status[],
  action: Action,
  side: Side,
  ...cases: readonly (readonly [when: Guard, then: Then])[]
): readonly Line[] =>
  from.flatMap((status) =>
    cases.map(([when, then]) => ({ from: status, action, side, when, ...then })),
  )
