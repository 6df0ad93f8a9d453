import { ApiError } from '@countersign/kit/client'
import { expect, test } from 'vitest'
import { scrubError, scrubText, scrubUrl } from './scrub.ts'

test.each([
  ['/network/vasps/did:ethr:0x51a4be09', '/network/vasps/:did'],
  [
    'https://desk.example/api/tf/vasps/did%3Aethr%3A0x51a4/profile?x=ana',
    'https://desk.example/api/tf/vasps/:did/profile',
  ],
  ['/network/search?q=Ana%20Reyes#top', '/network/search'],
  ['/developers/webhooks/messages/msg_2qJ8dXsa90s8fdasdf', '/developers/webhooks/messages/:id'],
  ['/x/6b3f2a52-9f0b-4f0e-8f4b-0c7c0b9a1d11/y', '/x/:id/y'],
])('[UI-14] the address %s is told as %s', (url, told) => {
  expect(scrubUrl(url)).toBe(told)
})

test('[UI-14] a text loses addresses, ids and quoted words', () => {
  const text = scrubText(
    'No user ana.reyes+x@kestrel.example (did:ethr:0x51a4) called "Ana Reyes" at /network/search?q=ana',
  )
  expect(text).toBe('No user :email (:did) called "…" at /network/search')
})

test('[UI-26] of an answer of the server only the code is told, in message and stack', () => {
  const error = new ApiError(409, { err: { message: 'Ana Reyes is a member' } }, null, 'Conflict')
  const told = JSON.stringify(scrubError(error))
  expect(told).not.toContain('Ana')
  expect(told).toContain('error code 409')
  expect(scrubError('Ana')).toEqual({ name: 'Unknown', message: 'Not an error', stack: '' })
})
