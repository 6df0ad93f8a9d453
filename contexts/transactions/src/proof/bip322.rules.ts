import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m } from '@scure/base'

// BIP-322, the simple form, for P2WPKH and for P2TR by its key: https://bips.dev/322/

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
const tagged = (tag: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const name = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(name, name, ...parts))
}
const u32 = (value: number) => Uint8Array.of(value, value >> 8, value >> 16, value >>> 24)
const bytes = (length: number, fill = 0) => new Uint8Array(length).fill(fill)
/** A script, or anything shorter than 253 bytes, with its length before it. */
const sized = (script: Uint8Array) => concatBytes(Uint8Array.of(script.length), script)

const version = u32(0)
const sequence = u32(0)
const nothing = bytes(8)
/** One output: nothing, to nobody. */
const toNobody = concatBytes(nothing, sized(Uint8Array.of(0x6a)))

/** The transaction that a signature pretends to spend. @returns its id */
function toSpend(script: Uint8Array, message: string): Uint8Array {
  const hash = tagged('BIP0322-signed-message', utf8ToBytes(message))
  const unlock = concatBytes(Uint8Array.of(0, 32), hash)
  const input = concatBytes(bytes(32), u32(0xffff_ffff), sized(unlock), sequence)
  const output = concatBytes(nothing, sized(script))
  return twice(concatBytes(version, Uint8Array.of(1), input, Uint8Array.of(1), output, u32(0)))
}

/** The items of a witness; undefined where the bytes are none. */
function witnessOf(raw: Uint8Array): Uint8Array[] | undefined {
  const items: Uint8Array[] = []
  const count = raw[0] ?? 0
  let at = 1
  for (let n = 0; n < count; n++) {
    const length = raw[at]
    if (length === undefined || length > 252 || at + 1 + length > raw.length) return undefined
    items.push(raw.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return count > 0 && at === raw.length ? items : undefined
}

function programOf(address: string): { version: number; program: Uint8Array } | undefined {
  for (const code of [bech32, bech32m])
    try {
      const { words } = code.decode(address as `${string}1${string}`, 90)
      const [first = 99, ...data] = words
      return { version: first, program: Uint8Array.from(code.fromWords(data)) }
    } catch {
      // The other checksum may fit.
    }
  return undefined
}

/** Whether the owner of a segwit address signed a message. */
export function verifyBip322(address: string, message: string, proof: string): boolean {
  const known = programOf(address)
  const witness = witnessOf(base64.decode(proof.startsWith('smp') ? proof.slice(3) : proof))
  if (!known || !witness) return false
  const { program } = known
  const script = concatBytes(
    Uint8Array.of(known.version === 0 ? 0 : 0x50 + known.version, program.length),
    program,
  )
  const outpoint = concatBytes(toSpend(script, message), u32(0))
  if (known.version === 0 && program.length === 20) return byHash(outpoint, program, witness)
  return known.version === 1 && program.length === 32 && byKey(outpoint, script, witness)
}

/** P2WPKH: BIP-143. */
function byHash(outpoint: Uint8Array, program: Uint8Array, witness: Uint8Array[]): boolean {
  const [signature, key, ...more] = witness
  if (!signature || !key || more.length > 0 || !isSame(hash160(key), program)) return false
  if (signature.at(-1) !== 1) return false
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 20), program, Uint8Array.of(0x88, 0xac))
  const digest = twice(
    concatBytes(
      ...[version, twice(outpoint), twice(sequence), outpoint, sized(code), nothing, sequence],
      ...[twice(toNobody), u32(0), u32(1)],
    ),
  )
  return secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der' })
}

/** P2TR by its key: BIP-341. */
function byKey(outpoint: Uint8Array, script: Uint8Array, witness: Uint8Array[]): boolean {
  const [signature, ...more] = witness
  if (!signature || more.length > 0) return false
  const type = signature.length === 65 ? (signature[64] ?? 0) : 0
  if (signature.length !== 64 && type !== 1) return false
  const digest = tagged(
    'TapSighash',
    ...[Uint8Array.of(0, type), version, u32(0), sha256(outpoint), sha256(nothing)],
    ...[sha256(sized(script)), sha256(sequence), sha256(toNobody), Uint8Array.of(0), u32(0)],
  )
  return schnorr.verify(signature.slice(0, 64), digest, script.slice(2))
}
