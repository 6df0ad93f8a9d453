import { randomUUID } from 'node:crypto'
import { refusal } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { sql } from 'kysely'
import { Svix } from 'svix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

/** An application with a poller. */
async function polled(body: object = {}) {
  const { org } = fixture
  const { id: app_id } = await org.application.create({ body: { name: 'Polled' } })
  const { id: sink_id } = await org.pollingEndpoint.create({ app_id, body })
  const at = { app_id, sink_id }
  return {
    at,
    send: async (n: number, more: object = {}) => {
      fixture.clock.advance(5)
      const message = { eventType: 'numbered', payload: { n }, ...more }
      return (await org.message.create({ app_id, body: message })).id
    },
    read: (query: object = {}) => org.messagePoller.poll({ ...at, query }),
    readAs: (consumer_id: string, query: object = {}) =>
      org.messagePoller.consumerPoll({ ...at, consumer_id, query }),
  }
}
const ns = ({ data }: { data: { payload: unknown }[] }) =>
  data.map(({ payload }) => Reflect.get(Object(payload), 'n'))

test('[WH-05] a poller holds what is sent after it was made, page by page, each once', async () => {
  const { org } = fixture
  const { at, send, read } = await polled()
  expect(await read()).toEqual({ data: [], iterator: '0', done: true })
  for (let n = 0; n < 7; n++) await send(n)
  const first = await read({ limit: 3 })
  expect([ns(first), first.done]).toEqual([[0, 1, 2], false])
  const second = await read({ limit: 3, iterator: first.iterator })
  const third = await read({ limit: 3, iterator: second.iterator })
  expect([ns(second), ns(third), third.done]).toEqual([[3, 4, 5], [6], true])
  expect(await read({ iterator: third.iterator })).toMatchObject({
    data: [],
    iterator: third.iterator,
  })
  await send(7)
  expect(ns(await read({ iterator: third.iterator }))).toEqual([7])
  fixture.clock.advance(5)
  const later = await org.pollingEndpoint.create({ app_id: at.app_id, body: {} })
  expect(ns(await org.messagePoller.poll({ ...at, sink_id: later.id }))).toEqual([])
})

test('[WH-05] a message that was committed after younger ones is read after them, not lost', async () => {
  const { send, read, at } = await polled()
  const late = await send(1)
  const client = testClient({ connectionString: fixture.url })
  await client.connect()
  // As if its transaction were still under way: nobody sees it yet.
  await client.query('begin')
  const { rows } = await client.query('select * from webhooks.message where id = $1', [late])
  await client.query('delete from webhooks.message where id = $1', [late])
  await client.query('commit')
  await send(2)
  const before = await read()
  expect(ns(before)).toEqual([2])
  fixture.clock.advance(60_000)
  const columns = Object.keys(rows[0])
  await client.query(
    `insert into webhooks.message (${columns.join(', ')})
     values (${columns.map((_, place) => `$${place + 1}`).join(', ')})`,
    columns.map((name) => rows[0][name]),
  )
  await client.end()
  expect(ns(await read({ iterator: before.iterator }))).toEqual([1])
  expect(ns(await read())).toEqual([2, 1])
  const numbered = await fixture.rows(
    sql`select seq from webhooks.poller_message where poller_id = ${at.sink_id}`,
  )
  expect(numbered).toHaveLength(2)
})

