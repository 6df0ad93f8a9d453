import { createHash, randomBytes } from 'node:crypto'
import type { ClientJwk } from '@countersign/contracts/transactions'
import { CompactEncrypt, calculateJwkThumbprint, importJWK } from 'jose'

/** What a machine's key consists of, without the labels that tools add. */
export const bareJwk = (jwk: ClientJwk) =>
  jwk.kty === 'OKP'
    ? { kty: jwk.kty, crv: jwk.crv, x: jwk.x }
    : { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }
export type BareJwk = ReturnType<typeof bareJwk>

/** @returns the key's thumbprint (RFC 7638), by which its owner knows it */
export const thumbprintOf = (jwk: BareJwk): Promise<string> => calculateJwkThumbprint(jwk)

const algorithm = 'ECDH-ES+A256KW'

/**
 * Encrypts a text to a key, as a compact JWE (RFC 7516).
 * @param typ says what it is, so that one kind can't pass for another
 * @throws when the key is no point of its curve, or one with which anybody knows the secret
 */
async function encryptTo(jwk: BareJwk, typ: string, text: string): Promise<string> {
  const key = await importJWK(jwk, algorithm)
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: algorithm, enc: 'A256GCM', kid: await thumbprintOf(jwk), typ })
    .encrypt(key)
}

/** Opened personal data for one of a client's keys; `kid` is the key's thumbprint. */
export const encryptIvms101 = async (jwk: BareJwk, ivms101: unknown) => ({
  kid: await thumbprintOf(jwk),
  jwe: await encryptTo(jwk, 'ivms101+jwe', JSON.stringify(ivms101)),
})

/** What only the holder of a key can open: its answer is the text inside. */
export async function challengeFor(jwk: BareJwk): Promise<{ challenge: string; hash: Buffer }> {
  const answer = randomBytes(32).toString('base64url')
  return { challenge: await encryptTo(jwk, 'challenge+jwe', answer), hash: answerHash(answer) }
}

export const answerHash = (answer: string): Buffer => createHash('sha256').update(answer).digest()
