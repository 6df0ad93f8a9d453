import { expect, test } from 'vitest'
import { places } from './places.ts'
import { type Pressed, shortcutReader } from './shortcuts.rules.ts'

const key = (name: string, more: Partial<Pressed> = {}): Pressed => ({
  key: name,
  ...{ ctrl: false, meta: false, alt: false, typing: false, single: true, at: 0 },
  ...more,
})

test('[KEYS] ⌘K and Ctrl K open the palette, also in a field and with single keys off', () => {
  const read = shortcutReader()
  expect(read(key('k', { ctrl: true }))).toEqual({ kind: 'palette' })
  expect(read(key('K', { meta: true, typing: true, single: false }))).toEqual({ kind: 'palette' })
  expect(read(key('k'))).toBeNull()
  expect(read(key('k', { ctrl: true, alt: true }))).toBeNull()
})

test('[KEYS] g and a letter go somewhere, if they come close together', () => {
  const read = shortcutReader()
  expect(read(key('g'))).toBeNull()
  expect(read(key('n', { at: 1500 }))).toEqual({ kind: 'go', key: 'n' })
  expect(read(key('n', { at: 1600 }))).toBeNull()
  read(key('g'))
  expect(read(key('n', { at: 1501 }))).toBeNull()
  // The second g is a chord of its own, not the start of another.
  read(key('g'))
  expect(read(key('g'))).toEqual({ kind: 'go', key: 'g' })
  expect(read(key('n'))).toBeNull()
})

test('[KEYS] single keys do nothing in fields, with modifiers, or switched off', () => {
  for (const more of [{ typing: true }, { single: false }, { alt: true }, { meta: true }]) {
    const read = shortcutReader()
    expect(read(key('/', more))).toBeNull()
    expect(read(key('?', more))).toBeNull()
    read(key('g', more))
    expect(read(key('n', { at: 1 }))).toBeNull()
  }
  const read = shortcutReader()
  expect(read(key('/'))).toEqual({ kind: 'filter' })
  expect(read(key('?'))).toEqual({ kind: 'help' })
})

test('[KEYS] every place has an address and a chord of its own', () => {
  const keys = places.flatMap((place) => place.key ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(places.map(({ to }) => to)).size).toBe(places.length)
})
