import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import type { OperationInfo } from './operation.ts'
import { operations } from './operations.gen.ts'
import { type FakeServer, fakeServer, thrown } from './server.fixture.ts'

let server: FakeServer
beforeAll(async () => {
  server = await fakeServer()
})
afterAll(() => server.close())

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
const pathNames = (info: OperationInfo) =>
  [...info.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => camel(name))

/** Calls a function of an object whose type does not tell that it has it. */
function callByName(target: object, name: string, args: unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new Error(`No method ${name}`)
  return Reflect.apply(method, target, args)
}

/** The API classes of npm svix 1.13.0, by the name of each method that they have. */
function apisOf113(): Map<string, object> {
  const module: Record<string, unknown> = createRequire(import.meta.url)(
    'svix-1/dist/openapi/index',
  )
  const { createConfiguration } = module
  const found = new Map<string, object>()
  if (typeof createConfiguration !== 'function') throw new Error('Not npm svix 1.13.0')
  for (const [name, Api] of Object.entries(module)) {
    if (!name.endsWith('Api') || typeof Api !== 'function') continue
    const api: object = Reflect.construct(Api, [createConfiguration({})])
    for (const method of Object.getOwnPropertyNames(Api.prototype)) found.set(method, api)
  }
  return found
}

const all = Object.entries(operations).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, info]) => ({ group, name, info })),
)
const parametersOf = (info: OperationInfo) => [
  ...pathNames(info),
  ...(info.body ? [info.body] : []),
  ...(info.required ?? []).map(camel),
]
/** What client 1.13.0 has too. */
const older = all.filter(({ info }) => apisOf113().has(info.call))
const missing = older.flatMap(({ group, name, info }) =>
  parametersOf(info).map((parameter) => ({ group, name, info, parameter })),
)

/** Arguments for every parameter but one, which is left as given. */
function argsWithout(info: OperationInfo, parameter: string, value: null | undefined) {
  const options = Object.fromEntries(
    (info.required ?? []).map((name) => [
      camel(name),
      camel(name) === parameter ? value : new Date(),
    ]),
  )
  const positional = [...pathNames(info), ...(info.body ? [info.body] : [])]
  return [...positional.map((name) => (name === parameter ? value : {})), options]
}

test.each(all)('[WC-01] client.$group.$name is a method', ({ group, name }) => {
  const client = createClient('token', { serverUrl: server.url })
  expect(Reflect.get(Reflect.get(client, group), name)).toBeTypeOf('function')
})

test('[WC-01] every operation of client 1.13.0 is there by the name of its call', () => {
  const theirs = apisOf113()
  theirs.delete('constructor')
  expect(older.map(({ info }) => info.call).toSorted()).toEqual([...theirs.keys()].toSorted())
})

test.each(missing)(
  '[WC-01] $info.call without $parameter is refused in the words of client 1.13.0',
  async ({ group, name, info, parameter }) => {
    server.answer({ status: 500 })
    const client = createClient('token', { serverUrl: server.url })
    const theirs = apisOf113().get(info.call)
    if (!theirs) throw new Error(`Client 1.13.0 has no ${info.call}`)
    const given = Object.fromEntries(
      parametersOf(info).map((one) => [one, one === parameter ? undefined : 'x']),
    )
    // Their error was made without a message; the words ended up in its field.
    const words = Reflect.get(await thrown(callByName(theirs, info.call, [given])), 'field')
    for (const value of [null, undefined]) {
      const ours = await thrown(
        callByName(Reflect.get(client, group), name, argsWithout(info, parameter, value)),
      )
      expect(ours.message).toBe(words)
      expect(ours).toMatchObject({ name: 'RequiredError', field: parameter })
    }
    expect(words).toBe(
      `Required parameter ${parameter} was null or undefined when calling ${info.call}.`,
    )
    expect(server.got).toEqual([])
  },
)

test.each(['', '.', '..'])(
  '[WC-01] %j names nothing and is not sent as a part of a path',
  async (id) => {
    server.answer({ status: 500 })
    const client = createClient('token', { serverUrl: server.url })
    const error = await thrown(client.application.get(id))
    expect(error.message).toBe('Parameter appId is not an id or uid when calling v1ApplicationGet.')
    expect(server.got).toEqual([])
  },
)
