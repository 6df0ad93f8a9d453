import { bech32, bech32m } from '@scure/base'
import { base58check, decoded, expectThat, NotAnAddress } from './address-checksum.rules.ts'

/** A segwit address of BIP-173 and BIP-350 in lower case; `prefix` such as `bc`. */
export function segwit(text: string, prefix: string): string {
  expectThat(text.length <= 90)
  const lower = text.toLowerCase()
  expectThat(text === lower || text === text.toUpperCase())
  expectThat(lower.startsWith(`${prefix}1`))
  const isFirst = lower[prefix.length + 1] === 'q'
  const { words } = decoded(() =>
    (isFirst ? bech32 : bech32m).decode(lower as `${string}1${string}`),
  )
  const [version = 32, ...data] = words
  const program = decoded(() => bech32.fromWords(data))
  expectThat(version <= 16 && program.length >= 2 && program.length <= 40)
  expectThat(version !== 0 || program.length === 20 || program.length === 32)
  return lower
}

/** Base58check of 20 bytes whose version is one of those given; an old version becomes the present one. */
export function hashed(
  text: string,
  versions: readonly number[],
  old: ReadonlyMap<number, number> = new Map(),
): string {
  expectThat(text.length <= 40)
  const bytes = decoded(() => base58check.decode(text))
  const version = bytes[0] ?? -1
  expectThat(bytes.length === 21)
  const present = old.get(version)
  if (present !== undefined) return base58check.encode(Uint8Array.of(present, ...bytes.slice(1)))
  expectThat(versions.includes(version))
  return text
}

const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [...[0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]]

/** The checksum of CashAddr over five-bit words. */
function polymod(words: readonly number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    generators.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator
    })
  }
  return sum ^ 1n
}

const cashPrefix = 'bitcoincash'
const prefixWords = [...cashPrefix].map((sign) => sign.charCodeAt(0) & 31)

/** Bitcoin Cash: CashAddr without its prefix; an address of before 2018 becomes one. */
export function cash(text: string): string {
  if (/^[13]/.test(text)) return cashOf(text)
  expectThat(text.length <= 120)
  const lower = text.toLowerCase()
  expectThat(text === lower || text === text.toUpperCase())
  const payload = lower.startsWith(`${cashPrefix}:`) ? lower.slice(cashPrefix.length + 1) : lower
  const words = [...payload].map((sign) => charset.indexOf(sign))
  expectThat(words.length > 8 && !words.includes(-1))
  expectThat(polymod([...prefixWords, 0, ...words]) === 0n)
  const [version = 255, ...hash] = decoded(() => bech32.fromWords(words.slice(0, -8)))
  // Bits 3 to 6: a key's hash or a script's, plain or of a token wallet; below them its size.
  const size = [20, 24, 28, 32, 40, 48, 56, 64][version & 7]
  expectThat(version < 32 && hash.length === size)
  return payload
}

function cashOf(legacy: string): string {
  const [version, ...hash] = decoded(() => base58check.decode(legacy))
  if (hash.length !== 20 || (version !== 0 && version !== 5)) throw new NotAnAddress()
  const words = bech32.toWords(Uint8Array.of(version === 0 ? 0 : 8, ...hash))
  const sum = polymod([...prefixWords, 0, ...words, ...Array<number>(8).fill(0)])
  const check = Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(35 - 5 * at)) & 31n))
  return [...words, ...check].map((word) => charset[word]).join('')
}
