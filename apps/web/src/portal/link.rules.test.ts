import { expect, test } from 'vitest'
import { keyOf } from './link.rules.ts'

const fragment = (carried: unknown) =>
  `#key=${encodeURIComponent(btoa(typeof carried === 'string' ? carried : JSON.stringify(carried)))}`

test('[WP-01] a portal link carries a token, or one to exchange; nothing in it says where to', () => {
  expect(
    keyOf(fragment({ appId: 'app_1', token: 'a.b.c', region: 'https://evil.example' })),
  ).toEqual({ token: 'a.b.c' })
  expect(keyOf(fragment({ appId: 'app_1', oneTimeToken: 'ott_a' }))).toEqual({
    oneTimeToken: 'ott_a',
  })
  // As it stands, where nobody encoded the base64.
  expect(keyOf(`#key=${btoa(JSON.stringify({ token: 'a~~~?b' }))}`)).toEqual({ token: 'a~~~?b' })
})

test.each([
  ['', 'nothing'],
  ['#key=', 'an empty key'],
  ['#key=%%%', 'no base64'],
  [fragment('no JSON'), 'no JSON'],
  [fragment(null), 'null'],
  [fragment({ appId: 'app_1' }), 'no token'],
  [fragment({ token: 7 }), 'a token that is no text'],
  [fragment({ token: '' }), 'an empty token'],
])('[WP-01] %s (%s) opens nothing', (text) => {
  expect(keyOf(text)).toBeUndefined()
})
