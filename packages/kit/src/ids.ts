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
export const ksuid = (now: number): string => base62(newWords(now))

/** Where in the pool 15 fresh random bytes begin. */
function draw(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 15
  return used - 15
}

/** The 160 bits of a new id as five 32-bit words, big end first. */
function newWords(now: number): number[] {
  const at = draw()
  const since = now - epoch
  return [
    Math.floor(since / 1000),
    ((Math.floor(((since % 1000) * 256) / 1000) << 24) | pool.readUIntBE(at, 3)) >>> 0,
    pool.readUInt32BE(at + 3),
    pool.readUInt32BE(at + 7),
    pool.readUInt32BE(at + 11),
  ]
}

/** The bits of a later id: a random distance on, so that nobody can count what was made in between. */
function wordsAfter(words: readonly number[]): number[] {
  const next = [...words]
  let carry = 1 + pool.readUIntBE(draw(), 6)
  for (let i = 4; i >= 0 && carry > 0; i--) {
    const sum = (next[i] ?? 0) + carry
    next[i] = sum % 0x1_0000_0000
    carry = Math.floor(sum / 0x1_0000_0000)
  }
  return next
}

/** Long division of a 160-bit number, given as five 32-bit words, big end first. */
function base62(number: readonly number[]): string {
  const words = [...number]
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

/** The last id of each prefix; there are as many as there are kinds of object. */
const latest = new Map<string, { tick: number; words: readonly number[] }>()

/**
 * A new id with its prefix, e.g. `id('msg', Date.now())` → `msg_2POKhK6pz91yFxPrGh92s2g38js`. Those
 * that this process makes within the same 1/256 s increase too, so that lists show what was made one
 * after another in that order.
 */
export function id(prefix: string, now: number): string {
  const tick = Math.floor(((now - epoch) * 256) / 1000)
  const last = latest.get(prefix)
  const words = last?.tick === tick ? wordsAfter(last.words) : newWords(now)
  latest.set(prefix, { tick, words })
  return `${prefix}_${base62(words)}`
}

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
