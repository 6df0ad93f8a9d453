import { expect, test } from 'vitest'
import { members } from './members.ts'

test.each([
  [[], ['']],
  [['did:a'], ['did:a']],
  [
    ['did:a', 'did:b'],
    ['did:a', 'did:b'],
  ],
])('[OPS] a list for SQL has a member: %j', (texts, found) => {
  expect(members(texts)).toEqual(found)
})
