import { createRequire } from 'node:module'
import { operationsOf } from '@countersign/contracts'
import type { Given } from '@countersign/contracts/examples'
import { webhooks } from '@countersign/contracts/webhooks'
import { Svix } from 'svix'
import { Svix as Svix1 } from 'svix-1'
import { clientNames } from '../../derive/index.ts'
import { names113, names250 } from './names.fixture.ts'

type Path = Readonly<Record<string, string>>

/** One function of a public client: the operation that it calls, and how it is called. */
export type Offered = {
  readonly name: string
  readonly operation: string
  call(token: string, path: Path, given: Given): Promise<unknown>
}

/** A public client: everything that it offers, and what of it the service has. */
export type PublicClient = {
  readonly name: string
  readonly offers: readonly string[]
  readonly offered: (serverUrl: string) => readonly Offered[]
  /** Calls anything that it offers with plausible arguments. */
  callBlindly(serverUrl: string, token: string, name: string): Promise<unknown>
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, one: string) => one.toUpperCase())
const camelKeys = (value: object = {}) =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [camel(name), one]))
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The functions of an object and of its parts, by their dotted names. */
function functionsOf(target: object, prefix = ''): [name: string, owner: object][] {
  const proto: unknown = Object.getPrototypeOf(target)
  const isPlain = !isTree(proto) || proto === Object.prototype
  const names = isPlain ? [] : Object.getOwnPropertyNames(proto)
  const hidden = /^(constructor|api|requestCtx|requestContext|_.*)$/
  return [...new Set([...names, ...Object.keys(target)])].flatMap((name) => {
    if (hidden.test(name)) return []
    const value: unknown = Reflect.get(target, name)
    if (typeof value === 'function') return [[`${prefix}${name}`, target]]
    return isTree(value) ? functionsOf(value, `${prefix}${name}.`) : []
  })
}

function callOf(root: object, name: string, args: readonly unknown[]): Promise<unknown> {
  const owner = new Map(functionsOf(root)).get(name)
  const method: unknown = owner && Reflect.get(owner, name.split('.').at(-1) ?? '')
  if (!owner || typeof method !== 'function') throw new Error(`No function ${name}`)
  return Reflect.apply(method, owner, [...args])
}

const namesOf = (root: object) => functionsOf(root).map(([name]) => name)

/** Operations that no public client knows; the tests beside them call them. */
export const ours =
  /^(portal|pollingEndpoint)\.|PollerToken$|\.(listHeldKeys|skip|listScheduled|sendNow)$|^message\.cancel$/

/** Operations that came after client 1.13; `whoami` is one of the Rust client alone. */
export const newer =
  /^(operationalWebhookEndpoint|messagePoller)\.|^(authentication\.whoami|endpoint\.bulkReplay|statistics\.aggregateEventTypes|message\.(precheck|bulkExpungeContent|expungeAllContents))$/

/** The operations with their path's parameters in order, and whether they have a body. */
const operations = new Map(
  operationsOf(webhooks)
    .filter(({ name }) => !ours.test(name))
    .map(({ name, operation }) => [
      name,
      {
        ...operation,
        params: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
      },
    ]),
)

/** Arguments in the order of all these clients: path, body, options. */
function positional(operation: string, path: Path, { query, body }: Given): unknown[] {
  const { params = [] } = operations.get(operation) ?? {}
  const isOperational = operation.startsWith('operationalWebhookEndpoint.')
  const { operational_id = '' } = path
  const rest = [...(body === undefined ? [] : [body]), ...(query ? [camelKeys(query)] : [])]
  const named = (param: string) =>
    isOperational && param === 'endpoint_id' ? operational_id : path[param]
  return [...params.map(named), ...rest]
}

const byName =
  (make: (token: string, serverUrl: string) => object, table: Readonly<Record<string, string>>) =>
  (serverUrl: string): Offered[] =>
    Object.entries(table).map(([name, operation]) => ({
      name,
      operation,
      call: (token, path, given) =>
        callOf(make(token, serverUrl), name, positional(operation, path, given)),
    }))

const blindly =
  (make: (token: string, serverUrl: string) => object): PublicClient['callBlindly'] =>
  (serverUrl, token, name) =>
    // Each of them reads what it needs of these, as a name, a body or options.
    callOf(
      make(token, serverUrl),
      name,
      Array.from({ length: 5 }, () => anything),
    )

const anything = Object.assign(Object('x'), { type: 'custom', config: {}, events: [] })

const make113 = (token: string, serverUrl: string) => new Svix1(token, { serverUrl })
const make250 = (token: string, serverUrl: string) => new Svix(token, { serverUrl })

/** The classes below client 1.13.0, with a function for each operation there was. */
function generated113(token: string, serverUrl: string): Record<string, object> {
  const module: Record<string, unknown> = createRequire(import.meta.url)(
    'svix-1/dist/openapi/index',
  )
  const { _configuration } = make113(token, serverUrl)
  return Object.fromEntries(
    Object.entries(module).flatMap(([name, Api]) =>
      name.endsWith('Api') && typeof Api === 'function'
        ? [[name, Object(Reflect.construct(Api, [_configuration]))]]
        : [],
    ),
  )
}

/** Its functions, each of which takes one object with everything. */
const generatedOffers = (serverUrl: string): Offered[] =>
  [...operations]
    .filter(([operation]) => !newer.test(operation))
    .map(([operation, { method, path, params }]) => {
      const known = clientNames[`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`]
      const name = namesOf(generated113('x', serverUrl)).find(
        (one) => one.split('.').at(-1) === known?.call,
      )
      return {
        name: name ?? `${operation} is missing`,
        operation,
        call: (token, given, { query, body }) =>
          callOf(generated113(token, serverUrl), name ?? '', [
            {
              ...Object.fromEntries(params.map((param) => [camel(param), given[param]])),
              ...camelKeys(query),
              ...(known?.body && body !== undefined && { [known.body]: body }),
            },
          ]),
      }
    })

/** The three layers that people program against. */
export const publicClients: readonly PublicClient[] = [
  {
    name: 'svix 1.13.0, generated classes',
    offers: namesOf(generated113('x', 'http://127.0.0.1:1')),
    offered: generatedOffers,
    callBlindly: blindly(generated113),
  },
  {
    name: 'svix 1.13.0',
    offers: namesOf(make113('x', 'http://127.0.0.1:1')),
    offered: byName(make113, names113),
    callBlindly: blindly(make113),
  },
  {
    name: 'svix 2.5.0',
    offers: namesOf(make250('x', 'http://127.0.0.1:1')),
    offered: byName(make250, names250),
    callBlindly: blindly(make250),
  },
]
