import { expect, test } from 'vitest'
import { linesOf, variablesOf } from './variables.rules.ts'

test.each([
  [{}, ''],
  [{ KEY: 'a=b', B: '' }, 'KEY=a=b\nB='],
  [{ PEM: 'one\ntwo\\n' }, 'PEM=one\\ntwo\\\\n'],
])('[WP-02] variables %j are lines, and the same again', (variables, lines) => {
  expect(linesOf(variables)).toBe(lines)
  expect(variablesOf(lines)).toEqual(variables)
})

test('[WP-02] empty lines do not count; a line without a name or a sign is a mistake', () => {
  expect(variablesOf('\n A = b\n\n')).toEqual({ A: ' b' })
  expect(variablesOf('=b')).toBeNull()
  expect(variablesOf('A=b\nC')).toBeNull()
})
