import { expect, test } from 'vitest'
import { pagesOf } from './csv.ts'

test('[UI-01] an export reads every page of a list', async () => {
  const asked: (string | undefined)[] = []
  const list = new Map([
    [undefined, { rows: [1, 2], next: 'b' }],
    ['b', { rows: [3, 4], next: 'c' }],
    ['c', { rows: [], next: null }],
  ])
  const pages = pagesOf(async (cursor) => {
    asked.push(cursor)
    return list.get(cursor) ?? { rows: [], next: null }
  })
  const rows: number[] = []
  for await (const page of pages) rows.push(...page)
  expect(rows).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([undefined, 'b', 'c'])
})
