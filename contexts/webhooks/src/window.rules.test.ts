import { id, ksuidFloor } from '@countersign/kit/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { travel } from './page.rules.ts'
import { windowOf } from './window.rules.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2026, 10, 21, 12)
const ago = (days: number) => new Date(now - days * day)
const plan = (iterator?: string) => travel({ limit: 1, iterator }, 'descending')
const days = (time: Date) => Math.round(Math.abs(now - time.getTime()) / day)

test.each([
  ['nothing', {}, undefined, [90, 0]],
  ['before', { before: ago(10) }, undefined, [100, 10]],
  ['both', { before: ago(10), after: ago(20) }, undefined, [20, 10]],
  ['both, too far apart', { before: ago(10), after: ago(200) }, undefined, [100, 10]],
  ['after', { after: ago(200) }, undefined, [200, 110]],
  ['after, lately', { after: ago(5) }, undefined, [5, 0]],
  ['an iterator', {}, `msg_${ksuidFloor(now - 100 * day)}`, [190, 100]],
  ['an iterator back', {}, `-msg_${ksuidFloor(now - 100 * day)}`, [100, 10]],
  ['before and an iterator', { before: ago(30) }, `msg_${ksuidFloor(now)}`, [120, 30]],
])('[WH-08] with %s', (_, bounds, iterator, [after, before]) => {
  const window = windowOf(bounds, plan(iterator), now)
  expect([days(window.from), days(window.before)]).toEqual([after, before])
})

test('[WH-08] nothing from more than an hour ahead', () => {
  const { before } = windowOf({ before: new Date(now + day) }, plan(), now)
  expect(before.getTime()).toBe(now + 3_600_000)
})

test('[WH-08] the range of ids holds every id made within the range of time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 * day }), fc.nat(5000), (start, length) => {
      const after = new Date(now - start)
      const before = new Date(now - start + length + 2)
      const { fromId, toId } = windowOf({ after, before }, plan(), now)
      for (const at of [after.getTime(), before.getTime() - 1]) {
        const made = id('msg', at)
        expect(made >= `msg_${fromId}` && made < `msg_${toId}`).toBe(true)
      }
    }),
  )
})

test('[WH-08] nothing that was made in the instant of an iterator is cut off, either way', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 80 * day }),
      fc.integer({ min: -3, max: 3 }),
      (ms, by) => {
        const cursor = id('msg', now - ms)
        const other = now - ms + by
        for (const iterator of [cursor, `-${cursor}`]) {
          const isBack = iterator.startsWith('-')
          if (isBack ? by < 0 : by > 0) continue
          const window = windowOf({}, plan(iterator), now)
          expect(other >= window.from.getTime() && other < window.before.getTime()).toBe(true)
        }
      },
    ),
  )
})