test('[WH-05] eight who read at once see the same messages under the same numbers', async () => {
  const { send, read } = await polled()
  for (let n = 0; n < 20; n++) await send(n)
  const pages = await Promise.all(Array.from({ length: 8 }, () => read()))
  for (const page of pages) expect(page).toEqual(pages[0])
  expect(ns(pages[0] ?? { data: [] })).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('[WH-05] filters: the poller’s own types and channels, and those of a call', async () => {
  const name = `kept.${randomUUID()}`
  await fixture.org.eventType.create({ body: { name, description: '' } })
  const { send, read } = await polled({ eventTypes: [name] })
  await send(1)
  await send(2, { eventType: name })
  await send(3, { eventType: name, channels: ['eu'] })
  expect(ns(await read())).toEqual([2, 3])
  expect(ns(await read({ channel: 'eu' }))).toEqual([3])
  expect(ns(await read({ event_type: 'other' }))).toEqual([])
  const [, third] = (await read()).data
  expect(ns(await read({ after: third?.timestamp }))).toEqual([3])
  const inEu = await polled({ channels: ['eu'] })
  await inEu.send(1)
  await inEu.send(2, { channels: ['eu', 'us'] })
  expect(ns(await inEu.read())).toEqual([2])
})

test('[WH-05] a consumer goes on where it said it was, and gets nothing twice', async () => {
  const { at, send, readAs } = await polled()
  for (let n = 0; n < 4; n++) await send(n)
  const first = await readAs('a', { limit: 2 })
  expect(ns(first)).toEqual([0, 1])
  // It has not said yet that it has them.
  expect(ns(await readAs('a', { limit: 2 }))).toEqual([0, 1])
  expect(ns(await readAs('a', { limit: 2, iterator: first.iterator }))).toEqual([2, 3])
  expect(ns(await readAs('a'))).toEqual([2, 3])
  expect(ns(await readAs('b'))).toEqual([0, 1, 2, 3])
  const [, , third] = (await readAs('b')).data
  const seek = (after: string) =>
    fixture.org.messagePoller.consumerSeek({ ...at, consumer_id: 'b', body: { after } })
  expect(await seek(third?.timestamp ?? '')).toEqual({ iterator: '2' })
  expect(ns(await readAs('b'))).toEqual([2, 3])
  expect(await seek(new Date(fixture.clock() + 1_000).toISOString())).toEqual({ iterator: '4' })
  expect(ns(await readAs('b'))).toEqual([])
  await seek(new Date(0).toISOString())
  expect(ns(await readAs('b'))).toEqual([0, 1, 2, 3])
})

test('[WH-05] client 2 reads to the end as a consumer', async () => {
  const { at, send } = await polled()
  for (let n = 0; n < 5; n++) await send(n)
  const serverUrl = await fixture.listen()
  const { token } = await fixture.org.authentication.getPollerToken(at)
  const api = new Svix(token, { serverUrl })
  const got: unknown[] = []
  let iterator: string | undefined
  for (let done = false; !done; ) {
    const page = await api.message.poller.consumerPoll(at.app_id, at.sink_id, 'mine', {
      limit: 2,
      ...(iterator !== undefined && { iterator }),
    })
    got.push(...page.data.map(({ payload }) => payload.n))
    ;({ iterator, done } = page)
  }
  expect(got).toEqual([0, 1, 2, 3, 4])
})

test('[WH-15] the token of a poller reads it and opens nothing else; a new one replaces it', async () => {
  const { org, as, clock } = fixture
  const { at, send } = await polled()
  await send(1)
  const shown = await org.authentication.getPollerToken(at)
  expect(await org.authentication.getPollerToken(at)).toEqual(shown)
  const reads = (token: string) => as(token).messagePoller.poll(at)
  expect(ns(await reads(shown.token))).toEqual([1])
  const { app_id } = at
  const other = await org.pollingEndpoint.create({ app_id, body: {} })
  const holder = as(shown.token)
  for (const [status, work] of [
    [403, () => holder.message.list({ app_id })],
    [403, () => holder.authentication.getPollerToken(at)],
    [403, () => holder.pollingEndpoint.list({ app_id })],
    [404, () => holder.messagePoller.poll({ app_id, sink_id: other.id })],
  ] as const)
    expect(await refusal(work())).toMatchObject({ status })

  const rotate = (body: object) => org.authentication.rotatePollerToken({ ...at, body })
  const next = await rotate({ oldTokenExpiry: 60, expiry: 3600 })
  expect([ns(await reads(shown.token)), ns(await reads(next.token))]).toEqual([[1], [1]])
  clock.advance(60_000)
  expect(await refusal(reads(shown.token))).toMatchObject({ status: 401 })
  clock.advance(3_600_000)
  expect(await refusal(reads(next.token))).toMatchObject({ status: 401 })
  const last = await rotate({ oldTokenExpiry: 0 })
  expect(ns(await reads(last.token))).toEqual([1])
  await org.pollingEndpoint.delete(at)
  expect(await refusal(reads(last.token))).toMatchObject({ status: 401 })
  expect(await refusal(org.messagePoller.poll(at))).toMatchObject({ status: 404 })
})
