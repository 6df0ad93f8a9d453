import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyBoxLength, openKey, sealKey } from './key-box.ts'

test('[TX-06] the key of a waiting line opens by its upload, at its own reference, unaltered', () => {
  const key = createSecretKey(randomBytes(32))
  const dataKey = randomBytes(32)
  const box = sealKey(key, 'C-1', dataKey)
  expect(box).toHaveLength(keyBoxLength)
  expect(openKey(key, 'C-1', box)).toEqual(dataKey)
  expect(() => openKey(key, 'C-2', box)).toThrow()
  expect(() => openKey(createSecretKey(randomBytes(32)), 'C-1', box)).toThrow()
  for (let at = 0; at < box.length; at++) {
    const altered = Buffer.from(box)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    expect(() => openKey(key, 'C-1', altered), `byte ${at}`).toThrow()
  }
})
