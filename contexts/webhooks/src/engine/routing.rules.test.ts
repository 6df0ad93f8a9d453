import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRouted, type Route } from './routing.rules.ts'

const route = (
  filterTypes: string[] | null,
  channels: string[] | null,
  disabled = false,
): Route => ({
  disabled,
  filterTypes: filterTypes && new Set(filterTypes),
  channels: channels && new Set(channels),
})

test.each([
  [route(null, null), null, true],
  [route(null, null), ['a'], true],
  [route(['t'], null), null, true],
  [route(['T'], null), null, false],
  [route(['other'], null), null, false],
  [route(null, ['a', 'b']), ['b', 'c'], true],
  [route(null, ['a']), ['A'], false],
  [route(null, ['a']), null, false],
  [route(null, ['a']), [], false],
  [route(['t'], ['a']), ['b'], false],
  [route(['other'], ['a']), ['a'], false],
  [route(null, null, true), null, false],
])('[WH-18] case %# of the filter table', (endpoint, channels, expected) => {
  expect(isRouted(endpoint, { eventType: 't', channels })).toBe(expected)
})

const name = fc.constantFrom<string>('a', 'b', 'c', 'd')
const names = fc.uniqueArray(name, { minLength: 1 })
const all = ['a', 'b', 'c', 'd']

test('[WH-18] a filter and its complement make the whole', () => {
  fc.assert(
    fc.property(names, name, (filter, eventType) => {
      const rest = all.filter((one) => !filter.includes(one))
      const message = { eventType, channels: null }
      const [one, other] = [filter, rest].map((types) => isRouted(route(types, null), message))
      expect(one).not.toBe(other)
    }),
  )
})

test('[WH-18] channels split in two reach together what they reach whole', () => {
  fc.assert(
    fc.property(names, fc.option(names), (channels, sent) => {
      const rest = all.filter((one) => !channels.includes(one))
      const message = { eventType: 't', channels: sent }
      const [one, other, whole] = [channels, rest, all].map((some) =>
        isRouted(route(null, some), message),
      )
      expect(one || other).toBe(whole)
    }),
  )
})

test('[WH-18] a disabled endpoint gets nothing', () => {
  fc.assert(
    fc.property(
      fc.option(names),
      fc.option(names),
      name,
      fc.option(names),
      (types, on, type, to) => {
        expect(isRouted(route(types, on, true), { eventType: type, channels: to })).toBe(false)
      },
    ),
  )
})
