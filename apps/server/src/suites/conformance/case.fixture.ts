import { expect } from 'vitest'
import type { World } from './world.fixture.ts'

/** What goes into a call besides its path. */
export type Given = { readonly query?: object; readonly body?: object }

/** How one operation is called so that it succeeds, and how so that it is refused. */
export type Case = {
  /** Query and body of a success; nothing when absent. */
  readonly good?: (world: World) => Given
  /** What of the answer must be there, by the names of the wire. */
  readonly answers?: (world: World) => unknown
  /** Each is 422. */
  readonly invalid?: readonly Given[]
  /** Each is 400. */
  readonly bad?: readonly Given[]
  /** 409. */
  readonly conflict?: (world: World) => Given
  /** What the last name of the path names is created when it is not there. */
  readonly creates?: true
  /** Takes something away, so that it needs a world of its own. */
  readonly destroys?: true
  /** For the token of a portal alone. */
  readonly portal?: true
  /** Needs no token. */
  readonly open?: true
}

export const code = 'function handler(webhook) { return webhook }'
export const logo = 'https://a.example/l.png'
const hour = 3_600_000
export const ago = (hours: number) => new Date(Date.now() - hours * hour)
export const range = () => ({ since: ago(2), until: ago(1) })
const noLimit: readonly Given[] = [{ query: { limit: 0 } }, { query: { limit: 251 } }]
export const list: Case = {
  good: () => ({ query: { limit: 5 } }),
  answers: () => ({ data: expect.any(Array) }),
  invalid: noLimit,
}
export const badName = 'not a name!'

export const message = (world: World) => ({
  eventType: String(world.path.event_type_name),
  payload: { n: 2 },
})
export const wrongMessages: readonly Given[] = [
  { body: { eventType: badName, payload: {} } },
  { body: { eventType: 'a', payload: [] } },
  { body: { eventType: 'a', payload: {}, channels: [] } },
]
export const idOf = (param: string) => (world: World) => ({ id: world.path[param] })
export const simulation = {
  good: () => ({ body: { code, eventType: 'a', payload: { a: 1 } } }),
  answers: () => ({ payload: '{"a":1}', method: 'POST' }),
  invalid: [{ body: { code: 'short', eventType: 'a', payload: {} } }],
} as const satisfies Case
export const template = (name: string) => ({ name, logo, transformation: code })
export const started = (task: string) => () => ({ task, status: 'running' })
