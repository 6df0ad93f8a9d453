import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58xrp } from '@scure/base'
import { hash160, isSame } from './bip322.rules.ts'

/** An address of the XRP Ledger holds a hash of the key, so the key comes with the signature: both in hexadecimal. */
function parts(proof: string): readonly [key: Uint8Array, signature: Uint8Array] {
  const [key = '', signature = '', ...more] = proof.split(/[\s,:]+/)
  if (more.length > 0) throw new Error('Expected a key and a signature')
  return [hexToBytes(key), hexToBytes(signature)]
}

/** Whether a key is that of a classic address: a version byte, the hash and a checksum. */
function isKeyOf(address: string, key: Uint8Array): boolean {
  const bytes = base58xrp.decode(address)
  const checksum = sha256(sha256(bytes.slice(0, 21))).slice(0, 4)
  return (
    bytes.length === 25 &&
    bytes[0] === 0 &&
    isSame(checksum, bytes.slice(21)) &&
    isSame(hash160(key), bytes.slice(1, 21))
  )
}

/** A signature over the first half of the message's SHA-512, as the ledger's own are. */
export function verifyXrpSecp256k1(address: string, message: string, proof: string): boolean {
  const [key, signature] = parts(proof)
  const digest = sha512(utf8ToBytes(message)).slice(0, 32)
  return (
    isKeyOf(address, key) &&
    secp256k1.verify(signature, digest, key, { prehash: false, format: 'der' })
  )
}

/** The key has a prefix that tells it from one of the other curve, and that the address's hash covers. */
export function verifyXrpEd25519(address: string, message: string, proof: string): boolean {
  const [key, signature] = parts(proof)
  return (
    key[0] === 0xed &&
    isKeyOf(address, key) &&
    ed25519.verify(signature, utf8ToBytes(message), key.slice(1))
  )
}
