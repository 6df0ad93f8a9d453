import fc from 'fast-check'
import KSUID from 'ksuid'
import { expect, test } from 'vitest'
import { id, ksuid, ksuidFloor, timeOfId } from './ids.ts'

const instants = fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 })

test('[WH-02] an id holds its creation time as the ksuid library reads it', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const parsed = KSUID.parse(ksuid(now))
      expect(Math.floor(parsed.date.getTime() / 1000)).toBe(Math.floor(now / 1000))
      expect(timeOfId(id('msg', now))).toBeCloseTo(now, -1.2)
    }),
  )
})

test('[WH-02] ids sort by time, and the floor of an instant is not above its ids', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 4, max: 100_000 }), (now, later) => {
      expect(ksuid(now) < ksuid(now + later)).toBe(true)
      expect(ksuidFloor(now) <= ksuid(now)).toBe(true)
      expect(ksuidFloor(now + later) > ksuid(now)).toBe(true)
    }),
  )
})

test('[WH-08] ids of one kind increase when they are made one after another', () => {
  for (const now of [1_700_000_000_000, 1_700_000_000_003, 1_700_000_000_500]) {
    const made = Array.from({ length: 5_000 }, () => [id('msg', now), id('ep', now)])
    for (const kind of [0, 1]) {
      const ids = made.map((pair) => pair[kind] ?? '')
      expect(ids).toEqual([...new Set(ids)].sort())
      expect(ids.every((text) => Math.abs(timeOfId(text) - now) < 4)).toBe(true)
    }
  }
})

test('[WH-02] ids do not repeat', () => {
  const made = Array.from({ length: 20_000 }, () => ksuid(1_700_000_000_000))
  expect(new Set(made).size).toBe(20_000)
  expect(made.every((text) => /^[0-9A-Za-z]{27}$/.test(text))).toBe(true)
})

test('[WH-02] a known id decodes to its known time', () => {
  expect(new Date(timeOfId('msg_2POKhK6pz91yFxPrGh92s2g38js')).toISOString()).toBe(
    '2023-05-05T21:40:05.507Z',
  )
})
