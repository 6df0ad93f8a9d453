import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { ApiException, isHttpError, isValidationError } from './errors.ts'
import { type FakeServer, fakeServer, json, thrown } from './server.fixture.ts'

let server: FakeServer
beforeAll(async () => {
  server = await fakeServer()
})
afterAll(() => server.close())
const client = () => createClient('t', { serverUrl: server.url, wait: async () => undefined })

test.each([400, 401, 403, 404, 409, 429])(
  '[WC-03] %i is thrown with code and detail',
  async (status) => {
    server.answer(json(status, { code: 'some_code', detail: 'What went wrong' }))
    const error = await thrown(client().application.get('app_1'))
    expect(error).toBeInstanceOf(ApiException)
    expect(error.message).toBe(
      `HTTP-Code: ${status}\nMessage: {"code":"some_code","detail":"What went wrong"}`,
    )
    if (!isHttpError(error)) throw error
    expect([error.code, error.body.code, error.body.detail]).toEqual([
      status,
      'some_code',
      'What went wrong',
    ])
    expect(isValidationError(error)).toBe(false)
  },
)

test('[WC-03] 422 is thrown with the rules that were broken', async () => {
  const detail = [{ loc: ['body', 'url'], msg: 'Not a URL', type: 'value_error' }]
  server.answer(json(422, { detail }))
  const error = await thrown(client().endpoint.create('app_1', { url: 'https://example.com' }))
  expect(error.message).toBe(`HTTP-Code: 422\nMessage: ${JSON.stringify({ detail })}`)
  if (!isValidationError(error)) throw error
  expect(error.body.detail[0]?.loc).toEqual(['body', 'url'])
  expect(isHttpError(error)).toBe(false)
})

test.each([304, 402, 405, 413, 418, 500, 501, 503])(
  '[WC-03] %i is unknown and shows the text of the answer',
  async (status) => {
    const body = status === 304 ? '' : '<h1>No "way"</h1>'
    server.answer({ status, type: 'text/html', body })
    const error = await thrown(client().application.get('app_1'))
    const text = `Unknown API Status Code!\nBody: "${body}"`
    expect(error).toBeInstanceOf(ApiException)
    expect(error).toMatchObject({ code: status, body: text })
    expect(error.message).toBe(`HTTP-Code: ${status}\nMessage: ${JSON.stringify(text)}`)
  },
)

test('[WC-03] another 2xx is parsed as the expected one', async () => {
  server.answer(json(206, { id: 'app_1', createdAt: '2026-08-21T12:00:00Z' }))
  expect(await client().application.get('app_1')).toEqual({
    id: 'app_1',
    createdAt: new Date('2026-08-21T12:00:00Z'),
  })
  server.answer({ status: 202 })
  expect(await client().application.delete('app_1')).toBeUndefined()
  server.answer(json(200, { ok: true }))
  expect(await client().application.delete('app_1')).toEqual({ ok: true })
})

test('[WC-03] an operation without an answer gives none, whatever comes with its status', async () => {
  server.answer(json(202, {}))
  expect(await client().messageAttempt.resend('app_1', 'msg_1', 'ep_1')).toBeUndefined()
  server.answer({ status: 202, body: 'no type' })
  expect(await client().messageAttempt.resend('app_1', 'msg_1', 'ep_1')).toBeUndefined()
})

test('[WC-03] the headers of a refusal are kept', async () => {
  const limited = createClient('t', {
    serverUrl: server.url,
    fetch: async () =>
      Response.json(
        { code: 'rate_limit', detail: 'Slow' },
        { status: 429, headers: { 'Retry-After': '7' } },
      ),
  })
  expect(await thrown(limited.application.list())).toMatchObject({
    headers: { 'retry-after': '7' },
  })
})
