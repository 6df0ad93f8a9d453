import { expect, test } from 'vitest'
import { rowsOf, titlesOf } from './titles.ts'

const proved = (source: string) => titlesOf(source).flatMap(rowsOf)

test.each([
  [`test('[AA-01] [AA-02] it’s “a” title', () => {})`, ['AA-01', 'AA-02']],
  ['it(`[AA-01] $' + '{path} and \\`ticks\\``, fn)', ['AA-01']],
  [`test.each([['(', 1], [')', 2]] as const)(\n  '[AA-01] %s', fn)`, ['AA-01']],
  ['test.each`a\n$' + '{1}`("[AA-01] $a", fn)', ['AA-01']],
  [`describe.each(rows)('[AA-01] %s', () => test('[AA-02] x', fn))`, ['AA-01', 'AA-02']],
  [`for (const one of all) test.describe('[AA-01] x', () => {})`, ['AA-01']],
  [`test('[OPS] [T1] [AA-01] x', fn)`, ['AA-01']],
])('[OPS] the ids at the start of a title count: %s', (source, rows) => {
  expect(proved(source)).toEqual(rows)
})

test.each([
  `// test('[AA-01] x', fn)`,
  `/* test('[AA-01] x', fn) */`,
  `const title = '[AA-01] x'`,
  `other('[AA-01] x', fn)`,
  `test('x [AA-01]', fn)`,
  `test('x', () => expect(text).toBe('[AA-01] x'))`,
  `test.each(['[AA-01] x'])('%s', fn)`,
  `test.skip('[AA-01] x', fn)`,
  `test.skip.each([1])('[AA-01] x', fn)`,
  `test.step('[AA-01] x', fn)`,
])('[OPS] nothing else does: %s', (source) => {
  expect(proved(source)).toEqual([])
})
