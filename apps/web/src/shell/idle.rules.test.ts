import { expect, test } from 'vitest'
import { idleWatch } from './idle.rules.ts'

function started() {
  const told: number[] = []
  let now = 1_000_000
  const watch = idleWatch({ now: () => now, tell: (at) => told.push(at) })
  return { watch, told, pass: (milliseconds: number) => (now += milliseconds), now: () => now }
}

test('[UI-16] it ends after exactly 1,800,000 ms without activity', () => {
  const { watch, pass } = started()
  pass(1_799_999)
  expect(watch.state()).toEqual({ kind: 'warned', secondsLeft: 1 })
  pass(1)
  expect(watch.state()).toEqual({ kind: 'ended' })
})

test('[UI-16] it warns for the last 120 s, counting down', () => {
  const { watch, pass } = started()
  pass(1_679_999)
  expect(watch.state()).toEqual({ kind: 'active' })
  pass(1)
  expect(watch.state()).toEqual({ kind: 'warned', secondsLeft: 120 })
  pass(60_500)
  expect(watch.state()).toEqual({ kind: 'warned', secondsLeft: 60 })
})

test('[UI-16] activity counts once in 500 ms', () => {
  const { watch, told, pass, now } = started()
  pass(499)
  watch.activity()
  expect(told).toEqual([])
  pass(1)
  watch.activity()
  watch.activity()
  expect(told).toEqual([now()])
  pass(499)
  watch.activity()
  expect(told).toHaveLength(1)
  pass(1)
  watch.activity()
  expect(told).toHaveLength(2)
})

test('[UI-16] activity takes the warning back and starts the half hour again', () => {
  const { watch, pass } = started()
  pass(1_790_000)
  watch.activity()
  expect(watch.state()).toEqual({ kind: 'active' })
  pass(1_679_999)
  expect(watch.state()).toEqual({ kind: 'active' })
})

test('[UI-16] another tab’s activity counts here, but not a moment that is past or to come', () => {
  const { watch, pass, now } = started()
  pass(1_790_000)
  watch.heard(now() - 1_795_000)
  expect(watch.state().kind).toBe('warned')
  watch.heard(now() + 1)
  expect(watch.state().kind).toBe('warned')
  watch.heard(now() - 10)
  expect(watch.state().kind).toBe('active')
})

test('[UI-16] what has ended stays so, also when a machine wakes from sleep', () => {
  const { watch, told, pass, now } = started()
  pass(9_000_000)
  watch.activity()
  watch.heard(now())
  expect(watch.state()).toEqual({ kind: 'ended' })
  expect(told).toEqual([])
})
