import {
  type Action,
  actions,
  finalStatuses,
  type HeldBy,
  reasonCodes,
  type Side,
  type Status,
  sides,
  statuses,
  transactionTypes,
} from '@countersign/contracts/transactions'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Effect, effects } from './effect.rules.ts'
import { type Facts, isHeld } from './fact.rules.ts'
import { answers, targets } from './facts.fixture.ts'
import { meaningOf, oracle } from './oracle.fixture.ts'
import { table } from './table.rules.ts'
import { allowed, begin, decide, linesOf, neededFor } from './transition.rules.ts'

const cells = statuses.flatMap((status) =>
  actions.flatMap((action) => sides.map((side) => ({ status, action, side }))),
)
const rowsOf = ({ status, action, side }: { status: Status; action: Action; side: Side }) =>
  oracle.filter((row) => row.status === status && row.action === action && row.side === side)
const changes = ['MOVE', 'STAY', 'HOLD']

test('[TX-02] every row of the oracle is what becomes of an act, and nothing else is', () => {
  expect(oracle).toHaveLength(1361)
  const known = new Set(cells.map((cell) => `${cell.status} ${cell.action} ${cell.side}`))
  for (const row of oracle) expect(known).toContain(`${row.status} ${row.action} ${row.side}`)
  const shown = new Set<unknown>()
  for (const cell of cells) {
    const rows = rowsOf(cell).map((row) => ({ row, holds: meaningOf(row) }))
    const judged = answers((facts) => ({
      rows: rows.filter(({ holds }) => holds(facts)).map(({ row }) => row),
      outcome: decide(cell.status, cell.action, cell.side, facts),
    }))
    for (const { facts, answer } of judged) {
      const about = JSON.stringify({ ...cell, facts })
      expect(answer.rows, `rows of the oracle for ${about}`).toHaveLength(1)
      const [row] = answer.rows
      expect(answer.outcome.result, about).toBe(row?.result)
      expect('next' in answer.outcome ? answer.outcome.next : undefined, about).toBe(row?.next)
      shown.add(row)
    }
  }
  expect(shown.size, 'rows that no facts lead to').toBe(oracle.length)
})

test('[TX-02] the conditions of one status, action and side exclude each other and leave no gap', () => {
  for (const { status, action, side } of cells) {
    const lines = linesOf(status, action, side)
    if (lines.length === 0) continue
    for (const { facts, answer } of answers((all) => lines.filter(({ when }) => when.holds(all))))
      expect(answer, JSON.stringify({ status, action, side, facts })).toHaveLength(1)
  }
})

const bit = fc.boolean()
const someFacts: fc.Arbitrary<Facts> = fc.record(
  {
    ...{ reachable: bit, planAllows: bit, held: bit, internal: bit, skip: bit, hashSet: bit },
    ...{ named: bit, originatorKnown: bit, processed: bit, notBroadcast: bit, released: bit },
    ...{ withheld: bit, mayRelease: bit, deadlineRule: bit, match: bit, everSent: bit },
    ownIncomplete: bit,
    type: fc.constantFrom(...transactionTypes),
    complete: fc.constantFrom('YES', 'ONLY_BENEFICIARY_MISSING', 'NO'),
    givenHash: fc.constantFrom('SAME', 'OTHER'),
    onNoResponse: fc.constantFrom('WAIT', 'PROCESS', 'CANCEL'),
  },
  { noNullPrototype: true },
)

/** All that the caller of an act can bring along. */
const given = (action: Action): Partial<Facts>[] => {
  if (action === 'accept') return reasonCodes.map((reason) => ({ reason }))
  if (action === 'cancel') return [{ notBroadcast: false }, { notBroadcast: true, reason: 'OTHER' }]
  if (action === 'redirect') return targets.map((target) => ({ target }))
  if (action === 'update.data' || action === 'update.route') return [{}, { complete: 'YES' }]
  return [{}]
}

