import type { Contract } from '@countersign/contracts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { productErrors } from '../http/errors.ts'
import { httpServer } from '../http/http.ts'
import { openapi } from '../http/openapi.ts'
import { createLog } from '../log.ts'
import { checkAnswers } from './answers.ts'

const Thing = z.object({ n: z.int(), more: z.optional(z.string()) })
const contract = {
  thing: {
    get: {
      method: 'GET',
      path: '/thing/{id}',
      summary: 'A thing',
      access: 'anyone',
      returns: { 200: Thing },
    },
    list: {
      method: 'GET',
      path: '/thing',
      summary: 'Things',
      access: 'anyone',
      returns: { 200: z.object({ things: z.array(Thing) }) },
    },
    delete: {
      method: 'DELETE',
      path: '/thing/{id}',
      summary: 'No thing',
      access: 'anyone',
      returns: { 204: null },
    },
  },
} as const satisfies Contract

const document = openapi(
  {
    ...{ title: 'T', version: '1', description: 'D', prefix: '/api', security: {} },
    errors: {
      404: z.object({ err: z.object({ name: z.string(), code: z.int(), message: z.string() }) }),
    },
    named: [{ Thing }],
  },
  [contract],
)

const apps: ReturnType<typeof httpServer>[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** What is said of one answer. */
async function saidOf(
  url: string,
  answer: { status?: number; body?: unknown; type?: string },
  method: 'GET' | 'DELETE' | 'HEAD' = 'GET',
) {
  const app = httpServer({ log: createLog('silent'), errors: productErrors })
  apps.push(app)
  app.route({
    method: method === 'HEAD' ? 'GET' : method,
    url: url.replace(/1$/, ':id'),
    handler: (_, reply) =>
      reply
        .code(answer.status ?? 200)
        .type(answer.type ?? 'application/json')
        .send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)),
  })
  const check = checkAnswers(app, document)
  await app.inject({ method, url })
  try {
    check()
    return ''
  } catch (error) {
    return String(error)
  }
}

test('[WH-16] what two operations answer stands in the document once', () => {
  expect(document.components).toMatchObject({
    schemas: { Thing: { type: 'object', required: ['n'] } },
    responses: { NotFound: { content: {} } },
    parameters: { id: { in: 'path' } },
  })
  expect(JSON.stringify(document.paths).match(/#\/components\/schemas\/Thing/g)).toHaveLength(2)
  expect(document.paths['/api/thing/{id}']).toMatchObject({
    get: { responses: { 404: { $ref: '#/components/responses/NotFound' } } },
  })
})

test('[WH-16] answers as documented pass', async () => {
  const err = { name: 'not_found', code: 404, message: 'No' }
  expect(await saidOf('/api/thing/1', { body: { n: 1 } })).toBe('')
  expect(await saidOf('/api/thing', { body: { things: [{ n: 1, more: 'x' }] } })).toBe('')
  expect(await saidOf('/api/thing/1', { status: 404, body: { err } })).toBe('')
  expect(await saidOf('/api/thing/1', { status: 204, body: '' }, 'DELETE')).toBe('')
  expect(await saidOf('/api/thing/1', { body: { n: 1 } }, 'HEAD')).toBe('')
  expect(await saidOf('/elsewhere', { body: { x: 1 } })).toBe('')
})

test.each([
  ['/api/thing/1', { body: { n: 'one' } }, '200 breaks its schema: /n must be integer'],
  ['/api/thing/1', { body: { n: 1, secret: 1 } }, 'additional'],
  ['/api/thing', { body: { things: [{ n: 1 }, {}] } }, `/things/* must have required property 'n'`],
  ['/api/thing/1', { status: 404, body: { code: 'x' } }, '404 breaks its schema'],
  ['/api/thing/1', { status: 500, body: { err: 1 } }, 'answers 500, which is not documented'],
  ['/api/thing/1', { body: '{"n":1}', type: 'text/html' }, 'is not JSON but text/html'],
  ['/api/thing/1', { body: '{"n":' }, 'is not JSON although it says so'],
  ['/api/thing/1', { body: `{"n":"at x (a.ts:1)"}` }, 'shows a stack'],
])('[WH-16] %s answering %j is found', async (url, answer, what) => {
  expect(await saidOf(url, answer)).toContain(what)
})

test('[WH-16] a body where none is documented is found', async () => {
  expect(await saidOf('/api/thing/1', { status: 204, body: '' }, 'DELETE')).toBe('')
  expect(await saidOf('/api/thing/1', { status: 200, body: { n: 1 } }, 'DELETE')).toContain(
    'answers 200, which is not documented',
  )
})
