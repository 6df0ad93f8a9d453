import { expect, test } from 'vitest'
import type { Effect } from './effect.rules.ts'
import { heldAfter, withheldAfter } from './held.rules.ts'

const enabled = { enabled: true }
const disabled = { enabled: false }

test('[TX-04] why the data stays: a block comes first, then what is not verified, then what is disabled', () => {
  const why = (blocked: boolean, unverified: boolean, counterparty?: { enabled: boolean }) =>
    withheldAfter(null, (effect) => effect === 'WITHHELD', { blocked, unverified, counterparty })
  expect(why(true, true, enabled)).toBe('BLOCKED')
  expect(why(true, false, disabled)).toBe('BLOCKED')
  expect(why(false, true, enabled)).toBe('UNVERIFIED')
  expect(why(false, true, disabled)).toBe('DISABLED')
  expect(why(false, false, enabled)).toBe('DISABLED')
  expect(why(false, true)).toBe('DISABLED')
})

test('[TX-04] once the data is released nothing withholds it, and without either it stays as it was', () => {
  const facts = { blocked: true, unverified: false, counterparty: undefined }
  const after = (...effects: Effect[]) =>
    withheldAfter('UNVERIFIED', (effect) => effects.includes(effect), facts)
  expect(after('RELEASED')).toBeNull()
  expect(after('CHANGED')).toBe('UNVERIFIED')
  expect(after('WITHHELD')).toBe('BLOCKED')
})

const facts = { counterparty: enabled, reachable: true, planAllows: true }
const after = (
  before: Parameters<typeof heldAfter>[0],
  effects: readonly Effect[],
  more: Partial<Parameters<typeof heldAfter>[2]> = {},
) => heldAfter(before, (effect) => effects.includes(effect), { ...facts, ...more })

test('[TX-02] a side is held by the plan, by who cannot be reached, or by who takes no part', () => {
  expect(after(null, ['HELD'])).toBe('PLAN')
  expect(after(null, ['WAITING'])).toBe('NO_CONTACT')
  expect(after(null, ['WAITING'], { counterparty: undefined })).toBe('NO_CONTACT')
  expect(after(null, ['WAITING'], { counterparty: disabled })).toBe('DISABLED')
})

test('[TX-02] what is sent, released from its hold or processed is held no longer', () => {
  for (const effect of ['SENT', 'HOLD_LIFTED', 'PROCESS'] as const)
    expect(after('PLAN', [effect])).toBeNull()
  expect(after('PLAN', ['CHANGED'])).toBe('PLAN')
  expect(after(null, [])).toBeNull()
})

test('[TX-02] once the other company can be reached, the plan alone may hold it still', () => {
  for (const before of ['NO_CONTACT', 'DISABLED'] as const) {
    expect(after(before, [], { planAllows: false })).toBe('PLAN')
    expect(after(before, [])).toBe(before)
    expect(after(before, [], { reachable: false, planAllows: false })).toBe(before)
  }
  expect(after(null, [], { planAllows: false })).toBeNull()
})