test('[TX-02] a button exists exactly where a row of the oracle changes something', () => {
  const changing = cells.map((cell) => ({
    ...cell,
    meanings: rowsOf(cell)
      .filter(({ result }) => changes.includes(result))
      .map(meaningOf),
  }))
  fc.assert(
    fc.property(someFacts, (facts) => {
      for (const side of sides)
        for (const status of statuses)
          expect(allowed(status, side, facts)).toEqual(
            changing
              .filter(
                (cell) =>
                  cell.side === side &&
                  cell.status === status &&
                  given(cell.action).some((more) =>
                    cell.meanings.some((holds) => holds({ ...facts, ...more })),
                  ),
              )
              .map(({ action }) => action),
          )
    }),
    { numRuns: 100 },
  )
})

const steps = cells.flatMap((cell) =>
  answers((facts) => decide(cell.status, cell.action, cell.side, facts)).flatMap(({ answer }) =>
    answer.result === 'MOVE' ? [{ ...cell, next: answer.next }] : [],
  ),
)

test('[TX-02] each status can be reached from nothing', () => {
  const reached = new Set<Status>()
  for (const how of ['create', 'notify'] as const)
    for (const { answer } of answers((facts) => begin(how, facts)))
      if (answer.result === 'MOVE') reached.add(answer.next)
  expect(reached).toEqual(new Set(['SAVED', 'NEW', 'MISSING_BENEFICIARY_DATA', 'INCOMPLETE']))
  for (const status of reached)
    for (const step of steps) if (step.status === status) reached.add(step.next)
  expect([...reached].sort()).toEqual([...statuses].sort())
})

test("[TX-02] a person's act or a timer leads out of each status that is not final", () => {
  const left = new Set(
    steps.filter(({ status, next }) => status !== next).map(({ status }) => status),
  )
  for (const status of statuses)
    if (!(finalStatuses as readonly Status[]).includes(status)) expect(left).toContain(status)
  // Of the final ones only an accepted transfer can be left, while no coins have moved.
  expect(finalStatuses.filter((status) => left.has(status))).toEqual(['ACCEPTED'])
})

test('[TX-02] a transfer begins where its type and its data put it', () => {
  const at = { type: 'TRAVELRULE', internal: false, complete: 'YES', skip: false } as const
  const next = (facts: Partial<Facts>) => begin('create', { ...at, ...facts } as Facts)
  expect(next({})).toMatchObject({ next: 'NEW' })
  expect(next({ type: 'UNKNOWN' })).toMatchObject({ next: 'NEW' })
  expect(next({ internal: true })).toMatchObject({ next: 'SAVED' })
  expect(next({ type: 'BELOW_THRESHOLD', complete: 'NO' })).toMatchObject({ next: 'SAVED' })
  expect(next({ type: 'NON_CUSTODIAL' })).toMatchObject({ next: 'SAVED' })
  expect(next({ complete: 'NO', skip: true })).toEqual({ result: 'INVALID' })
  expect(next({ complete: 'ONLY_BENEFICIARY_MISSING' })).toEqual({ result: 'INVALID' })
  expect(next({ complete: 'ONLY_BENEFICIARY_MISSING', skip: true })).toMatchObject({
    next: 'MISSING_BENEFICIARY_DATA',
  })
  expect(begin('notify', at)).toMatchObject({ next: 'INCOMPLETE' })
})

test('[TX-02] a refused act says what would make it possible', () => {
  const facts = { processed: true, hashSet: false, type: 'TRAVELRULE', released: false } as Facts
  expect(neededFor('SENT', 'cancel', 'originator', facts)).toBe('notBroadcast')
  expect(neededFor('SENT', 'cancel', 'originator', { ...facts, hashSet: true })).toBeNull()
  expect(neededFor('ACK', 'accept', 'beneficiary', facts)).toBe('reason')
  expect(neededFor('INCOMPLETE', 'accept', 'beneficiary', facts)).toBe('reason')
  expect(neededFor('ACK', 'accept', 'beneficiary', { ...facts, released: true })).toBeNull()
  expect(neededFor('DECLINED', 'accept', 'beneficiary', facts)).toBeNull()
})

