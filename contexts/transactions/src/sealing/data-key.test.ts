import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  boxLength,
  dataKeySealer,
  newDataKey,
  numberedLength,
  openDataKey,
  type PartId,
  sealDataKey,
} from './data-key.ts'
import { rawPublic } from './hpke.ts'

const id: PartId = { transferId: 't', part: 'ORIGINATOR', version: 1 }
const holder = { did: 'did:web:b', keyNo: 1 }
const { privateKey } = generateKeyPairSync('x25519')
const dataKey = newDataKey()
const box = sealDataKey(dataKey, id, holder, rawPublic(privateKey))

test('[TX-04] a data key opens for the company that it was sealed to', () => {
  expect(box).toHaveLength(boxLength)
  expect(openDataKey(box, id, holder, privateKey).equals(dataKey)).toBe(true)
  expect(newDataKey().equals(dataKey)).toBe(false)
})

test.each([
  ['transfer', { ...id, transferId: 'u' }, holder],
  ['part', { ...id, part: 'COMMENTS' as const }, holder],
  ['version', { ...id, version: 2 }, holder],
  ['company', id, { ...holder, did: 'did:web:c' }],
  ['key number', id, { ...holder, keyNo: 2 }],
])('[TX-04] a box that stands at another %s does not open', (_, part, other) => {
  expect(() => openDataKey(box, part, other, privateKey)).toThrow()
})

test('[TX-04] keys that are sealed at once open each by its own box alone, in any order', () => {
  const seal = dataKeySealer(holder, rawPublic(privateKey))
  const many = ['a', 'b', 'c'].map((transferId) => {
    const [part, key] = [{ ...id, transferId }, newDataKey()]
    return { part, key, box: seal(key, part) }
  })
  for (const { part, key, box: own } of many.toReversed()) {
    expect(own).toHaveLength(numberedLength)
    expect(openDataKey(own, part, holder, privateKey).equals(key)).toBe(true)
    // Whoever still has the others' boxes opens nothing of one whose box is gone.
    for (const other of many)
      if (other.box !== own)
        expect(() => openDataKey(other.box, part, holder, privateKey)).toThrow()
    for (let at = 0; at < own.length; at++) {
      const altered = Buffer.from(own)
      altered.writeUInt8(altered.readUInt8(at) ^ 0x80, at)
      expect(() => openDataKey(altered, part, holder, privateKey), `byte ${at}`).toThrow()
    }
  }
  expect(seal(dataKey, id).subarray(0, 32)).toEqual(many[0]?.box.subarray(0, 32))
})

test('[TX-04] no data key is drawn twice, and none changes afterwards', () => {
  const keys = Array.from({ length: 2_000 }, newDataKey)
  const seen = keys.map((key) => key.toString('hex'))
  expect(new Set(seen).size).toBe(keys.length)
  for (let n = 0; n < 2_000; n++) newDataKey()
  expect(keys.map((key) => key.toString('hex'))).toEqual(seen)
  expect(seen).not.toContain('00'.repeat(32))
})
