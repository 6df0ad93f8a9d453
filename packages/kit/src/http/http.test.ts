import { type Contract, can } from '@countersign/contracts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { injected, refusal } from '../testing/testing.ts'
import { client } from './client.ts'
import { fail, productErrors } from './errors.ts'
import { httpServer } from './http.ts'
import { serve } from './serve.ts'

const contract = {
  thing: {
    get: {
      method: 'GET',
      path: '/thing/{name}',
      summary: 'One thing',
      access: 'anyone',
      query: z.object({ list: z.optional(z.array(z.string())) }),
      returns: { 200: z.object({ name: z.string(), list: z.optional(z.array(z.string())) }) },
    },
    put: {
      method: 'PUT',
      path: '/thing/{name}',
      summary: 'Keep a thing',
      access: can('manage'),
      body: z.object({ value: z.unknown() }),
      bodyLimit: 2000,
      returns: {
        200: z.object({ made: z.literal(false) }),
        201: z.object({ made: z.literal(true) }),
      },
    },
    fail: {
      method: 'GET',
      path: '/fail',
      summary: 'Fails inside',
      access: 'anyone',
      returns: { 204: null },
    },
  },
} as const satisfies Contract

const app = httpServer({ log: createLog('silent'), errors: productErrors })
let handled = 0
serve(app, {
  contract,
  prefix: '/api',
  gate: {
    identify: async (request, { access }) => {
      if (access !== 'anyone' && !request.header('authorization'))
        throw fail('unauthorized', 'Who?')
      return {}
    },
    permit: (known) => known,
  },
  handlers: {
    thing: {
      // More than the contract names: it must not leave.
      get: (_, { name, query }) => ({ name, ...query, secret: 'canary' }),
      put: (_, { name }) => {
        handled++
        if (name === 'new') return { status: 201, body: { made: true } } as const
        return { status: 200, body: { made: false } } as const
      },
      fail: () => {
        throw new Error('canary: a secret of ours')
      },
    },
  },
})
afterAll(() => app.close())

const api = client(contract, {
  base: '/api',
  headers: { authorization: 'x' },
  fetcher: injected(app),
})

test('[ER-04] only the fields of the contract leave the server', async () => {
  expect(await api.thing.get({ name: 'a b/c' })).toEqual({ name: 'a b/c' })
})

test('[WH-16] both slash forms are the same route, without a redirect', async () => {
  for (const url of ['/api/thing/x', '/api/thing/x/'])
    expect((await app.inject({ url })).statusCode).toBe(200)
})

test('[WH-16] repeated, bracketed and indexed query arrays mean the same', async () => {
  for (const query of [
    'list=a&list=b',
    'list[]=a&list[]=b',
    'list[0]=a&list[1]=b',
    'list%5B%5D=a&list%5B%5D=b',
  ])
    expect((await app.inject({ url: `/api/thing/x?${query}` })).json().list).toEqual(['a', 'b'])
})

test('[ER-01] the client throws the error of the specification', async () => {
  const stranger = client(contract, { base: '/api', fetcher: injected(app) })
  await expect(stranger.thing.put({ name: 'x', body: { value: 1 } })).rejects.toThrow(
    'error code 401: Who?',
  )
})

test('[ER-04] the answer’s status is one of the contract’s', async () => {
  expect(await api.thing.put({ name: 'new', body: { value: 1 } })).toEqual({ made: true })
  expect(await api.thing.put({ name: 'old', body: { value: 1 } })).toEqual({ made: false })
})

const headers = { authorization: 'x', 'content-type': 'application/json' }
const put = (payload: string) =>
  app.inject({ method: 'PUT', url: '/api/thing/x', headers, payload })

test.each([
  ['not JSON', '{"value":', 400],
  ['nested too deep', `{"value":${'['.repeat(65)}${']'.repeat(65)}}`, 400],
  ['too long', `{"value":"${'x'.repeat(2000)}"}`, 413],
  ['absent', '', 422],
  ['of the wrong shape', '[]', 422],
])('[ER-04] a body that is %s is refused before the handler', async (_, payload, status) => {
  const before = handled
  const answer = await put(payload)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().err.message).toEqual(expect.any(String))
  expect(handled).toBe(before)
})

test('[ER-04] a failure inside says nothing of itself', async () => {
  const answer = await app.inject({ url: '/api/fail' })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/canary|stack/)
  expect(answer.json().err).toMatchObject({ name: 'internal', code: 500 })
})

test('[ER-04] a request id is kept when it is well-formed, and replaced otherwise', async () => {
  const idOf = async (given: string) =>
    (await app.inject({ url: '/api/thing/x', headers: { 'x-request-id': given } })).headers[
      'x-request-id'
    ]
  expect(await idOf('abc-DEF_123')).toBe('abc-DEF_123')
  for (const bad of ['short', 'with space in it', 'x'.repeat(65)])
    expect(await idOf(bad)).not.toBe(bad)
})

test('[ER-04] a contract without access or handler does not start', () => {
  const broken = httpServer({ log: createLog('silent'), errors: productErrors })
  const gate = { identify: async () => ({}), permit: () => ({}) }
  const without = { a: { b: { ...contract.thing.get, access: undefined } } }
  expect(() =>
    serve(broken, {
      contract: without as unknown as Contract,
      prefix: '',
      gate,
      handlers: { a: { b: () => undefined } } as never,
    }),
  ).toThrow('Operation without access rule: a.b')
})

test('[ER-01] a client call that cannot reach its server rejects with fetch’s error', async () => {
  const away = client(contract, {
    base: '/api',
    fetcher: () => Promise.reject(new TypeError('fetch failed')),
  })
  await expect(away.thing.get({ name: 'x' })).rejects.toThrow(TypeError)
  expect(await refusal(api.thing.get({ name: 'x'.repeat(600) }))).toMatchObject({ status: 404 })
})

test.each([
  [true, 'max-age=63072000; includeSubDomains'],
  [undefined, undefined],
])(
  '[T10] browsers that came by https (%s) are told to come by nothing else',
  async (https, told) => {
    const server = httpServer({
      ...{ log: createLog('silent'), errors: productErrors },
      ...(https && { https }),
    })
    const answer = await server.inject('/nowhere')
    expect(answer.headers['strict-transport-security']).toBe(told)
    await server.close()
  },
)
