import type { Ordering } from '@countersign/contracts/webhooks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf, type Travel, travel } from './page.rules.ts'

/** What SQL does with a plan: `limit + 1` rows beyond a key, in the plan's order. */
const read = (ids: readonly string[], { limit, from, direction, beyond }: Travel) =>
  ids
    .filter((id) => from === undefined || (beyond === '>' ? id > from : id < from))
    .sort((a, b) => (direction === 'asc' ? 1 : -1) * (a < b ? -1 : 1))
    .slice(0, limit + 1)

const list = (ids: readonly string[], order: Ordering, limit: number, iterator?: string) => {
  const plan = travel({ limit, iterator }, order)
  return pageOf(
    read(ids, plan),
    plan,
    (id) => id,
    (id) => id,
  )
}

const rows = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abc123'), minLength: 1 }), {
  maxLength: 40,
})
const order = fc.constantFrom<Ordering>('ascending', 'descending')

test('[WH-17] forward pages show everything once and in order, and so does the way back', () => {
  fc.assert(
    fc.property(rows, order, fc.integer({ min: 1, max: 7 }), (ids, by, limit) => {
      const sorted = ids.toSorted((a, b) => (by === 'ascending' ? 1 : -1) * (a < b ? -1 : 1))
      const seen: string[] = []
      let page = list(ids, by, limit)
      seen.push(...page.data)
      while (!page.done) {
        expect(page.data).toHaveLength(limit)
        page = list(ids, by, limit, page.iterator ?? '')
        seen.push(...page.data)
      }
      expect(seen).toEqual(sorted)
      const back = [...page.data]
      while (page.prevIterator !== undefined) {
        page = list(ids, by, limit, page.prevIterator)
        back.unshift(...page.data)
        expect(page.done).toBe(page.data[0] === sorted[0] || page.data.length === 0)
      }
      expect(back).toEqual(sorted)
    }),
  )
})

test('[WH-17] an empty page has no iterators', () => {
  expect(list([], 'ascending', 5)).toEqual({ data: [], iterator: null, done: true })
})

test('[WH-17] from the end a page holds the oldest of a list that is newest first', () => {
  const plan = travel({ limit: 2 }, 'descending', true)
  const page = pageOf(
    read(['a', 'b', 'c', 'd'], plan),
    plan,
    (id) => id,
    (id) => id,
  )
  expect(page).toEqual({ data: ['b', 'a'], iterator: 'a', prevIterator: '-b', done: false })
})
