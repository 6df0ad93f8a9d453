import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newDataKey, type PartId } from './data-key.ts'
import { openTree, type SealedTree, sealTree, type Tree } from './leaf.ts'

const id: PartId = { transferId: 't', part: 'ORIGINATOR', version: 1 }
const key = newDataKey()
const person = {
  name: [{ primaryIdentifier: 'Lee', secondaryIdentifier: 'Alice' }],
  'a/b~c': { born: '1980-02-29', sequence: 0, alive: true, none: null },
}

test('[TX-04] any tree comes back, and shows its shape alone', () => {
  // JSON writes -0 as 0.
  const tree: fc.Arbitrary<Tree> = fc.json().map((text) => JSON.parse(text))
  fc.assert(
    fc.property(tree, (given) => {
      expect(openTree(sealTree(given, id, key), id, key)).toEqual(given)
    }),
  )
  const sealed = sealTree(person, id, key)
  expect(JSON.stringify(sealed)).not.toMatch(/Lee|Alice|1980|true|null/)
  expect(sealed).toEqual({
    name: [{ primaryIdentifier: expect.any(String), secondaryIdentifier: expect.any(String) }],
    'a/b~c': {
      ...{ born: expect.any(String), sequence: expect.any(String) },
      ...{ alive: expect.any(String), none: expect.any(String) },
    },
  })
})

test.each<[string, Partial<PartId>]>([
  ['transfer', { transferId: 'u' }],
  ['part', { part: 'BENEFICIARY' }],
  ['version', { version: 2 }],
])('[TX-04] a tree does not open as another %s’s', (_, other) => {
  const sealed = sealTree(person, id, key)
  expect(() => openTree(sealed, { ...id, ...other }, key)).toThrow()
  expect(() => openTree(sealed, id, newDataKey())).toThrow()
})

test('[TX-04] a leaf does not open in another leaf’s place, nor when it was altered', () => {
  const sealed = sealTree(['a', 'b'], id, key) as readonly string[]
  expect(() => openTree(sealed.toReversed(), id, key)).toThrow()
  const [first = '', second = ''] = sealed
  const altered = Buffer.from(first, 'base64url')
  altered.writeUInt8(altered.readUInt8(13) ^ 1, 13)
  expect(() => openTree([altered.toString('base64url'), second], id, key)).toThrow()
  expect(() => openTree(['', second] satisfies SealedTree, id, key)).toThrow()
})
