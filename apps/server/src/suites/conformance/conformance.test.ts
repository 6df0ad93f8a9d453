import { operationsOf } from '@countersign/contracts'
import {
  documentedScene,
  type Example,
  type Scene,
  webhookExamples,
} from '@countersign/contracts/examples'
import { webhooks } from '@countersign/contracts/webhooks'
import { plainSchema } from '@countersign/kit/openapi-components'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newer, type Offered, ours, publicClients } from './clients.fixture.ts'
import { type ConformanceFixture, conformanceFixture, type World } from './world.fixture.ts'

let fixture: ConformanceFixture
let shared: World
beforeAll(async () => {
  fixture = await conformanceFixture()
  shared = await fixture.world()
})
afterAll(() => fixture.close())

const operations = new Map(operationsOf(webhooks).map(({ name, operation }) => [name, operation]))

/** The contract's example of an operation; without one, what its shape says. */
function exampleOf(name: string, scene: Scene): Example {
  const { [name]: example } = webhookExamples(scene)
  if (example) return example
  const { path = '', method, query } = operations.get(name) ?? {}
  if (query && Object.hasOwn(plainSchema(query, 'input').properties ?? {}, 'iterator'))
    return {
      good: { query: { limit: 5 } },
      invalid: [{ query: { limit: 0 } }, { query: { limit: 251 } }],
    }
  const [, last = ''] = /\{(\w+)\}$/.exec(path) ?? []
  if (method !== 'GET' || last === '') return {}
  return { answer: { [last.endsWith('_name') ? 'name' : 'id']: scene.path[last] } }
}
const examples = new Map(
  [...operations.keys()].map((name) => [name, exampleOf(name, documentedScene)]),
)

/** The status that a public client's error carries. */
const refusedWith = async (work: Promise<unknown>) =>
  work.then(
    () => 'a success',
    (error: unknown) => Reflect.get(Object(error), 'code') ?? error,
  )
const httpError = { code: expect.any(String), detail: expect.any(String) }

/** A name of the same kind that nothing has. */
const unknownOf = (known = '') =>
  /^[a-z]+_/.test(known) ? known.replace(/^([a-z]+_).*/, `$1${'0'.repeat(27)}`) : 'nobody.knows'

