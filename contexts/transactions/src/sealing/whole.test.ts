import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealTree } from './leaf.ts'
import { isWhole, openWhole, plainOf, sealWhole } from './whole.ts'

const tree = {
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: 'Quillbottom' }] },
    dateAndPlaceOfBirth: { dateOfBirth: '1980-02-03' },
  },
}
const id = { transferId: 'customer', part: 'CUSTOMER', version: 1 } as const
const key = randomBytes(32)

test('[TX-04] data that is sealed as one shows which fields it has and nothing that they say, and opens', () => {
  const sealed = sealWhole(plainOf(tree), id, key)
  expect(sealed.fields).toEqual({ naturalPerson: ['name', 'dateAndPlaceOfBirth'] })
  expect(JSON.stringify(sealed)).not.toMatch(/Quillbottom|1980|primaryIdentifier/)
  expect(openWhole(sealed, id, key)).toEqual(tree)
  expect(sealWhole(plainOf(tree), id, key).sealed).not.toBe(sealed.sealed)
  expect([isWhole(sealed), isWhole(sealTree(tree, id, key))]).toEqual([true, false])
})

test('[TX-04] it opens under its own key, for its own place, beside its own names of fields, and unaltered', () => {
  const sealed = sealWhole(plainOf(tree), id, key)
  const fields = { naturalPerson: ['name'] }
  for (const wrong of [
    () => openWhole(sealed, id, randomBytes(32)),
    () => openWhole(sealed, { ...id, transferId: 'another' }, key),
    () => openWhole(sealed, { ...id, version: 2 }, key),
    () => openWhole({ ...sealed, fields }, id, key),
    () => openWhole({ ...sealed, sealed: 'AAAA' }, id, key),
  ])
    expect(wrong).toThrow()
  const body = Buffer.from(sealed.sealed, 'base64url')
  for (let at = 0; at < body.length; at++) {
    const altered = Buffer.from(body)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    expect(() =>
      openWhole({ fields: sealed.fields, sealed: altered.toString('base64url') }, id, key),
    ).toThrow()
  }
})
