import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Contract } from '@countersign/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { fail, productErrors } from './errors.ts'
import { fairTurns } from './fair-turns.ts'
import { httpServer } from './http.ts'
import { serve } from './serve.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

let now = 0
const open = () => Object.assign(new EventEmitter(), { destroyed: false })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Calls named `company/sender/no` that run until they are told to end. */
function desk(options: Partial<Parameters<typeof fairTurns>[0]> = {}) {
  const turns = fairTurns({
    ...{ slots: 1, perCompany: 1, queue: 100, waitMs: 10_000, keepMs: 2_000 },
    ...{ busyMs: 1_000, othersMs: 10_000, clock: () => now },
    ...options,
  })
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const call = (name: string, connection = open()) => {
    const [company = '', sender = ''] = name.split('/')
    const work = () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      )
    }
    const answer = turns.run({ company, sender }, work, connection)
    // Some are refused before a test asks how they ended.
    answer.catch(() => undefined)
    return answer
  }
  const end = async (name: string, error?: Error) => {
    await settled()
    ends.get(name)?.(error)
    await settled()
  }
  /** Ends what runs, one after the other in the order of its beginning, until nothing is left. */
  const endAll = async () => {
    await settled()
    for (let n = 0; n < begun.length; n++) await end(begun[n] ?? '')
  }
  return { call, end, endAll, begun }
}

test('[T22] a company with little to do waits for one call of a company with many, not for all', async () => {
  const { call, endAll, begun } = desk()
  for (let n = 1; n <= 6; n++) call(`greedy/ann/${n}`)
  call('small/bob/1')
  call('other/cid/1')
  call('small/bob/2')
  await endAll()
  expect(begun).toEqual([
    ...['greedy/ann/1', 'small/bob/1', 'other/cid/1', 'greedy/ann/2', 'small/bob/2'],
    ...['greedy/ann/3', 'greedy/ann/4', 'greedy/ann/5', 'greedy/ann/6'],
  ])
})

test('[T22] the next slot goes to the company with the fewest running calls; one company has only so many', async () => {
  const { call, end, begun } = desk({ slots: 4, perCompany: 2 })
  for (let n = 1; n <= 4; n++) call(`greedy/ann/${n}`)
  await settled()
  expect(begun, 'two slots are kept for others').toEqual(['greedy/ann/1', 'greedy/ann/2'])
  for (let n = 1; n <= 3; n++) call(`busy/bob/${n}`)
  call('small/cid/1')
  await settled()
  expect(begun.slice(2)).toEqual(['busy/bob/1', 'busy/bob/2'])
  await end('greedy/ann/1')
  expect(begun.at(-1)).toBe('small/cid/1')
  await end('small/cid/1')
  expect(begun.at(-1), 'it has one running, the busy one two').toBe('greedy/ann/3')
})

test('[T22] a company that never pauses has one call at once while others have some, all it may have when alone', async () => {
  const { call, end, begun } = desk({ slots: 8, perCompany: 2 })
  for (let n = 1; n <= 9; n++) call(`greedy/ann/${n}`)
  now += 5_000
  await end('greedy/ann/1')
  expect(begun.at(-1), 'it is alone').toBe('greedy/ann/3')
  call('small/bob/1')
  call('small/bob/2')
  await settled()
  expect(begun.slice(-2), 'it has just come').toEqual(['small/bob/1', 'small/bob/2'])
  await end('small/bob/1')
  await end('small/bob/2')
  await end('greedy/ann/2')
  expect(begun, 'one of its own is running').toHaveLength(5)
  await end('greedy/ann/3')
  expect(begun.slice(5)).toEqual(['greedy/ann/4'])
  now += 10_000
  await end('greedy/ann/4')
  expect(begun.slice(6), 'the others are gone').toEqual(['greedy/ann/5', 'greedy/ann/6'])
})

test('[T22] within a company a person waits for one call of its machines, not for all', async () => {
  const { call, endAll, begun } = desk()
  for (let n = 1; n <= 4; n++) call(`desk/machine/${n}`)
  call('desk/person/1')
  call('desk/person/2')
  await endAll()
  expect(begun).toEqual(
    ['machine/1', 'person/1', 'machine/2', 'person/2', 'machine/3', 'machine/4'].map(
      (one) => `desk/${one}`,
    ),
  )
})

test('[T22] who closes the connection leaves the queue', async () => {
  const { call, endAll, begun } = desk({ queue: 2 })
  call('desk/ann/1')
  const gone = open()
  const left = call('desk/ann/2', gone)
  const kept = call('desk/ann/3')
  gone.emit('close')
  await expect(left).rejects.toMatchObject({ code: 'request_timeout' })
  const after = call('desk/ann/4')
  const closed = Object.assign(open(), { destroyed: true })
  await expect(call('other/bob/1', closed), 'before it waits').rejects.toThrow('closed')
  await endAll()
  expect(begun).toEqual(['desk/ann/1', 'desk/ann/3', 'desk/ann/4'])
  expect([await kept, await after]).toEqual(['desk/ann/3', 'desk/ann/4'])
  expect(gone.listenerCount('close')).toBe(0)
})

