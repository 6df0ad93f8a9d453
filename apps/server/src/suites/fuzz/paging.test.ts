import { id } from '@countersign/kit/ids'
import { webhooksDocument } from '@countersign/webhooks'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftOf, exchange, type Ids, marked, populate } from '../isolation/isolation.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { paramsByList } from './links.fixture.ts'
import { targetsOf } from './request.fixture.ts'

const targets = targetsOf(webhooksDocument(), marked('page'))
const lists = targets.filter(
  ({ method, path, iteratorPrefix }) =>
    method === 'GET' &&
    (iteratorPrefix !== undefined || paramsByList(targets).has(path)) &&
    targets.some((one) => one.method === 'POST' && one.path === path),
)

let fixture: Awaited<ReturnType<typeof serverFixture>>
let headers: Record<string, string>
let ids: Ids
let app: string
beforeAll(async () => {
  fixture = await serverFixture()
  const token = await new SignJWT({ sub: id('org', Date.now()) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(fixture.secrets.webhooksJwtSecret))
  headers = { authorization: `Bearer ${token}` }
  const links = await populate(fixture.webhooks.app, targets, headers)
  ids = (param) => links.of(param)[0] ?? 'none'
})
afterAll(() => fixture.close())

type Item = { readonly id?: string; readonly name?: string; readonly status?: number }
type Page = {
  readonly data: readonly Item[]
  readonly iterator: string | null
  readonly prevIterator?: string | null
  readonly done: boolean
}

async function get(url: string): Promise<Page> {
  const answer = await fixture.webhooks.app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
  return answer.json()
}

const post = async (path: string, payload: object): Promise<string> => {
  const answer = await fixture.webhooks.app.inject({
    ...{ method: 'POST', url: `/api/v1/app/${app}${path}`, headers, payload },
  })
  expect(answer.statusCode).toBeLessThan(300)
  return String(answer.json().id)
}

async function newApplication(name: string): Promise<string> {
  const made = await fixture.webhooks.app.inject({
    ...{ method: 'POST', url: '/api/v1/app', headers, payload: { name } },
  })
  return String(made.json().id)
}

const nameOf = (item: Item) => item.id ?? item.name ?? ''

/** All pages one way, with something else going on at each. */
async function walk(url: string, limit: number, meanwhile: () => Promise<unknown>) {
  const seen: string[] = []
  for (let at = '', pages = 0; pages < 200; pages++) {
    const [page] = await Promise.all([get(`${url}&limit=${limit}${at}`), meanwhile()])
    seen.push(...page.data.map(nameOf))
    if (page.done || page.iterator === null) return seen
    at = `&iterator=${page.iterator}`
  }
  throw new Error('The walk does not end')
}

describe.each(lists.map((list): [string, typeof list] => [list.id, list]))('%s', (_, list) => {
  test('[WH-17] pages show each row once, whatever is added meanwhile', async () => {
    const creator = targets.find(({ method, path }) => method === 'POST' && path === list.path)
    if (!creator) throw new Error('Nobody creates it')
    // An application may create only so much in a minute, so each list walks one of its own.
    const own = await newApplication(`Paging ${list.id}`)
    const here: Ids = (param) => (param === 'app_id' ? own : ids(param))
    const add = async () => {
      const done = await exchange(fixture.webhooks.app, {
        ...{ target: creator, ids: here, headers, draft: draftOf(creator, 9) },
      })
      expect(done.status, done.body).toBeLessThan(300)
      return nameOf(JSON.parse(done.body))
    }
    const path = list.path.replaceAll(/\{(\w+)\}/g, (__, param) => here(param))
    const start: string[] = []
    for (let n = 0; n < 9; n++) start.push(await add())
    for (const limit of fc.sample(fc.integer({ min: 1, max: 12 }), 3))
      for (const order of ['ascending', 'descending']) {
        let left = 6
        const more = async () => {
          if (left-- > 0) start.push(await add())
        }
        const there = [...start]
        const seen = await walk(`${path}?order=${order}`, limit, more)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen).toEqual(expect.arrayContaining(there))
      }
  })
})

/** Everything that a list shows. */
const all = async (path: string) =>
  (await walk(`/api/v1/app/${app}${path}`, 250, async () => undefined)).toSorted()

describe('filters', () => {
  const types = ['t.one', 't.two', 't.three']
  const channels = ['red', 'green', 'blue']
  const sent = new Map<string, { type: string; channels: string[] }>()
  beforeAll(async () => {
    app = await newApplication('Filtered')
    await post('/endpoint', { url: 'http://127.0.0.1:1024/', description: 'fails' })
    const messages = fc.sample(
      fc.tuple(fc.constantFrom(...types), fc.subarray(channels, { minLength: 1 })),
      { numRuns: 24 },
    )
    for (const [type, in_] of messages)
      sent.set(await post('/msg', { eventType: type, channels: in_, payload: {} }), {
        ...{ type, channels: in_ },
      })
  })

  test('[WH-08] and what they leave out make the whole of the messages', async () => {
    const whole = await all('/msg?a=')
    expect(whole).toEqual(expect.arrayContaining([...sent.keys()]))
    const mine = whole.filter((one) => sent.has(one))
    for (const some of fc.sample(fc.subarray(types), { numRuns: 8 })) {
      const others = types.filter((type) => !some.includes(type))
      // A list of nothing is no filter.
      if (some.length === 0 || others.length === 0) continue
      const first = await all(`/msg?event_types=${some.join(',')}`)
      const second = await all(`/msg?event_types=${others.join(',')}`)
      expect([...first, ...second].toSorted()).toEqual(mine)
      expect(first).toEqual(mine.filter((one) => some.includes(sent.get(one)?.type ?? '')))
    }
    for (const channel of channels)
      expect((await all(`/msg?channel=${channel}`)).filter((one) => sent.has(one))).toEqual(
        mine.filter((one) => sent.get(one)?.channels.includes(channel)),
      )
  })

  test('[WH-09] by status make the whole of the attempts', async () => {
    const endpoint = await post('/endpoint', { url: 'http://127.0.0.1:1024/other' })
    const messages = [...sent.keys()]
    for (const one of messages.slice(0, 3))
      await post('/msg', { eventType: 't.other', payload: { one } })
    for (const path of [
      `/attempt/endpoint/${endpoint}`,
      ...messages.slice(0, 4).map((one) => `/attempt/msg/${one}`),
      `/endpoint/${endpoint}/msg`,
    ]) {
      // Attempts are made while we look: asked again until nothing is added in between.
      for (let tries = 0; ; tries++) {
        const before = await all(`${path}?a=`)
        const parts = await Promise.all(
          [0, 1, 2, 3].map((status) => all(`${path}?status=${status}`)),
        )
        const after = await all(`${path}?a=`)
        const isQuiet = before.join() === after.join() && parts.flat().length === after.length
        if (!isQuiet && tries < 40) continue
        expect(parts.flat().toSorted()).toEqual(after)
        break
      }
    }
  })
})