test('[TX-02] each effect belongs to an act, and only an act that changes something has any', () => {
  const used = new Set(
    cells.flatMap((cell) =>
      answers((facts) => decide(cell.status, cell.action, cell.side, facts)).flatMap(
        ({ answer }) => ('effects' in answer ? answer.effects : []),
      ),
    ),
  )
  used.add('CREATED')
  expect([...used].sort()).toEqual(Object.keys(effects).sort())
})

test('[TX-02] the plan holds back the coins, and nothing else that is not asked anew', () => {
  const heldAt = (heldBy: HeldBy | null) => actions.filter((action) => isHeld(heldBy, action))
  expect(heldAt('PLAN')).toEqual(['process', 'expire'])
  for (const heldBy of ['RULE', 'NO_RULE', 'UNKNOWN', 'DATA'] as const)
    expect(heldAt(heldBy)).toEqual(actions)
  for (const heldBy of ['NO_CONTACT', 'DISABLED', null] as const) expect(heldAt(heldBy)).toEqual([])
})

test('[TX-02] an act has the effects of the status to which it leads', () => {
  const brings: Partial<Record<Status, readonly string[]>> = {
    SENT: ['SENT', 'REDIRECTED'],
    WAITING_FOR_INFORMATION: ['WAITING'],
    ACK: ['ACKNOWLEDGED'],
    NOT_READY: ['NOT_READY'],
    ...{ ACCEPTED: ['DECIDED'], DECLINED: ['DECIDED'], REJECTED: ['DECIDED'] },
    CANCELLED: ['CANCELLED', 'MERGED'],
  }
  for (const { from, action, side, result, to, effects: own } of table) {
    const about = `${from} ${action} ${side}`
    if (!changes.includes(result)) expect(own, about).toEqual([])
    else if (action === 'update.own') expect(own, about).toEqual(['OWN_CHANGED'])
    else expect(own[0], about).toBe('CHANGED')
    const wanted = (to && brings[to]) ?? []
    if (to) expect(own.filter((effect) => wanted.includes(effect)).length, about).toBe(+!!wanted[0])
  }
})

test('[TX-02] an act has the effects that do not follow from its status', () => {
  const having = (effect: Effect) =>
    [
      ...new Set(
        table
          .filter((line) => line.effects.includes(effect))
          .map(({ from, action, side }) => `${from} ${action} ${side}`),
      ),
    ].sort()
  expect(having('HOLD_LIFTED')).toEqual([
    'NEW approve originator',
    'SAVED approve originator',
    'WAITING_FOR_INFORMATION approve originator',
  ])
  expect(having('HELD')).toEqual([
    'NEW approve originator',
    'WAITING_FOR_INFORMATION approve originator',
  ])
  expect(having('CONFIRMED')).toEqual([
    'NOT_READY accept beneficiary',
    'NOT_READY decline beneficiary',
    'SENT accept beneficiary',
    'SENT decline beneficiary',
  ])
  expect(having('REDIRECTED')).toEqual(
    ['ACK', 'NOT_READY', 'SENT'].flatMap((status) =>
      ['beneficiary', 'network'].map((side) => `${status} redirect ${side}`),
    ),
  )
  expect(having('AMENDED')).toEqual(
    ['ACK', 'NOT_READY', 'SENT'].map((status) => `${status} update.data originator`),
  )
  expect(having('RELEASED')).toEqual(
    ['ACCEPTED', 'ACK'].flatMap((status) =>
      ['originator', 'system'].map((side) => `${status} release ${side}`),
    ),
  )
  expect(having('WITHHELD')).toEqual(['ACCEPTED release system', 'ACK release system'])
  expect(having('PROCESS').filter((line) => !line.includes(' process originator'))).toEqual(
    ['ACK', 'NOT_READY', 'SENT', 'WAITING_FOR_INFORMATION'].map((from) => `${from} expire system`),
  )
})
