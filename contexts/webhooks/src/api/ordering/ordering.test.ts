import { openPinnedConnection } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { retention } from '../../engine/retention/index.ts'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

/** An application with one ordered endpoint, and what its receiver took and refused. */
async function place() {
  const { org, target } = fixture
  const { id: app_id } = await org.application.create({ body: { name: 'Ordered' } })
  const url = `${target.url}${app_id}`
  const { id: endpoint_id } = await org.endpoint.create({ app_id, body: { url, ordered: true } })
  const send = async (key: string | null, name: string) =>
    (
      await org.message.create({
        app_id,
        body: { eventType: 'order.tested', orderingKey: key, payload: { name } },
      })
    ).id
  const got = () =>
    target.received
      .filter(({ path }) => path === `/${app_id}`)
      .map(({ body }) => String(JSON.parse(body).name))
  const held = async () =>
    (await org.endpoint.listHeldKeys({ app_id, endpoint_id })).data.map(
      ({ orderingKey, msgId, status, waiting }) => ({ orderingKey, msgId, status, waiting }),
    )
  return { app_id, endpoint_id, send, got, held }
}

const refused = new Set<string>()
beforeEach(() => {
  refused.clear()
  fixture.target.rules.answer = ({ body }) =>
    refused.has(String(JSON.parse(body).name)) ? { status: 500 } : {}
})

const become = (what: () => unknown, value: unknown) =>
  vi.waitFor(async () => expect(await what()).toEqual(value), { timeout: 60_000, interval: 10 })

/** Forgets what has had its time, some days later. */
async function tidy(days = 0) {
  const connection = openPinnedConnection({ url: fixture.url, role: 'countersign_engine' })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const now = () => fixture.clock() + days * 86_400_000
  await retention({ connection, now, log }).tidy()
  await connection.close()
}

/** Lets the one retry of the fixture's schedule fall due. */
const retry = () => fixture.clock.advance(10_000)

