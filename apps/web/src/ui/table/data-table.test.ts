import { expect, test } from 'vitest'
import { nextSort, ranged, toggled } from './data-table-types.ts'

test('[UI-01] a click on a header orders up, a second one down, a third one up again', () => {
  const first = nextSort('name', undefined)
  const second = nextSort('name', first)
  expect([first, second, nextSort('name', second)].map(({ direction }) => direction)).toEqual([
    'asc',
    'desc',
    'asc',
  ])
  expect(nextSort('country', second)).toEqual({ column: 'country', direction: 'asc' })
})

test('[UI-01] a range makes all its rows as the last one becomes, in either direction', () => {
  const rows = ['a', 'b', 'c', 'd']
  const ticked = ranged(new Set(['a']), rows, 'a', 'c')
  expect([...ticked]).toEqual(['a', 'b', 'c'])
  expect([...ranged(ticked, rows, 'c', 'b')]).toEqual(['a'])
  expect([...ranged(new Set(), rows, 'gone', 'd')]).toEqual(['d'])
  expect([...toggled(ticked, 'a')]).toEqual(['b', 'c'])
})
