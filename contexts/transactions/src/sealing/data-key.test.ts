import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { boxLength, newDataKey, openDataKey, type PartId, sealDataKey } from './data-key.ts'
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
