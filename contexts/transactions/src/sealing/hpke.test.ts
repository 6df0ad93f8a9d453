import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, privateKeyOf, rawPublic, seal, senderTo } from './hpke.ts'

type Vector = Record<'skR' | 'pkR' | 'skE' | 'enc' | 'info' | 'aad' | 'pt' | 'ct', string>
const { vectors, sequences }: { vectors: Vector[]; sequences: (Vector & { no: number })[] } =
  JSON.parse(readFileSync(new URL('hpke.vectors.json', import.meta.url), 'utf8'))
const hex = (text: string) => Buffer.from(text, 'hex')

test.each(vectors)('[TX-04] seals and opens the vector whose key is $pkR', (vector) => {
  const binding = { info: hex(vector.info), aad: hex(vector.aad) }
  const sealed = seal(hex(vector.pkR), hex(vector.pt), binding, privateKeyOf(hex(vector.skE)))
  expect(sealed.toString('hex')).toBe(vector.enc + vector.ct)
  const receiver = privateKeyOf(hex(vector.skR))
  expect(rawPublic(receiver).toString('hex')).toBe(vector.pkR)
  expect(open(receiver, sealed, binding).toString('hex')).toBe(vector.pt)
})

const { privateKey } = generateKeyPairSync('x25519')
const mine = rawPublic(privateKey)
const binding = { info: Buffer.from('a use'), aad: Buffer.from('a place') }

test('[TX-04] a text of any length comes back, and no two seals are alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (text) => {
      const sealed = seal(mine, text, binding)
      expect(open(privateKey, sealed, binding).equals(text)).toBe(true)
      expect(seal(mine, text, binding).equals(sealed)).toBe(false)
    }),
  )
})

test('[TX-04] one altered byte anywhere, or a cut, is refused', () => {
  const sealed = seal(mine, randomBytes(32), binding)
  expect(sealed).toHaveLength(80)
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    // The highest bit of the encapsulated key counts for nothing in X25519, but for the key's schedule.
    altered.writeUInt8(altered.readUInt8(at) ^ 0x80, at)
    expect(() => open(privateKey, altered, binding), `byte ${at}`).toThrow()
    expect(() => open(privateKey, sealed.subarray(0, at), binding), `cut at ${at}`).toThrow()
  }
})

test('[TX-04] it opens for its key, its use and its place alone', () => {
  const sealed = seal(mine, randomBytes(32), binding)
  const other = generateKeyPairSync('x25519').privateKey
  expect(() => open(other, sealed, binding)).toThrow()
  expect(() => open(privateKey, sealed, { ...binding, aad: Buffer.from('elsewhere') })).toThrow()
  expect(() => open(privateKey, sealed, { ...binding, info: Buffer.from('otherwise') })).toThrow()
})

test('[TX-04] a public key of low order is refused: everybody would know the secret', () => {
  expect(() => seal(Buffer.alloc(32), randomBytes(32), binding)).toThrow()
})

// RFC 9180's own vectors for this KEM have another cipher; these were made with @hpke/core 1.9.0.
test.each(sequences)('[TX-04] the message of number $no is that of @hpke/core', (vector) => {
  const sender = senderTo(hex(vector.pkR), hex(vector.info), privateKeyOf(hex(vector.skE)))
  for (let n = 0; n < vector.no; n++) sender.sealNext(randomBytes(8), randomBytes(8))
  const sealed = sender.sealNext(hex(vector.pt), hex(vector.aad))
  expect(sender.enc.toString('hex') + sealed.toString('hex')).toBe(vector.enc + vector.ct)
  const box = Buffer.concat([sender.enc, sealed])
  const of = { info: hex(vector.info), aad: hex(vector.aad) }
  const receiver = privateKeyOf(hex(vector.skR))
  expect(open(receiver, box, of, vector.no).toString('hex')).toBe(vector.pt)
  for (const no of [vector.no + 1, vector.no ^ 256])
    expect(() => open(receiver, box, of, no)).toThrow()
})
