import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badges } from './badges.ts'

const facts = (isVerified: boolean, isClaimed: boolean, isInNetwork: boolean) => ({
  isVerified,
  isClaimed,
  isInNetwork,
})
const shown = (...args: Parameters<typeof badges>) =>
  badges(...args).map(({ name, active }) => (active ? name : `not ${name}`))

test('[UI-20] none without a true fact, unless forced', () => {
  expect(shown(facts(false, false, false))).toEqual([])
  expect(shown(facts(false, false, false), { forceShowBadges: true })).toEqual([
    'not Verified',
    'not Claimed',
    'not In-Network',
  ])
})

test('[UI-20] all three become one Super VASP, whatever the options', () => {
  for (const options of [{}, { hideDeactivatedBadges: true }, { forceShowBadges: true }])
    expect(shown(facts(true, true, true), options)).toEqual(['Super VASP'])
})

test('[UI-20] otherwise the three in order, untrue ones greyed or hidden', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (verified, claimed, inNetwork) => {
      const some = [verified, claimed, inNetwork]
      fc.pre(some.includes(true) && some.includes(false))
      const all = badges(facts(verified, claimed, inNetwork))
      expect(all.map(({ name }) => name)).toEqual(['Verified', 'Claimed', 'In-Network'])
      expect(all.map(({ active }) => active)).toEqual(some)
      const hidden = badges(facts(verified, claimed, inNetwork), { hideDeactivatedBadges: true })
      expect(hidden).toEqual(all.filter(({ active }) => active))
    }),
  )
})

test('[UI-20] each badge explains itself', () => {
  const words = [...badges(facts(true, true, false)), ...badges(facts(true, true, true))]
  const tooltips = Object.fromEntries(words.map(({ name, tooltip }) => [name, tooltip]))
  expect(tooltips).toMatchObject({
    Claimed: 'An employee of the company has claimed the account',
    'In-Network': 'The VASP receives Travel Rule data transfers',
    'Super VASP': 'Claimed, verified and in-network',
  })
})
