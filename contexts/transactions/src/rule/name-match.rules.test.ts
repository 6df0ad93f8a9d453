import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestMatch, compareNames, type NameKind, type NameMatch } from './name-match.rules.ts'

type Pair = { kind: NameKind; a: string; b: string; match: NameMatch }
const { match: pairs }: { match: Pair[] } = JSON.parse(
  readFileSync(new URL('names.vectors.json', import.meta.url), 'utf8'),
)

test.each(pairs)('[TX-03] $a and $b are $match', ({ kind, a, b, match }) => {
  expect(compareNames(a, b, kind)).toBe(match)
  expect(compareNames(b, a, kind)).toBe(match)
})

test.each<[string, string, NameKind, NameMatch]>([
  // Two initials cannot both stand for one word.
  ['J J', 'John Smith Lee', 'natural', 'DIFFERENT'],
  ['J Jo Smith', 'Jo J Smithe', 'natural', 'SIMILAR'],
  ['Smyth', 'Smith', 'natural', 'SIMILAR'],
  ['Ann', 'Anne', 'natural', 'DIFFERENT'],
  ['Li Wei', 'Lu Wei', 'natural', 'DIFFERENT'],
  ['Smith', 'Smythe', 'natural', 'DIFFERENT'],
  ['Alexander', 'Aleksandr', 'natural', 'DIFFERENT'],
  ['Alexander Berg', 'Alexandrr Berg', 'natural', 'SIMILAR'],
  // A title alone is a name; a company's form belongs to no person.
  ['Dr', 'Dr.', 'natural', 'EXACT'],
  ['Ag Ltd', 'Ag', 'natural', 'DIFFERENT'],
  ['愛子', '愛 子', 'natural', 'EXACT'],
  ['愛子', '恵子', 'natural', 'UNKNOWN'],
  ['愛子 A', 'A', 'natural', 'UNKNOWN'],
  ['', 'Alice', 'natural', 'UNKNOWN'],
])('[TX-03] %s and %s, %s: %s', (a, b, kind, match) => {
  expect(compareNames(a, b, kind)).toBe(match)
})

const name = fc.array(fc.stringMatching(/^[A-Za-zéüøß]{1,9}$/), { minLength: 1, maxLength: 5 })

test('[TX-03] neither the order of the names nor that of their words matters', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      const match = compareNames(a.join(' '), b.join(' '), 'natural')
      expect(compareNames(b.join(' '), a.join(' '), 'natural')).toBe(match)
      expect(compareNames(a.join(' '), a.toReversed().join(','), 'natural')).toBe('EXACT')
    }),
  )
})

test('[TX-03] of several names the best match counts', () => {
  expect(bestMatch(['Alice Lee', '愛子'], ['Alyce Lee', 'Bob Smith'], 'natural')).toBe('SIMILAR')
  expect(bestMatch(['愛子'], ['Bob Smith'], 'natural')).toBe('UNKNOWN')
  expect(bestMatch([], ['Bob Smith'], 'natural')).toBe('UNKNOWN')
})
