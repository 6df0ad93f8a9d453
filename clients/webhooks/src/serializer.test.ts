import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { normalizeMediaType, parse, preferredMediaType, stringify } from './serializer.ts'
import { type FakeServer, fakeServer, json, thrown } from './server.fixture.ts'

let server: FakeServer
beforeAll(async () => {
  server = await fakeServer()
})
afterAll(() => server.close())
const client = () => createClient('t', { serverUrl: server.url, wait: async () => undefined })

const { ObjectSerializer: theirs } = createRequire(import.meta.url)(
  'svix-1/dist/openapi/models/ObjectSerializer',
)
/** The result or the message of the error. */
function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? `Error: ${error.message}` : error
  }
}

test.each([
  [['application/json'], 'application/json'],
  [['application/octet-stream', 'application/json'], 'application/json'],
  [['application/json', 'application/octet-stream'], 'application/json'],
  [['application/octet-stream', 'text/plain'], 'application/octet-stream'],
  [['Application/JSON; charset=utf-8'], 'application/json'],
  [
    ['text/plain', 'image/png'],
    'Error: None of the given media types are supported: text/plain, image/png',
  ],
  [[], 'Error: None of the given media types are supported: '],
  [undefined, 'application/json'],
])('[WC-04] of %j is preferred %s', (offered, expected) => {
  expect(outcome(() => preferredMediaType(offered))).toBe(expected)
  expect(outcome(() => theirs.getPreferredMediaType(offered))).toBe(expected)
})

test.each([
  [undefined, 'Error: Cannot parse content. No Content-Type defined.'],
  ['text/html', 'Error: The mediaType text/html is not supported by ObjectSerializer.parse.'],
  [
    'application/octet-stream',
    'Error: The mediaType application/octet-stream is not supported by ObjectSerializer.parse.',
  ],
  ['application/json', { a: 1 }],
])('[WC-04] a body of type %s', (mediaType, expected) => {
  expect(outcome(() => parse('{"a":1}', mediaType))).toEqual(expected)
  expect(outcome(() => theirs.parse('{"a":1}', mediaType))).toEqual(expected)
})

test.each(['text/plain', 'application/octet-stream', 'application/json'])(
  '[WC-04] writing %s',
  (mediaType) => {
    const ours = outcome(() => stringify({ a: 1 }, mediaType))
    expect(ours).toBe(outcome(() => theirs.stringify({ a: 1 }, mediaType)))
    expect(ours).toBe(
      mediaType === 'application/json'
        ? '{"a":1}'
        : `Error: The mediaType ${mediaType} is not supported by ObjectSerializer.stringify.`,
    )
  },
)

test.each([200, 404])('[WC-04] an answer %i that is not JSON is refused', async (status) => {
  server.answer({ status, body: '{}' })
  expect(await thrown(client().application.get('a'))).toMatchObject({
    name: 'SerializerError',
    message: 'Cannot parse content. No Content-Type defined.',
  })
  server.answer({ status, type: 'text/html; charset=utf-8', body: '{}' })
  expect((await thrown(client().application.get('a'))).message).toBe(
    'The mediaType text/html is not supported by ObjectSerializer.parse.',
  )
})

test('[WC-04] a charset and another case are tolerated', async () => {
  server.answer({ status: 200, type: 'Application/JSON; charset=utf-8', body: '{"id":"app_1"}' })
  expect(await client().application.get('a')).toEqual({ id: 'app_1' })
  expect(normalizeMediaType(undefined)).toBeUndefined()
})

test('[WC-04] instants become dates in lists too, and payloads stay as they are', async () => {
  const at = '2026-08-21T12:00:00.123456Z'
  const payload = { createdAt: at, timestamp: at }
  server.answer(
    json(200, { data: [{ id: 'm', payload, timestamp: at }], iterator: 'm', done: true }),
  )
  const { data } = await client().message.list('a')
  expect(data).toEqual([{ id: 'm', payload, timestamp: new Date('2026-08-21T12:00:00.123Z') }])
})
