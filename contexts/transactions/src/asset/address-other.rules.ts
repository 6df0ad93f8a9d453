import { blake2b } from '@noble/hashes/blake2.js'
import { sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, base64url, bech32 } from '@scure/base'
import {
  base32Bytes,
  base32Text,
  base58Bytes,
  base58check,
  crc16,
  decoded,
  expectThat,
  isSame,
} from './address-checksum.rules.ts'

/** EIP-55: the case of each letter is the checksum. */
export function checksummed(address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  return `0x${lower.replace(/[a-f]/g, (sign, at: number) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? sign.toUpperCase() : sign))}`
}

/** EVM: lower case; where both cases stand, they must be those of EIP-55. */
export function evm(text: string): string {
  expectThat(/^0x([0-9a-f]{40}|[0-9A-F]{40}|[0-9a-fA-F]{40})$/.test(text))
  const digits = text.slice(2)
  const hasBoth = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  expectThat(!hasBoth || text === checksummed(text))
  return text.toLowerCase()
}

/** Solana: a public key, or an address that a program derives; both are 32 bytes. */
export function solana(text: string): string {
  base58Bytes(text, 32)
  return text
}

/** Cosmos: 20 bytes, or 32 of a module. */
export function cosmos(text: string): string {
  expectThat(text.length <= 90)
  const { prefix, bytes } = decoded(() => bech32.decodeToBytes(text))
  expectThat(prefix === 'cosmos' && (bytes.length === 20 || bytes.length === 32))
  return text.toLowerCase()
}

/** Cardano since Shelley: base, pointer or enterprise address of the main network. */
export function cardano(text: string): string {
  expectThat(text.length <= 130)
  const { prefix, words } = decoded(() => bech32.decode(text as `${string}1${string}`, false))
  const bytes = decoded(() => bech32.fromWords(words))
  const [header = 0] = bytes
  const kind = header >> 4
  expectThat(prefix === 'addr' && (header & 15) === 1 && kind <= 7)
  const isLong = kind <= 3
  const isPointer = kind === 4 || kind === 5
  expectThat(isPointer ? bytes.length > 29 : bytes.length === (isLong ? 57 : 29))
  return text.toLowerCase()
}

/** Polkadot: SS58 with the prefix of its network. */
export function polkadot(text: string): string {
  const bytes = base58Bytes(text, 35)
  const body = bytes.subarray(0, 33)
  const sum = blake2b(Uint8Array.of(...utf8ToBytes('SS58PRE'), ...body), { dkLen: 64 })
  expectThat(bytes[0] === 0 && isSame(sum.subarray(0, 2), bytes.subarray(33)))
  return text
}

/** Algorand: a public key and the last four bytes of its hash. */
export function algorand(text: string): string {
  expectThat(text.length === 58)
  const bytes = base32Bytes(text)
  const key = bytes.subarray(0, 32)
  expectThat(base32Text(bytes) === text && isSame(sha512_256(key).subarray(-4), bytes.subarray(32)))
  return text
}

const tezosPrefixes = [
  ...[
    [6, 161, 159],
    [6, 161, 161],
    [6, 161, 164],
    [6, 161, 166],
  ],
  [2, 90, 121],
].map((prefix) => Uint8Array.from(prefix))

/** Tezos: `tz1` to `tz4`, and contracts (`KT1`). */
export function tezos(text: string): string {
  expectThat(text.length <= 40)
  const bytes = decoded(() => base58check.decode(text))
  expectThat(bytes.length === 23)
  expectThat(tezosPrefixes.some((prefix) => isSame(prefix, bytes.subarray(0, 3))))
  return text
}

/** Hedera: `0.0.123`; a checksum of HIP-15 is judged, and left off. */
export function hedera(text: string): string {
  const [, address = '', sum] =
    /^((?:0|[1-9]\d{0,9})\.(?:0|[1-9]\d{0,9})\.(?:0|[1-9]\d{0,18}))(?:-([a-z]{5}))?$/.exec(text) ??
    []
  expectThat(address !== '' && (sum === undefined || sum === hederaChecksum(address)))
  return address
}

/** HIP-15's five letters for the main network. */
function hederaChecksum(address: string): string {
  const digits = [...address].map((sign) => (sign === '.' ? 10 : Number(sign)))
  const [p3, p5] = [26 ** 3, 26 ** 5]
  const sumOf = (parity: number) =>
    digits.reduce((sum, digit, at) => (at % 2 === parity ? (sum + digit) % 11 : sum), 0)
  const weighted = digits.reduce((sum, digit) => (sum * 31 + digit) % p3, 0)
  const mixed = (((digits.length % 5) * 11 + sumOf(0)) * 11 + sumOf(1)) * p3 + weighted
  let rest = ((mixed % p5) * 1_000_003) % p5
  let letters = ''
  for (let at = 0; at < 5; at++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  }
  return letters
}

/** TON: `-1:…` or `0:…` in hex, or 48 signs that say the same; the hex is the normal form. */
export function ton(text: string): string {
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
  expectThat(text.length === 48)
  const bytes = decoded(() => (/[+/]/.test(text) ? base64 : base64url).decode(text))
  const [kind, chain = 1] = bytes
  // Bouncing or not; a test network's has a bit more.
  expectThat((kind === 0x11 || kind === 0x51) && (chain === 0 || chain === 255))
  expectThat(crc16(bytes.subarray(0, 34)) === ((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0))
  return `${chain === 0 ? '0' : '-1'}:${bytesToHex(bytes.subarray(2, 34))}`
}
