import { connect as dial } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Contract } from '@countersign/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { productErrors } from './errors.ts'
import { httpServer, type RequestFacts } from './http.ts'
import { serve } from './serve.ts'

const contract = {
  thing: {
    list: {
      method: 'GET',
      path: '/things',
      summary: 'Things',
      access: 'anyone',
      query: z.object({ q: z.optional(z.string()) }),
      returns: { 200: z.object({ q: z.optional(z.string()) }) },
    },
    first: {
      method: 'DELETE',
      path: '/things/first',
      summary: 'Forget the first thing',
      access: 'anyone',
      returns: { 204: null },
    },
    put: {
      method: 'PUT',
      path: '/things/{id}',
      summary: 'Keep a thing',
      access: 'anyone',
      body: z.object({ value: z.string() }),
      returns: { 200: z.object({ value: z.string() }) },
    },
    form: {
      method: 'POST',
      path: '/form',
      summary: 'Take a form',
      access: 'anyone',
      form: true,
      body: z.object({ value: z.string() }),
      returns: { 200: z.object({ value: z.string() }) },
    },
    upload: {
      method: 'POST',
      path: '/upload',
      summary: 'Take a file',
      access: 'anyone',
      upload: 1000,
      body: z.object({ note: z.optional(z.string()) }),
      returns: { 200: z.object({ size: z.int(), note: z.optional(z.string()) }) },
    },
    fault: {
      method: 'GET',
      path: '/fault/{code}',
      summary: 'Fails as PostgreSQL does',
      access: 'anyone',
      returns: { 204: null },
    },
  },
} as const satisfies Contract

