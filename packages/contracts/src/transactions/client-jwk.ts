import * as z from 'zod/mini'

/** 32 bytes as base64url, written in the one way there is: the last character has four bits. */
const Coordinate = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'Expected 32 bytes in base64url'))

/** What a tool may have added to a key. Nothing depends on it. */
const label = z.optional(z.string().check(z.maxLength(200)))
const labels = { kid: label, use: label, alg: label }

/**
 * A machine's public key for personal data, as a JWK: X25519, or P-256. One with its private part (`d`) is
 * refused.
 */
export const ClientJwk = z.discriminatedUnion('kty', [
  z.strictObject({ ...labels, kty: z.literal('OKP'), crv: z.literal('X25519'), x: Coordinate }),
  z.strictObject({
    ...labels,
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: Coordinate,
    y: Coordinate,
  }),
])
export type ClientJwk = z.infer<typeof ClientJwk>
