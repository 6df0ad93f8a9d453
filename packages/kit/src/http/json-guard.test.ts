import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonTooLarge } from './json-guard.ts'

const check = (text: string) => jsonTooLarge(Buffer.from(text))
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

test('[WH-16] any JSON within the bounds passes, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      fc.pre(depthOf(value) <= 64)
      expect(check(JSON.stringify(value))).toBeNull()
    }),
  )
})

test('[WH-16] depth counts only outside strings', () => {
  expect(check(`"${'['.repeat(100)}"`)).toBeNull()
  expect(check(`"\\"${'['.repeat(100)}"`)).toBeNull()
  expect(check('['.repeat(64))).toBeNull()
  expect(check('['.repeat(65))).toMatch(/64 levels/)
  expect(check('{"a":'.repeat(65))).toMatch(/64 levels/)
})

test('[WH-16] more than 50,000 values are too many, many short siblings too', () => {
  expect(check(`[${'1,'.repeat(49_000)}1]`)).toBeNull()
  expect(check(`[${'1,'.repeat(50_001)}1]`)).toMatch(/50000 values/)
})
