import { expect, test } from 'vitest'
import { grouped } from './values.ts'

test.each([
  ['999', '999'],
  ['18165.9', '18,165.9'],
  ['1234567.0001234', '1,234,567.0001234'],
])('[TX-02] the amount %s reads %s', (decimal, words) => {
  expect(grouped(decimal)).toBe(words)
})
