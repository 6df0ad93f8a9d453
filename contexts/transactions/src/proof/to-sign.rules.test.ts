import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { readToSign } from './to-sign.rules.ts'

const outpoint = new Uint8Array(36).fill(7)
const toNobody = Uint8Array.of(...new Uint8Array(8), 1, 0x6a)
const read = (prefix: string, ...bytes: (number | Uint8Array)[]) =>
  readToSign(
    prefix +
      base64.encode(
        Uint8Array.from(bytes.flatMap((one) => (typeof one === 'number' ? one : [...one]))),
      ),
    outpoint,
    toNobody,
  )
const version = Uint8Array.of(2, 0, 0, 0)
const sequence = Uint8Array.of(1, 2, 3, 4)
const lockTime = Uint8Array.of(9, 8, 7, 6)
const input = [1, outpoint, 2, 0xaa, 0xbb, sequence]
const output = [1, toNobody]

test('[TX-06] BIP-322, simple: a list of pieces and nothing after it, with its prefix or without', () => {
  for (const prefix of ['', 'smp']) {
    const { witness, unlock, version } = read(prefix, 2, 1, 0xaa, 2, 0xbb, 0xcc)
    expect(witness).toEqual([Uint8Array.of(0xaa), Uint8Array.of(0xbb, 0xcc)])
    expect([unlock.length, version]).toEqual([0, new Uint8Array(4)])
  }
  expect(() => read('', 0)).toThrow('No witness')
  expect(() => read('', 1, 1, 0xaa, 0)).toThrow('No witness')
  expect(() => read('', 1, 2, 0xaa)).toThrow('Too short')
  expect(() => readToSign('', outpoint, toNobody)).toThrow('Too short')
})

test('[TX-06] BIP-322: a length may be 252, which one byte tells, and no more', () => {
  const long = new Uint8Array(252).fill(5)
  expect(read('', 1, 252, long).witness).toEqual([long])
  expect(() => read('', 1, 253, new Uint8Array(253))).toThrow('Longer')
})

test('[TX-06] BIP-322, full: the transaction is read with its witness or without', () => {
  expect(read('ful', version, ...input, ...output, lockTime)).toEqual({
    version,
    sequence,
    lockTime,
    unlock: Uint8Array.of(0xaa, 0xbb),
    witness: [],
  })
  expect(read('ful', version, 0, 1, ...input, ...output, 1, 1, 0xcc, lockTime)).toMatchObject({
    version,
    lockTime,
    witness: [Uint8Array.of(0xcc)],
  })
})

test('[TX-06] BIP-322, full: what spends anything else, pays anybody or goes on is none', () => {
  const other = Uint8Array.from(outpoint, (byte, at) => (at === 35 ? 0 : byte))
  const full = (...parts: Parameters<typeof read>[1][]) => read('ful', version, ...parts)
  expect(() => full(0, 2, ...input, ...output, 1, 1, 0xcc, lockTime)).toThrow('No transaction')
  expect(() => full(2, ...input.slice(1), ...output, lockTime)).toThrow('Spends')
  expect(() => full(1, other, ...input.slice(2), ...output, lockTime)).toThrow('Spends')
  expect(() => full(...input, 2, toNobody, lockTime)).toThrow('Pays')
  expect(() => full(...input, 1, new Uint8Array(10), lockTime)).toThrow('Pays')
  expect(() => full(...input, ...output, lockTime, 0)).toThrow('More than')
})
