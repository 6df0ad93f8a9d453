import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vault } from './vault.ts'

const old = { id: 'k1', key: randomBytes(32) }
const fresh = { id: 'k2', key: randomBytes(32) }

test('[WH-04] what is sealed for a place opens there and nowhere else', () => {
  const { seal, open } = vault([old])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, place, other) => {
      const sealed = seal(text, place)
      expect(open(sealed, place)).toBe(Buffer.from(text, 'utf8').toString('utf8'))
      if (other !== place) expect(() => open(sealed, other)).toThrow()
    }),
  )
})

test('[WH-04] an altered text does not open', () => {
  const { seal, open } = vault([old])
  const sealed = seal('whsec_secret', 'endpoint:1')
  for (let i = sealed.lastIndexOf('.') + 1; i < sealed.length - 2; i++) {
    const flipped = sealed[i] === 'A' ? 'B' : 'A'
    expect(() => open(sealed.slice(0, i) + flipped + sealed.slice(i + 1), 'endpoint:1')).toThrow()
  }
})

test('[WH-04] a new key seals while the old one still opens; without it nothing old opens', () => {
  const sealed = vault([old]).seal('secret', 'place')
  const rotated = vault([fresh, old])
  expect(rotated.open(sealed, 'place')).toBe('secret')
  expect(rotated.seal('secret', 'place')).toMatch(/^v1\.k2\./)
  expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal('x', 'y'))]).toEqual([
    false,
    true,
  ])
  expect(() => vault([fresh]).open(sealed, 'place')).toThrow('No key with id k1')
})
