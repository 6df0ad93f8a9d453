import { expect, test } from 'vitest'
import { scriptQueue } from './queue.ts'

function build(options: { most?: number; slowAtOnce?: number } = {}) {
  const clock = { now: 0 }
  const queue = scriptQueue<string>({ most: 100, slowAtOnce: 1, now: () => clock.now, ...options })
  const take = (first?: string) => queue.next(first)?.job
  /** A tenant whose first script was quick. */
  const known = (...tenants: string[]) => {
    for (const tenant of tenants) {
      queue.add(tenant, `${tenant}0`, 9)
      take()
      queue.done(tenant, false)
    }
  }
  return { clock, queue, take, known }
}

test('[WH-14] tenants take turns, each with one script running', () => {
  const { queue, take, known } = build()
  known('a', 'b')
  for (const job of ['a1', 'a2', 'a3', 'b1']) queue.add(job.slice(0, 1), job, 9)
  expect([take(), take(), take()]).toEqual(['a1', 'b1', undefined])
  queue.done('a', false)
  expect(take()).toBe('a2')
  queue.add('b', 'b2', 9)
  queue.done('b', false)
  queue.done('a', false)
  expect(take('a')).toBe('a3')
  expect(take('a')).toBe('b2')
  expect(queue.waiting()).toBe(0)
})

test('[WH-14] slow tenants and new ones share what is not reserved for the quick', () => {
  const { clock, queue, take, known } = build()
  known('good', 'bad')
  queue.add('bad', 'bad1', 9)
  take()
  queue.done('bad', true)
  for (const tenant of ['bad', 'new', 'good']) queue.add(tenant, `${tenant}2`, 9)
  expect(take()).toBe('new2')
  expect(take()).toBe('good2')
  expect(take()).toBeUndefined()
  queue.done('new', false)
  expect(take()).toBe('bad2')
  // Quick once is not enough to be trusted again; a minute is.
  queue.done('bad', false)
  queue.add('other', 'other1', 9)
  expect(take()).toBe('other1')
  queue.add('bad', 'bad3', 9)
  expect(take()).toBeUndefined()
  clock.now = 61_000
  queue.done('other', false)
  expect(take()).toBe('bad3')
  queue.done('bad', false)
  queue.add('newer', 'newer1', 9)
  queue.add('bad', 'bad4', 9)
  expect([take(), take()]).toEqual(['newer1', 'bad4'])
})

test('[WH-14] refuses above its bounds and gives up who waited too long', () => {
  const { clock, queue, take } = build({ most: 3 })
  expect([1, 2, 3].map((n) => queue.add('a', `a${n}`, 2))).toEqual([true, true, false])
  clock.now = 10
  expect([1, 2].map((n) => queue.add('b', `b${n}`, 2))).toEqual([true, false])
  expect(queue.expired(10)).toEqual(['a1', 'a2'])
  expect(queue.waiting()).toBe(1)
  expect(take()).toBe('b1')
})
