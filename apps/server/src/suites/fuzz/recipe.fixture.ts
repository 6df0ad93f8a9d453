import fc from 'fast-check'
import { kestrelBay } from '../../demo/index.ts'
import { faultyBodies } from './fault.fixture.ts'
import type { Target } from './request.fixture.ts'

/** A request as somebody means it. */
export type Asked = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, with its type. */
  readonly payload?: string
  readonly type?: string
}

/** Asks as somebody. @returns the answer's JSON, or its text when it is something else */
export type Call = (as: string, id: string, asked?: Asked) => Promise<unknown>

/** How an operation comes to a success that needs steps before it, or values that only answers give. */
export type Recipe = {
  readonly id: string
  readonly as: string
  readonly make: (call: Call) => Promise<Asked>
}

/** What stands at a place of an answer; undefined where there is no such place. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? Reflect.get(found, key)
        : undefined,
    value,
  )
}
/** The same as a text; `none` where there is none. */
export const text = (value: unknown, ...keys: readonly (string | number)[]) =>
  String(at(value, ...keys) ?? 'none')
/** The same as a list; empty where there is none. */
export const list = (value: unknown, ...keys: readonly (string | number)[]): unknown[] => {
  const found = at(value, ...keys)
  return Array.isArray(found) ? found : []
}

/** The company that has everything. */
export const own = { path: { did: kestrelBay, vaspDid: kestrelBay } }
let count = 0
/** Counts on with each call, so that no two ask for the same. */
export const next = () => count++
export const fresh = () => `fuzz${next()}`

/** What goes over the wire. */
export type Wire = {
  readonly target: Target
  readonly url: string
  readonly payload?: string | Buffer | undefined
  readonly type?: string | undefined
}

/** The address of an operation with these values. */
function wireOf(targets: ReadonlyMap<string, Target>, id: string, asked: Asked): Wire {
  const target = targets.get(id)
  if (!target) throw new Error(`No such operation: ${id}`)
  const path = target.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(asked.path?.[name] ?? 'none'),
  )
  const query = new URLSearchParams(asked.query).toString()
  const payload =
    asked.payload ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body))
  return { target, url: `${path}${query && `?${query}`}`, payload, type: asked.type }
}

/** Follows a recipe: what it asks for is sent with faults first, then as it should be. */
export async function follow(
  { id, as, make }: Recipe,
  targets: ReadonlyMap<string, Target>,
  send: (as: string, wire: Wire, fault: string) => Promise<string>,
  draw: <T>(values: fc.Arbitrary<T>) => T,
): Promise<void> {
  const call: Call = async (who, name, asked = {}) => {
    const body = await send(who, wireOf(targets, name, asked), '')
    return body.startsWith('{') ? JSON.parse(body) : body
  }
  const asked = await make(call)
  const wire = wireOf(targets, id, asked)
  if (asked.body !== undefined)
    for (let n = 0; n < 3; n++) {
      const { payload, fault } = draw(faultyBodies(fc.constant(asked.body)))
      await send(as, { ...wire, payload }, fault)
    }
  await send(as, wire, '')
}
