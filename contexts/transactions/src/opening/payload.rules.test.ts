import { expect, test } from 'vitest'
import { ivms101Of } from './payload.rules.ts'

test('[TX-04] opened parts make up one payload, of which comments are no part', () => {
  const part = { owner: 'did:web:o', transferId: 'a', version: 1 }
  const payload = ivms101Of([
    { ...part, part: 'ORIGINATOR', tree: { originator: { accountNumber: ['1'] } } },
    { ...part, part: 'BENEFICIARY', tree: { beneficiary: { accountNumber: ['2'] } } },
    { ...part, part: 'COMMENTS', tree: ['Between us'] },
  ])
  expect(payload).toEqual({
    originator: { accountNumber: ['1'] },
    beneficiary: { accountNumber: ['2'] },
    payloadMetadata: { payloadVersion: '101.2023' },
  })
})
