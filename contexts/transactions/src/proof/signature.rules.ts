import type { SignatureType } from '@countersign/contracts/transactions'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base58, base64, bech32, createBase58check } from '@scure/base'
import { hash160, isSame, verifyBip322 } from './bip322.rules.ts'
import { typedDigest } from './typed-data.rules.ts'
import { verifyXrpEd25519, verifyXrpSecp256k1 } from './xrp.rules.ts'

const base58check = createBase58check(sha256)
const twice = (bytes: Uint8Array) => sha256(sha256(bytes))

/** 64 bytes and how to recover the key, from what wallets give: `r`, `s`, then 27 or 28, or 0 or 1. */
function recover(proof: string, digest: Uint8Array): Uint8Array {
  const signature = hexToBytes(proof.replace(/^0x/, ''))
  const last = signature[64] ?? 99
  const recovery = last >= 27 ? last - 27 : last
  return recovered(recovery, signature.slice(0, 64), digest)
}

const recovered = (recovery: number, signature: Uint8Array, digest: Uint8Array) =>
  secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(recovery), signature), digest, {
    prehash: false,
  })

/** The last 20 bytes of the hash of an uncompressed key. */
const accountOf = (key: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).slice(1)).slice(12)

const personal = (name: string, message: string) => {
  const text = utf8ToBytes(message)
  return keccak_256(concatBytes(utf8ToBytes(`\x19${name} Signed Message:\n${text.length}`), text))
}

function bip137(address: string, message: string, proof: string): boolean {
  const signature = base64.decode(proof)
  const header = signature[0] ?? 0
  if (signature.length !== 65 || header < 27 || header > 42) return false
  const text = utf8ToBytes(message)
  const size =
    text.length < 253
      ? Uint8Array.of(text.length)
      : Uint8Array.of(253, text.length, text.length >> 8)
  const digest = twice(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), size, text))
  const key = recovered((header - 27) & 3, signature.slice(1), digest)
  const hash = hash160(key)
  if (address.startsWith('bc1')) {
    const [version, ...words] = bech32.decode(address as `${string}1${string}`, 90).words
    return version === 0 && isSame(Uint8Array.from(bech32.fromWords(words)), hash)
  }
  const [kind = 99, ...target] = base58check.decode(address)
  const whole = secp256k1.Point.fromBytes(key).toBytes(false)
  const nested = hash160(concatBytes(Uint8Array.of(0, 20), hash))
  const own = kind === 5 ? [nested] : header < 31 ? [hash160(whole), hash] : [hash]
  return own.some((one) => isSame(one, Uint8Array.from(target)))
}

/** 64 bytes as wallets give them. */
const sixtyFour = (proof: string): Uint8Array => {
  if (/^(0x)?[0-9a-fA-F]{128}$/.test(proof)) return hexToBytes(proof.replace(/^0x/, ''))
  const isBase64 = proof.length === 88 && proof.endsWith('==')
  return isBase64 ? base64.decode(proof) : base58.decode(proof)
}

const verifiers: Readonly<
  Record<SignatureType, (address: string, message: string, proof: string) => boolean>
> = {
  'eip-191': (address, message, proof) =>
    `0x${bytesToHex(accountOf(recover(proof, personal('Ethereum', message))))}` ===
    address.toLowerCase(),
  'eip-712': (address, message, proof) =>
    `0x${bytesToHex(accountOf(recover(proof, typedDigest(message))))}` === address.toLowerCase(),
  'xrp-secp256k1': verifyXrpSecp256k1,
  'xrp-ed25519': verifyXrpEd25519,
  'tip-191': (address, message, proof) =>
    base58check.encode(
      concatBytes(Uint8Array.of(0x41), accountOf(recover(proof, personal('TRON', message)))),
    ) === address,
  'bip-137': bip137,
  // BIP-322 leaves to P2PKH addresses the signatures of old; those have 65 bytes.
  'bip-322': (address, message, proof) =>
    address.startsWith('1') && proof.length === 88
      ? bip137(address, message, proof)
      : verifyBip322(address, message, proof),
  ed25519: (address, message, proof) =>
    ed25519.verify(sixtyFour(proof), utf8ToBytes(message), base58.decode(address)),
  // SEP-53; an address of Stellar is a version byte, the key, and a checksum.
  'xlm-ed25519': (address, message, proof) =>
    ed25519.verify(
      sixtyFour(proof),
      sha256(utf8ToBytes(`Stellar Signed Message:\n${message}`)),
      base32.decode(address).slice(1, 33),
    ),
}

/** The kinds of signature by which a network's addresses are proved, the usual one first. */
export function typesFor(network: string): SignatureType[] {
  if (network.startsWith('eip155:')) return ['eip-191', 'eip-712']
  if (network === 'bip122:000000000019d6689c085ae165831e93') return ['bip-322', 'bip-137']
  if (network.startsWith('tron:')) return ['tip-191']
  if (network.startsWith('solana:')) return ['ed25519']
  if (network.startsWith('stellar:')) return ['xlm-ed25519']
  if (network.startsWith('xrpl:')) return ['xrp-secp256k1', 'xrp-ed25519']
  return []
}

/** Whether the owner of an address signed exactly this message. What is no signature is none of theirs. */
export function isSigned(
  type: SignatureType,
  { address, message, proof }: { address: string; message: string; proof: string },
): boolean {
  try {
    return verifiers[type](address, message, proof.trim())
  } catch {
    // Libraries throw at what isn't encoded as it should be.
    return false
  }
}