const seen: RequestFacts[] = []
const app = httpServer({
  log: createLog('silent'),
  errors: productErrors,
  observe: (facts) => seen.push(facts),
})
let address = new URL('http://127.0.0.1')
beforeAll(async () => {
  serve(app, {
    contract,
    prefix: '/api',
    strictQuery: true,
    gate: { identify: async () => ({}), permit: (known) => known },
    handlers: {
      thing: {
        list: (_, { query }) => query,
        first: () => undefined,
        put: (_, { body }) => body,
        form: (_, { body }) => body,
        upload: async (_, { body, file }) => {
          let size = 0
          for await (const chunk of file.bytes) size += chunk.length
          return { size, ...body }
        },
        fault: (_, { code }) => {
          throw Object.assign(new Error('canary'), { code })
        },
      },
    },
  })
  app.get('/*', (_request, reply) => reply.callNotFound())
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => app.close())

/** Sends bytes as they are. @returns status, headers and body of the first answer */
async function raw(request: string) {
  const socket = dial(Number(address.port), address.hostname)
  socket.end(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

test.each([
  ['is not HTTP', 'NONSENSE\r\n\r\n', 400],
  ['has a header that is not one', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
  ['has headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['names no host', 'GET /api/things HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
])('[ER-01] a request that %s is refused like any other', async (_, request, status) => {
  const before = seen.length
  const answer = await raw(request)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(JSON.parse(answer.body).err).toMatchObject({ code: status, message: expect.any(String) })
  // The log line names the request as its sender saw it.
  await expect.poll(() => seen.length).toBe(before + 1)
  expect(seen.at(-1)).toMatchObject({ status, requestId: answer.headers.get('x-request-id') })
})

test('[ER-01] an expectation that nobody knows is no reason for a refusal of Node’s own', async () => {
  const answer = await raw(
    'GET /api/things HTTP/1.1\r\nhost: x\r\nexpect: magic\r\nconnection: close\r\n\r\n',
  )
  expect(answer.status).toBe(200)
  expect(answer.headers.has('x-request-id')).toBe(true)
})

test.each([
  ['POST', '/api/things', 'GET, HEAD'],
  ['GET', '/api/things/1/', 'PUT'],
  ['OPTIONS', '/api/upload?x=1', 'POST'],
  ['TRACE', '/api/things', 'GET, HEAD'],
  ['PUT', '/api/things/first', 'DELETE'],
] as const)('[ER-01] %s on %s is 405 and says what is allowed', async (method, url, allow) => {
  const answer = await app.inject({ method, url })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe(allow)
  expect(answer.json().err.name).toBe('method_not_allowed')
})

test('[ER-01] a method that only Node knows is 405, too', async () => {
  const answer = await raw('QUERY /api/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test('[ER-01] an unknown path is 404 whatever the method', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await app.inject({ method, url: '/api/nowhere' })).statusCode).toBe(404)
})

const put = (payload: string | Buffer, type?: string) =>
  app.inject({
    method: 'PUT',
    url: '/api/things/1',
    headers: type === undefined ? {} : { 'content-type': type },
    payload,
  })

test.each([
  ['application/json', 200],
  ['application/json; charset=UTF-8', 200],
  ['application/merge-patch+json', 200],
  ['application/json; charset=latin1', 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/jsonp', 415],
  [undefined, 415],
])('[ER-04] a JSON body declared as %s is answered with %i', async (type, status) => {
  expect((await put(Buffer.from('{"value":"x"}'), type)).statusCode).toBe(status)
})

test('[ER-04] a form that is not declared as one is missing', async () => {
  const send = (type: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/form', payload: 'value=x' },
      headers: { 'content-type': type },
    })
  expect((await send('application/x-www-form-urlencoded')).json()).toEqual({ value: 'x' })
  for (const type of ['application/json', 'text/plain'])
    expect((await send(type)).statusCode).toBe(422)
})

test('[ER-04] text that is not UTF-8 is refused wherever it stands', async () => {
  const broken = Buffer.concat([Buffer.from('{"value":"'), Buffer.from([0xff]), Buffer.from('"}')])
  expect((await put(broken, 'application/json')).statusCode).toBe(400)
  expect((await put('{"value":"\ufffd"}', 'application/json')).json()).toEqual({ value: '\ufffd' })
  expect((await app.inject('/api/things?q=%ff')).statusCode).toBe(400)
  expect((await app.inject('/api/things?q=100%')).json()).toEqual({ q: '100%' })
  const form = await app.inject({
    ...{ method: 'POST', url: '/api/form', payload: 'value=%C3' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.statusCode).toBe(422)
})

test('[ER-04] a query name that the operation does not have is refused by name', async () => {
  const answer = await app.inject('/api/things?q=x&oder=name')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().err.fields).toMatchObject([{ loc: ['query', 'oder'] }])
  expect((await app.inject({ method: 'PUT', url: '/api/things/1?x=1' })).statusCode).toBe(422)
})

test('[ER-04] a NUL in the query is blamed on the query', async () => {
  const answer = await app.inject('/api/things?q=a%00b')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().err.fields).toMatchObject([{ loc: ['query', 'q'] }])
})

test.each(['22003', '22007', '22008', '22009'])(
  '[ER-04] PostgreSQL’s refusal %s of a value is no failure of ours',
  async (code) => {
    const answer = await app.inject(`/api/fault/${code}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('canary')
  },
)

const part = (name: string, value: string | Buffer, file?: string) =>
  Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const upload = (...parts: Buffer[]) =>
  app.inject({
    ...{ method: 'POST', url: '/api/upload' },
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
  })

test('[TF-04] a form of fields and then one file is read', async () => {
  const answer = await upload(part('note', 'n'), part('file', 'bytes', 'a.pdf'))
  expect(answer.json()).toEqual({ size: 5, note: 'n' })
})

test.each([
  ['a field after the file', [part('file', 'x', 'a'), part('note', 'n')], 'note'],
  ['a second file', [part('file', 'x', 'a'), part('file', 'y', 'b')], 'file'],
  ['a field twice', [part('note', 'n'), part('note', 'm'), part('file', 'x', 'a')], 'note'],
  ['a file of another name', [part('picture', 'x', 'a')], 'picture'],
])('[TF-04] a form with %s is refused by name', async (_, parts, name) => {
  const answer = await upload(...parts)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().err.fields).toMatchObject([{ loc: ['body', name] }])
})

test.each([
  ['a text', 'note', [part('note', Buffer.from([0xff])), part('file', 'x', 'a')]],
  ['a file’s name', 'file', [part('file', 'x', '\ufffd')]],
])('[TF-04] a form with %s that is not UTF-8 is refused', async (_, name, parts) => {
  const answer = await upload(...parts)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().err.fields).toMatchObject([{ loc: ['body', name] }])
})

test('[TF-04] an upload that is no form is 415', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: '{}' })
  expect(answer.statusCode).toBe(415)
})
