import { sha256 } from '@noble/hashes/sha2.js'
import { base32, base58, base58xrp, createBase58check } from '@scure/base'

/** Why an address is none of its network. */
export class NotAnAddress extends Error {}

/** Runs a decoder; whatever it refuses is no address. */
export function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw new NotAnAddress()
  }
}

/** Ends the reading of an address where a condition does not hold. */
export function expectThat(condition: boolean): asserts condition {
  if (!condition) throw new NotAnAddress()
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Base58 with four bytes of doubled SHA-256 after it. */
export const base58check = createBase58check(sha256)

/** The same in XRP's alphabet. */
export function decodeXrp(text: string): Uint8Array {
  const bytes = decoded(() => base58xrp.decode(text))
  const body = bytes.subarray(0, -4)
  expectThat(isSame(sha256(sha256(body)).subarray(0, 4), bytes.subarray(-4)))
  return body
}

/** The inverse of {@link decodeXrp}. */
export const encodeXrp = (body: Uint8Array): string =>
  base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).subarray(0, 4)))

/** CRC-16 (XMODEM), as Stellar and TON use it. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

/** Base58 of exactly `size` bytes. */
export function base58Bytes(text: string, size: number): Uint8Array {
  // Base58 takes time squared: nobody's address is longer.
  expectThat(text.length <= 128)
  const bytes = decoded(() => base58.decode(text))
  expectThat(bytes.length === size)
  return bytes
}

/** Base32 without the padding that Stellar and Algorand leave off. */
export const base32Bytes = (text: string): Uint8Array =>
  decoded(() => base32.decode(text.padEnd(Math.ceil(text.length / 8) * 8, '=')))

/** The inverse of {@link base32Bytes}. */
export const base32Text = (bytes: Uint8Array): string => base32.encode(bytes).replace(/=+$/, '')
