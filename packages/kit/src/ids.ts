import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const epoch = 1_400_000_000_000
const pool = Buffer.alloc(15 * 256)
let used = pool.length

/**
 * A sortable id without prefix: a KSUID with millisecond part, 20 bytes in 27 base62 characters.
 * 4 bytes seconds since 2014-05-13, 1 byte of 1/256 s, 15 random bytes; ids sort by creation time.
 * @param now Unix time in milliseconds
 */
export function ksuid(now: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const since = now - epoch
  const words = [
    Math.floor(since / 1000),
    ((Math.floor(((since % 1000) * 256) / 1000) << 24) | pool.readUIntBE(used, 3)) >>> 0,
    pool.readUInt32BE(used + 3),
    pool.readUInt32BE(used + 7),
    pool.readUInt32BE(used + 11),
  ]
  used += 15
  return base62(words)
}

/** Long division of a 160-bit number, given as five 32-bit words, big end first. */
function base62(words: number[]): string {
  let text = ''
  for (let place = 0; place < 27; place++) {
    let rest = 0
    for (let i = 0; i < 5; i++) {
      const value = rest * 0x1_0000_0000 + (words[i] ?? 0)
      words[i] = Math.floor(value / 62)
      rest = value % 62
    }
    text = alphabet[rest] + text
  }
  return text
}

/** A new id with its prefix, e.g. `id('msg', Date.now())` → `msg_2POKhK6pz91yFxPrGh92s2g38js`. */
export const id = (prefix: string, now: number): string => `${prefix}_${ksuid(now)}`

/**
 * The smallest id text (without prefix) of an instant: every id made at or after `now` sorts at or
 * above it, so that a time window becomes a range of ids.
 */
export function ksuidFloor(now: number): string {
  const since = Math.max(0, now - epoch)
  const fraction = (Math.floor(((since % 1000) * 256) / 1000) << 24) >>> 0
  return base62([Math.floor(since / 1000), fraction, 0, 0, 0])
}

/** When an id was made, Unix milliseconds, to 4 ms. Accepts the id with or without prefix. */
export function timeOfId(text: string): number {
  let value = 0n
  for (const character of text.slice(-27)) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return Number.NaN
    value = value * 62n + BigInt(digit)
  }
  return epoch + Number(value >> 128n) * 1000 + (Number((value >> 120n) & 0xffn) * 1000) / 256
}
