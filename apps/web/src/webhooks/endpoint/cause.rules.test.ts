import { expect, test } from 'vitest'
import { answerOf, causeOf } from './cause.rules.ts'

test.each([
  [404, '<h1>Not found</h1>', '404', 'the path doesn’t exist there'],
  [418, '', '418', 'it refuses the message'],
  [500, 'Traceback', '500', 'it fails on its own side'],
  [302, '', '302', 'it redirects, and redirects aren’t followed'],
  [0, 'request timed out', 'No answer', 'it didn’t answer in time'],
  [0, 'error resolving name: no such host', 'No answer', 'the host name doesn’t exist'],
  [
    0,
    'error making request: connection refused',
    'No answer',
    'nothing listens at this address and port',
  ],
  [
    0,
    'error making request: the TLS certificate is for another host',
    'No answer',
    'its TLS certificate is for another host',
  ],
  [0, 'error making request: something new', 'No answer', 'something new'],
  [0, '', 'No answer', 'it gave no answer'],
])(
  '[WP-02] [WH-09] a failure with %i %o is said in words',
  (statusCode, response, answer, cause) => {
    expect(answerOf({ statusCode, response })).toBe(answer)
    expect(causeOf({ statusCode, response })).toBe(cause)
  },
)
