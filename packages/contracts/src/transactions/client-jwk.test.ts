import { expect, test } from 'vitest'
import { ClientJwk } from './client-jwk.ts'

const x = 'A'.repeat(43)
const okp = { kty: 'OKP', crv: 'X25519', x }
const ec = { kty: 'EC', crv: 'P-256', x, y: x }

test.each([okp, ec, { ...okp, kid: 'a', use: 'enc', alg: 'ECDH-ES' }])(
  '[TX-04] a public key of a machine: %j',
  (jwk) => {
    expect(ClientJwk.parse(jwk)).toEqual(jwk)
  },
)

test.each([
  ['a private key', { ...okp, d: x }],
  ['another curve', { ...okp, crv: 'Ed25519' }],
  ['a large curve', { ...ec, crv: 'P-521' }],
  ['RSA', { kty: 'RSA', n: x, e: 'AQAB' }],
  ['a symmetric key', { kty: 'oct', k: x }],
  ['half a point', { kty: 'EC', crv: 'P-256', x }],
  ['too few bytes', { ...okp, x: x.slice(1) }],
  ['too many bytes', { ...okp, x: `${x}A` }],
  ['bits beyond the last byte', { ...okp, x: `${'A'.repeat(42)}B` }],
  ['padding', { ...okp, x: `${x}=` }],
  ['an unknown field', { ...okp, y: x }],
])('[TX-04] refuses %s', (_, jwk) => {
  expect(ClientJwk.safeParse(jwk).success).toBe(false)
})