test('[T22] a slot is given back after an error', async () => {
  const { call, end, begun } = desk()
  const failing = call('desk/ann/1')
  for (const no of [2, 3]) call(`desk/ann/${no}`)
  await end('desk/ann/1', new Error('On purpose'))
  await expect(failing).rejects.toThrow('On purpose')
  expect(begun).toEqual(['desk/ann/1', 'desk/ann/2'])
})

test('[T22] who waits too long is refused, whose place is taken by nobody', async () => {
  const { call, endAll, begun } = desk({ keepMs: 60_000 })
  call('desk/ann/1')
  const late = call('desk/ann/2')
  vi.advanceTimersByTime(10_000)
  await expect(late).rejects.toMatchObject({ status: 429, retryAfter: 2 })
  await endAll()
  expect(begun).toEqual(['desk/ann/1'])
})

test('[T22] a call that waits for something else keeps no slot: one that asks us again is no deadlock', async () => {
  const { call, end, begun } = desk()
  call('desk/ann/outer')
  const inner = call('desk/ann/inner')
  call('desk/ann/next')
  await settled()
  vi.advanceTimersByTime(2_000)
  await settled()
  expect(begun).toEqual(['desk/ann/outer', 'desk/ann/inner'])
  await end('desk/ann/outer')
  expect(begun, 'its slot was given back already').toHaveLength(2)
  await end('desk/ann/inner')
  expect(await inner).toBe('desk/ann/inner')
  expect(begun.at(-1)).toBe('desk/ann/next')
})

test('[T22] a full queue is answered 429 with Retry-After, others are served, a file holds no slot', async () => {
  vi.useRealTimers()
  const contract = {
    thing: {
      hold: {
        method: 'GET',
        path: '/hold',
        summary: 'Answers once it is told to',
        access: 'anyone',
        returns: { 200: z.object({ held: z.literal(true) }) },
      },
      file: {
        method: 'GET',
        path: '/file',
        summary: 'A file whose end comes once it is told to',
        access: 'anyone',
        download: true,
        returns: { 200: null },
      },
    },
  } as const satisfies Contract
  const turns = fairTurns({
    ...{ slots: 2, perCompany: 1, queue: 1, waitMs: 600_000, keepMs: 600_000 },
  })
  const began = new EventEmitter()
  const told = Promise.withResolvers<void>()
  const app = httpServer({ log: createLog('silent'), errors: productErrors })
  serve(app, {
    contract,
    prefix: '/api',
    gate: {
      identify: async (request) => request.header('x-company') ?? '',
      permit: (company: string) => company,
      inTurn: ({ caller: company, connection }, work) => {
        const answer = turns.run({ company, sender: 'one' }, work, connection)
        answer.catch((error) => began.emit('refused', error.code))
        began.emit('asked')
        return answer
      },
    },
    handlers: {
      thing: {
        hold: async (company) => {
          if (company === 'broken') throw fail('conflict', 'On purpose')
          began.emit(company)
          if (company === 'held') await told.promise
          return { held: true } as const
        },
        file: async () => ({
          ...{ name: 'file.txt', mediaType: 'text/plain', size: 10 },
          bytes: (async function* () {
            yield Buffer.from('first ')
            await told.promise
            yield Buffer.from('last')
          })(),
        }),
      },
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = (company: string, path = 'hold') =>
    fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: { 'x-company': company } })
  const first = once(began, 'held')
  const holding = ask('held')
  await first
  const [waits, leaves] = [once(began, 'asked'), once(began, 'refused')]
  const waiting = request({ port, path: '/api/hold', headers: { 'x-company': 'held' } })
  waiting.on('error', () => undefined).end()
  await waits
  const full = await ask('held')
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await full.json()).toMatchObject({ err: { name: 'TooManyRequestsError', code: 429 } })
  await leaves
  const left = once(began, 'refused')
  waiting.destroy()
  expect(await left, 'its place is free').toEqual(['request_timeout'])
  const again = once(began, 'asked')
  const next = ask('held')
  await again
  const file = await ask('other', 'file')
  for (const [company, status] of [
    ['other', 200],
    ['broken', 409],
    ['broken', 409],
    ['other', 200],
  ] as const)
    expect((await ask(company)).status, company).toBe(status)
  told.resolve()
  expect(await file.text()).toBe('first last')
  expect([(await holding).status, (await next).status]).toEqual([200, 200])
  await app.close()
})
