import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { isColor, isDateTime, isUint16, isUri } from './formats.ts'
import { placesOf } from './places.ts'
import { type FakeServer, fakeServer, json, thrown } from './server.fixture.ts'

let server: FakeServer
beforeAll(async () => {
  server = await fakeServer()
})
afterAll(() => server.close())
const client = () => createClient('t', { serverUrl: server.url })

test.each([
  ['https://example.com/hooks?a=b#c', true],
  ['http://127.0.0.1:8080', true],
  ['https://müller.example/ä', true],
  ['urn:isbn:0451450523', true],
  ['example.com/hooks', false],
  ['/hooks', false],
  ['https://', false],
  ['https://exa mple.com', false],
  [' https://example.com', false],
  ['https:\\\\example.com', false],
  ['', false],
  [7, false],
])('[WC-06] URI %j: %s', (value, expected) => {
  expect(isUri(value)).toBe(expected)
})

test.each([
  ['2026-08-21T12:00:00Z', true],
  ['2026-08-21t12:00:00.123456z', true],
  ['2026-08-21 14:00:00.5+02:00', true],
  ['2024-02-29T00:00:00Z', true],
  ['0001-01-01T00:00:00Z', true],
  ['2016-12-31T23:59:60Z', true],
  [new Date(0), true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-08-21T24:00:00Z', false],
  ['2026-08-21T12:00:00', false],
  ['2026-08-21', false],
  ['yesterday', false],
  [new Date(Number.NaN), false],
  [1_000_000, false],
])('[WC-06] date-time %j: %s', (value, expected) => {
  expect(isDateTime(value)).toBe(expected)
})

test.each([
  ['#1f6feb', true],
  ['#FFF', true],
  ['#1f6feb80', true],
  ['#1f6f', false],
  ['1f6feb', false],
  ['#gggggg', false],
  ['red', false],
  [0xff0000, false],
])('[WC-06] colour %j: %s', (value, expected) => {
  expect(isColor(value)).toBe(expected)
})

test.each([
  [0, true],
  [65535, true],
  [65536, false],
  [-1, false],
  [1.5, false],
  [Number.NaN, false],
  ['10', false],
])('[WC-06] unsigned 16-bit %j: %s', (value, expected) => {
  expect(isUint16(value)).toBe(expected)
})

test.each([
  [
    () => client().endpoint.create('a', { url: 'example.com' }),
    'Parameter endpointIn.url is not a URI such as https://example.com/hooks when calling v1EndpointCreate.',
  ],
  [
    () => client().endpoint.patch('a', 'b', { rateLimit: 70_000 }),
    'Parameter endpointPatch.rateLimit is not an unsigned 16-bit integer (0 to 65535) when calling v1EndpointPatch.',
  ],
  [
    () =>
      client().message.create('a', {
        eventType: 'x',
        payload: { rateLimit: 'anything' },
        application: { name: 'A', rateLimit: -1 },
      }),
    'Parameter messageIn.application.rateLimit is not an unsigned 16-bit integer (0 to 65535) when calling v1MessageCreate.',
  ],
  [
    () => client().message.list('a', { before: 'yesterday' }),
    'Parameter before is not a Date or an RFC 3339 date-time such as 2026-08-21T12:00:00Z when calling v1MessageList.',
  ],
])('[WC-06] a value of another form is refused before it is sent: %#', async (call, message) => {
  server.answer(json(500, {}))
  expect(await thrown(call())).toMatchObject({ name: 'FormatError', message })
  expect(server.got).toEqual([])
})

test('[WC-06] what may be null or absent is not checked then', async () => {
  server.answer(json(200, {}))
  await client().endpoint.patch('a', 'b', { rateLimit: null, url: undefined, description: 'x' })
  expect(server.got[0]?.body).toBe('{"rateLimit":null,"description":"x"}')
})

test('[WC-06] places are found in lists and maps', () => {
  const root = { list: [{ at: 1 }, { at: null }, {}, { at: 4 }], map: { a: 5, b: 6 }, text: 'x' }
  const paths = (path: string) => placesOf(root, path).map((place) => [place.path, place.value])
  expect(paths('list.*.at')).toEqual([
    ['list.0.at', 1],
    ['list.3.at', 4],
  ])
  expect(paths('map.*')).toEqual([
    ['map.a', 5],
    ['map.b', 6],
  ])
  expect(paths('text.length')).toEqual([])
})