describe('[WH-18] ordering by key', () => {
  test('a failing message holds back its own key, visibly, and never a neighbour', async () => {
    const { org } = fixture
    const { app_id, endpoint_id, send, got, held } = await place()
    refused.add('a1')
    const first = await send('a', 'a1')
    const second = await send('a', 'a2')
    const third = await send('a', 'a3')
    for (const name of ['b1', 'b2']) await send('b', name)
    await send(null, 'free')
    await become(() => got().toSorted(), ['a1', 'b1', 'b2', 'free'])
    await become(held, [{ orderingKey: 'a', msgId: first, status: 3, waiting: 2 }])
    const listed = await org.messageAttempt.listAttemptedMessages({ app_id, endpoint_id })
    expect(listed.data.flatMap(({ id, heldBy }) => (heldBy ? [[id, heldBy]] : []))).toEqual([
      [third, first],
      [second, first],
    ])
    const [destination] = (
      await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id: second })
    ).data
    expect(destination).toMatchObject({ status: 3, heldBy: first, ordered: true })

    refused.clear()
    retry()
    await become(() => got().filter((name) => name.startsWith('a')), ['a1', 'a1', 'a2', 'a3'])
    await become(held, [])
  })

  test('one that is given up still holds its key, until it is resent, recovered or skipped', async () => {
    const { org, clock } = fixture
    const { app_id, endpoint_id, send, got, held } = await place()
    for (const name of ['a1', 'a2', 'a3', 'a4']) refused.add(name)
    const ids: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'a4']) ids.push(await send('a', name))
    const [first = '', second = '', third = '', fourth = ''] = ids
    const failed = (msgId: string, waiting: number) => [
      { orderingKey: 'a', msgId, status: 2, waiting },
    ]
    await become(got, ['a1'])
    await become(held, [{ orderingKey: 'a', msgId: first, status: 3, waiting: 3 }])
    retry()
    await become(held, failed(first, 3))

    // Asking for one that waits does not let it overtake.
    await org.messageAttempt.resend({ app_id, msg_id: third, endpoint_id })
    refused.delete('a1')
    await org.messageAttempt.resend({ app_id, msg_id: first, endpoint_id })
    await become(got, ['a1', 'a1', 'a1', 'a2'])
    await become(held, [{ orderingKey: 'a', msgId: second, status: 3, waiting: 2 }])
    retry()
    await become(held, failed(second, 2))

    // One that was delivered and is resent goes before those that wait, and holds nothing.
    await org.messageAttempt.resend({ app_id, msg_id: first, endpoint_id })
    await become(() => got().slice(5), ['a1'])
    await become(held, failed(second, 2))

    await org.messageAttempt.skip({ app_id, msg_id: second, endpoint_id })
    await become(() => got().slice(6), ['a3'])
    await become(held, [{ orderingKey: 'a', msgId: third, status: 3, waiting: 1 }])
    refused.clear()
    const since = new Date(clock() - 3_600_000).toISOString()
    await org.endpoint.recover({ app_id, endpoint_id, body: { since } })
    // Recover asks for what failed, the skipped one too, in order; the rest of the key follows.
    await become(() => got().slice(7).toSorted(), ['a2', 'a3', 'a4'])
    await become(held, [])
    expect(got().indexOf('a4')).toBeGreaterThan(got().lastIndexOf('a3'))
    const status = async (msg_id: string) =>
      (await org.messageAttempt.listAttemptedDestinations({ app_id, msg_id })).data[0]?.status
    await become(() => Promise.all(ids.map(status)), [0, 0, 0, 0])

    const skip = (msg_id: string) => org.messageAttempt.skip({ app_id, msg_id, endpoint_id })
    await expect(skip(fourth)).rejects.toMatchObject({ status: 409 })
    await expect(
      fixture.stranger.messageAttempt.skip({ app_id, msg_id: fourth, endpoint_id }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a message that waits can be skipped, and one whose payload was erased is', async () => {
    const { org } = fixture
    const { app_id, endpoint_id, send, got, held } = await place()
    refused.add('a1')
    const first = await send('a', 'a1')
    const second = await send('a', 'a2')
    const third = await send('a', 'a3')
    await send('a', 'a4')
    await become(held, [{ orderingKey: 'a', msgId: first, status: 3, waiting: 3 }])
    await org.messageAttempt.skip({ app_id, msg_id: second, endpoint_id })
    await org.message.expungeContent({ app_id, msg_id: third })
    refused.clear()
    retry()
    await become(got, ['a1', 'a1', 'a4'])
    await become(held, [])
  })

  test('a line goes on without what failed for good and can’t be resent, and is forgotten when empty', async () => {
    const { org } = fixture
    const { app_id, send, got, held } = await place()
    refused.add('a1')
    refused.add('a2')
    const lost: string[] = []
    for (const name of ['a1', 'a2']) {
      lost.push(await send('a', name))
      await send('a', `after ${name}`)
      const msgId = lost.at(-1) ?? ''
      await become(got, name === 'a1' ? ['a1'] : ['a1', 'a1', 'after a1', 'a2'])
      retry()
      await become(held, [{ orderingKey: 'a', msgId, status: 2, waiting: 1 }])
      await tidy()
      expect(await held(), 'it can still be resent').toHaveLength(1)
      if (name === 'a1') await org.message.expungeContent({ app_id, msg_id: msgId })
      else await fixture.rows(sql`delete from webhooks.delivery where msg_id = ${msgId}`)
      await tidy()
      await become(held, [])
      await become(() => got().at(-1), `after ${name}`)
    }
    const lines = () =>
      fixture.rows(sql`select from webhooks.ordering_line where app_id = ${app_id}`)
    await tidy(90)
    expect(await lines()).toHaveLength(1)
    await become(
      () =>
        fixture.rows(
          sql`select from webhooks.ordering_line where app_id = ${app_id} and turn is not null`,
        ),
      [],
    )
    await tidy(92)
    expect(await lines()).toEqual([])
    await send('a', 'a new line')
    await become(() => got().at(-1), 'a new line')
  })

  test('what an endpoint missed while it was disabled joins the end of its line', async () => {
    const { org, clock } = fixture
    const { app_id, endpoint_id, send, got } = await place()
    await send('a', 'a1')
    await become(got, ['a1'])
    await org.endpoint.patch({ app_id, endpoint_id, body: { disabled: true } })
    for (const name of ['a2', 'a3', 'a4']) await send('a', name)
    await org.endpoint.patch({ app_id, endpoint_id, body: { disabled: false } })
    clock.advance(1000)
    const since = new Date(clock() - 3_600_000).toISOString()
    await org.endpoint.replay({ app_id, endpoint_id, body: { since } })
    await become(got, ['a1', 'a2', 'a3', 'a4'])
    await send('a', 'a5')
    await become(got, ['a1', 'a2', 'a3', 'a4', 'a5'])
  })

  test('messages of one key are accepted at once, and arrive one at a time', async () => {
    const { target } = fixture
    const { app_id, send, got } = await place()
    const names = Array.from({ length: 60 }, (_, n) => `n${n}`)
    const ids = await Promise.all(names.map((name) => send('a', name)))
    await become(() => got().length, names.length)
    const arrived = target.received
      .filter(({ path }) => path === `/${app_id}`)
      .map(({ headers }) => String(headers['svix-id']))
    expect(arrived.toSorted()).toEqual(ids.toSorted())
    expect(new Set(arrived).size).toBe(names.length)
  })
})
