import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { readToSign, type ToSign } from './to-sign.rules.ts'

// BIP-322, simple and full, for the addresses of one key: P2WPKH, P2TR by its key, P2SH-P2WPKH and P2PKH.
// A P2PKH address has no witness, so it has no simple form. https://bips.dev/322/

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

const nothing = bytes(8)
/** One output: nothing, to nobody. */
const toNobody = concatBytes(nothing, sized(Uint8Array.of(0x6a)))
/** What stands in front of the hash of a key, and behind it. */
const payToHash = (hash: Uint8Array) =>
  concatBytes(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac))

/** The transaction that a signature pretends to spend. @returns its id */
function toSpend(script: Uint8Array, message: string): Uint8Array {
  const hash = tagged('BIP0322-signed-message', utf8ToBytes(message))
  const unlock = concatBytes(Uint8Array.of(0, 32), hash)
  const input = concatBytes(bytes(32), u32(0xffff_ffff), sized(unlock), u32(0))
  const output = concatBytes(nothing, sized(script))
  return twice(concatBytes(u32(0), Uint8Array.of(1), input, Uint8Array.of(1), output, u32(0)))
}

type Target = {
  readonly kind: 'P2WPKH' | 'P2TR' | 'P2SH' | 'P2PKH'
  readonly program: Uint8Array
  readonly script: Uint8Array
}

const base58check = createBase58check(sha256)

/** What an address pays to; undefined where it isn't the address of one key. */
function targetOf(address: string): Target | undefined {
  if (!address.startsWith('bc1')) {
    const [kind, ...rest] = base58check.decode(address)
    const program = Uint8Array.from(rest)
    if (kind === 0) return { kind: 'P2PKH', program, script: payToHash(program) }
    const script = concatBytes(Uint8Array.of(0xa9, 20), program, Uint8Array.of(0x87))
    return kind === 5 ? { kind: 'P2SH', program, script } : undefined
  }
  const code = address.startsWith('bc1q') ? bech32 : bech32m
  const [version, ...words] = code.decode(address as `${string}1${string}`, 90).words
  const program = Uint8Array.from(code.fromWords(words))
  const script = concatBytes(Uint8Array.of(version ? 0x50 + version : 0, program.length), program)
  if (version === 0 && program.length === 20) return { kind: 'P2WPKH', program, script }
  return version === 1 && program.length === 32 ? { kind: 'P2TR', program, script } : undefined
}

/** Whether the owner of an address of one key signed a message. @throws where the proof isn't encoded as it should be */
export function verifyBip322(address: string, message: string, proof: string): boolean {
  const target = targetOf(address)
  if (!target) return false
  const outpoint = concatBytes(toSpend(target.script, message), u32(0))
  return verifiers[target.kind](readToSign(proof, outpoint, toNobody), outpoint, target)
}

const verifiers: Readonly<
  Record<Target['kind'], (signed: ToSign, outpoint: Uint8Array, target: Target) => boolean>
> = {
  P2WPKH: (signed, outpoint, { program }) =>
    signed.unlock.length === 0 && byHash(signed, outpoint, program),
  P2TR: (signed, outpoint, { script }) =>
    signed.unlock.length === 0 && byKey(signed, outpoint, script),
  // The script that is hashed here is a P2WPKH one; the simple form leaves it to be worked out.
  P2SH(signed, outpoint, { program }) {
    const inner = hash160(signed.witness[1] ?? bytes(0))
    const script = concatBytes(Uint8Array.of(0, 20), inner)
    const isUnlocked = signed.unlock.length === 0 || isSame(signed.unlock, sized(script))
    return isUnlocked && isSame(hash160(script), program) && byHash(signed, outpoint, inner)
  },
  P2PKH: byScript,
}

const isEcdsa = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  signature.at(-1) === 1 &&
  secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der' })

/** P2WPKH: BIP-143. */
function byHash(
  { version, sequence, lockTime, witness }: ToSign,
  outpoint: Uint8Array,
  program: Uint8Array,
): boolean {
  const [signature, key, ...more] = witness
  if (!signature || !key || more.length > 0 || !isSame(hash160(key), program)) return false
  const digest = twice(
    concatBytes(
      ...[version, twice(outpoint), twice(sequence), outpoint, sized(payToHash(program)), nothing],
      ...[sequence, twice(toNobody), lockTime, u32(1)],
    ),
  )
  return isEcdsa(signature, digest, key)
}

/** P2TR by its key: BIP-341. */
function byKey(
  { version, sequence, lockTime, witness }: ToSign,
  outpoint: Uint8Array,
  script: Uint8Array,
): boolean {
  const [signature, ...more] = witness
  if (!signature || more.length > 0) return false
  const type = signature.length === 65 ? (signature[64] ?? 0) : 0
  if (signature.length !== 64 && type !== 1) return false
  const digest = tagged(
    'TapSighash',
    ...[Uint8Array.of(0, type), version, lockTime, sha256(outpoint), sha256(nothing)],
    ...[sha256(sized(script)), sha256(sequence), sha256(toNobody), Uint8Array.of(0), u32(0)],
  )
  return schnorr.verify(signature.slice(0, 64), digest, script.slice(2))
}

/** P2PKH: the script of the input is the signature, then the key. */
function byScript(
  { version, sequence, lockTime, unlock, witness }: ToSign,
  outpoint: Uint8Array,
  { program, script }: Target,
): boolean {
  const length = unlock[0] ?? 0
  const signature = unlock.slice(1, 1 + length)
  const key = unlock.slice(2 + length)
  if (witness.length > 0 || key.length !== unlock[1 + length]) return false
  const digest = twice(
    concatBytes(
      ...[version, Uint8Array.of(1), outpoint, sized(script), sequence],
      ...[Uint8Array.of(1), toNobody, lockTime, u32(1)],
    ),
  )
  return isSame(hash160(key), program) && isEcdsa(signature, digest, key)
}