/** The path with each of its names replaced by an unknown one, in turn. */
function strangePaths(operation: string, { path }: World) {
  const { path: template = '', method, returns = {} } = operations.get(operation) ?? {}
  const params = [...template.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    // Whoever reads a poller names themselves.
    .filter((name) => name !== 'consumer_id')
  // What the last name names is created when it is not there.
  const creates = method === 'PUT' && 201 in returns
  return params.slice(0, creates ? -1 : undefined).map((param) => ({
    ...path,
    [param]: unknownOf(path[param]),
    // What stands for the endpoint in operations on operational webhooks.
    ...(param === 'endpoint_id' && { operational_id: unknownOf(path[param]) }),
  }))
}

test('[WH-16] every operation is called by a public client', () => {
  expect(
    Object.keys(webhookExamples(documentedScene)).filter((one) => !operations.has(one)),
  ).toEqual([])
  const [generated, , newest] = publicClients.map(({ offered }) =>
    offered('http://127.0.0.1:1').map(({ operation }) => operation),
  )
  const theirs = [...operations.keys()].filter((one) => !ours.test(one))
  expect(generated?.toSorted()).toEqual(theirs.filter((one) => !newer.test(one)).toSorted())
  const { length } = theirs.filter((one) => newer.test(one) && !newest?.includes(one))
  // `authentication.whoami`, which the Rust client alone has.
  expect(length).toBe(1)
})

/** What came after 1.13 and this service has no counterpart of. */
const later =
  /^(ingest|streaming|connector|destination|autoconfigSubscription)\.|^authentication\.(stream|rotateStream|getStream)/

/** What that client answers nothing for, although the service does. */
const silent = /^svix 1\.13\.0 endpoint\.(recover|replayMissing)$/

describe.each(publicClients)('$name', ({ name: client, offers, offered, callBlindly }) => {
  const rows = offered('http://127.0.0.1:1').map(({ name, operation }) => ({ name, operation }))
  const row = (wanted: string): Offered => {
    const found = offered(fixture.serverUrl).find(({ name }) => name === wanted)
    if (!found) throw new Error(`No such function: ${wanted}`)
    return found
  }

  test('[WH-16] every function that it offers is called here, or is of a later feature', () => {
    const called = rows.map(({ name }) => name)
    const others = offers.filter((name) => !called.includes(name))
    expect(called.filter((name) => !offers.includes(name))).toEqual([])
    expect(others.filter((name) => !later.test(name))).toEqual([])
    if (client !== 'svix 2.5.0') expect(others).toEqual([])
  })

  test.each(rows)('[WH-16] $name succeeds', async ({ name, operation }) => {
    const { method, access } = operations.get(operation) ?? {}
    const destroys = method === 'DELETE' || examples.get(operation)?.destroys
    const world = destroys
      ? await fixture.world()
      : { ...shared, fresh: `${client}.${name}`.replaceAll(/[ ,]/g, '_') }
    const { good, answer: expected } = exampleOf(operation, world)
    const token = access === 'portal' ? world.portalToken : fixture.token
    const answer = await row(name).call(token, world.path, good ?? {})
    if (expected && !silent.test(`${client} ${name}`))
      expect(answer, JSON.stringify(answer)).toMatchObject(expected)
    const createdAt: unknown = Reflect.get(Object(answer), 'createdAt')
    if (createdAt !== undefined) expect(createdAt).toBeInstanceOf(Date)
  })

  test.each(rows.filter(({ operation }) => operations.get(operation)?.access !== 'anyone'))(
    '[WH-15] $name with a wrong token is 401',
    async ({ name, operation }) => {
      const given = exampleOf(operation, shared).good ?? {}
      const work = row(name).call('sk_nobody', shared.path, given)
      await expect(work).rejects.toMatchObject({ code: 401, body: httpError })
    },
  )

  test.each(rows.filter(({ operation }) => /\{/.test(operations.get(operation)?.path ?? '')))(
    '[WH-16] $name of what does not exist is 404',
    async ({ name, operation }) => {
      const given = exampleOf(operation, shared).good ?? {}
      for (const path of strangePaths(operation, shared))
        await expect(row(name).call(fixture.token, path, given)).rejects.toMatchObject({
          code: 404,
          body: httpError,
        })
    },
  )

  test.each(rows.filter(({ operation }) => examples.get(operation)?.conflict))(
    '[WH-16] $name of what is taken is 409',
    async ({ name, operation }) => {
      const given = exampleOf(operation, shared).conflict ?? {}
      const status = await refusedWith(row(name).call(fixture.token, shared.path, given))
      // This one asks for what is there instead.
      expect(status).toBe(name === 'application.getOrCreate' ? 'a success' : 409)
    },
  )

  test.each(rows.filter(({ operation }) => examples.get(operation)?.invalid))(
    '[WH-16] $name with what breaks a rule is 422',
    async ({ name, operation }) => {
      for (const given of exampleOf(operation, shared).invalid ?? []) {
        const work = row(name).call(fixture.token, shared.path, given)
        await expect(work).rejects.toMatchObject({
          code: 422,
          body: { detail: [{ loc: expect.any(Array), msg: expect.any(String) }] },
        })
      }
    },
  )

  test.each(rows.filter(({ operation }) => examples.get(operation)?.bad))(
    '[WH-16] $name with a query that makes no sense is 400',
    async ({ name, operation }) => {
      for (const given of exampleOf(operation, shared).bad ?? []) {
        const work = row(name).call(fixture.token, shared.path, given)
        await expect(work).rejects.toMatchObject({ code: 400, body: httpError })
      }
    },
  )

  test.each(offers.filter((name) => later.test(name)))(
    '[WH-16] %s, which came later, is refused in the shape of an error',
    async (name) => {
      const work = callBlindly(fixture.serverUrl, fixture.token, name)
      await expect(work).rejects.toMatchObject({ code: 404, body: httpError })
    },
  )
})
