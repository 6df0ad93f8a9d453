import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { FetchError, productFetchers, urlFetchers } from './fetchers.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let server: Server
let origin: string
let seen: Seen[]
/** What the server answers next. */
let answer: { status: number; text?: string; body?: string | Buffer }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString() })
    response.writeHead(answer.status, answer.text, { 'x-request-id': 'request-1' })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
  answer = { status: 200, body: '{"a":1}' }
})

const product = () =>
  productFetchers({ base: `${origin}/api`, headers: { 'X-User-Agent': 'dashboard' } })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('helpers of the product', () => {
  test('[ER-03] get, post, put and delete go to /api/{path}, with JSON where there is a payload', async () => {
    const { get, post, put, delete: remove } = product()
    expect(await get('tf/things?a=1')).toEqual({ a: 1 })
    await post('/tf/things', { b: 2 })
    await put('tf/things/1', { c: [] })
    await remove('tf/things/1')
    await remove('tf/things', { d: null })
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /api/tf/things?a=1 ',
      'POST /api/tf/things {"b":2}',
      'PUT /api/tf/things/1 {"c":[]}',
      'DELETE /api/tf/things/1 ',
      'DELETE /api/tf/things {"d":null}',
    ])
    for (const { headers, body } of seen) {
      expect(headers['x-user-agent']).toBe('dashboard')
      expect(headers['content-type']).toBe(body ? 'application/json' : undefined)
    }
  })

  test.each([
    [
      422,
      '{"err":{"name":"invalid","code":422,"message":"Not a DID"}}',
      'error code 422: Not a DID',
    ],
    [500, '{"error":{"name":"InternalError"}}', 'error code 500: InternalError'],
    [404, '{"err":{"message":"first"},"error":{"name":"second"}}', 'error code 404: first'],
    [502, '<html>', 'error code 502: Spoken'],
    [400, '', 'error code 400: Spoken'],
    [400, '{"err":{"message":7}}', 'error code 400: Spoken'],
    [400, 'null', 'error code 400: Spoken'],
  ])(
    '[ER-01] [ER-02] %i with %j throws %j, with the JSON attached',
    async (status, body, message) => {
      answer = { status, text: 'Spoken', body }
      const failure = await failureOf(product().get('x'))
      if (!(failure instanceof ApiError)) throw new Error('Not an ApiError')
      expect(failure.message).toBe(message)
      expect(failure).toMatchObject({ status, requestId: 'request-1' })
      if (body.startsWith('{')) expect(failure.body).toEqual(JSON.parse(body))
    },
  )

  test('[ER-01] a pdf comes as the file; its failure has the status text', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255])
    answer = { status: 200, body: bytes }
    const file = await product().pdf('a/b c')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(seen[0]?.url).toBe('/api/pdf/a%2Fb%20c')
    answer = { status: 404, text: 'Not Found', body: '{"err":{"message":"No such file"}}' }
    expect(await failureOf(product().pdf('x'))).toMatchObject({
      message: 'error code 404: Not Found',
    })
  })

  test('[ER-03] analytics answer JSON, and their failures are silent', async () => {
    expect(await product().analytics({ dashboard: 1 })).toEqual({ a: 1 })
    expect(seen[0]).toMatchObject({
      ...{ method: 'POST', url: '/api/metabase/get-iframe-url', body: '{"dashboard":1}' },
    })
    answer = { status: 500, body: 'x' }
    expect(await product().analytics({})).toBeUndefined()
    const nowhere = productFetchers({ base: 'http://127.0.0.1:1' })
    expect(await nowhere.analytics({})).toBeUndefined()
  })

  test('[ER-01] a server that is away is fetch’s own error', async () => {
    const failure = await failureOf(productFetchers({ base: 'http://127.0.0.1:1' }).get('x'))
    expect(failure).toBeInstanceOf(TypeError)
  })
})

describe('helpers of full URLs', () => {
  test('[ER-03] get, patch, post and the default fetcher', async () => {
    const { get, patch, post, fetchData } = urlFetchers()
    expect(await get(`${origin}/a?b=1`)).toEqual({ a: 1 })
    expect(await post(`${origin}/p`, { x: 1 })).toEqual({ a: 1 })
    expect(await fetchData([`${origin}/d`, { y: 2 }])).toEqual({ a: 1 })
    answer = { status: 204 }
    expect(await patch(`${origin}/q`, { z: 3 })).toBeUndefined()
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /a?b=1 ',
      'POST /p {"x":1}',
      'POST /d {"y":2}',
      'PATCH /q {"z":3}',
    ])
    // Another origin is told nothing of the dashboard.
    expect(seen.every(({ headers }) => headers['x-user-agent'] === undefined)).toBe(true)
  })

  test.each([
    [500, '{"err":{"message":"x"}}', { err: { message: 'x' } }],
    [403, 'Go away', 'Go away'],
    [400, '', undefined],
  ])('[ER-02] %i with %j is told with its body', async (status, text, body) => {
    answer = { status, text: 'Spoken', body: text }
    const { get, patch, post, fetchData } = urlFetchers()
    for (const work of [get, patch, post, (url: string) => fetchData([url, {}])]) {
      const failure = await failureOf(work(origin))
      if (!(failure instanceof FetchError)) throw new Error('Not a FetchError')
      expect(failure.message).toBe(
        `(code ${status}) An error occurred while fetching the data. Error message: ${text}`,
      )
      expect(failure).toMatchObject({ status, body })
    }
  })
})
