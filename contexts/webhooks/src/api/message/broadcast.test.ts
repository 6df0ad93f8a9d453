import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
// Each test has an installation of its own: a broadcast goes to every application there is.
beforeEach(async () => {
  fixture = await webhooksFixture()
})
afterEach(() => fixture.close())

const ended = async (task_id: string) => {
  const task = () => fixture.org.backgroundTask.get({ task_id })
  await until('the task has ended', async () => (await task()).status !== 'running')
  return task()
}
const created = async (task_id: string) =>
  (
    await fixture.rows<{ appId: string; msgId: string }>(
      sql`select c->>'appId' as "appId", c->>'msgId' as "msgId" from webhooks.background_task t,
        jsonb_array_elements(t.data->'messagesCreated') c where t.id = ${task_id}`,
    )
  ).toSorted((a, b) => (a.appId < b.appId ? -1 : 1))

async function application(name: string) {
  const { id } = await fixture.org.application.create({ body: { name, uid: name } })
  fixture.clock.advance(10)
  return id
}
const endpoint = (app_id: string, path: string, body: object = {}) =>
  fixture.org.endpoint.create({ app_id, body: { url: fixture.target.url + path, ...body } })
const got = (path: string) => fixture.target.received.filter((one) => one.path === `/${path}`)

describe('broadcast', () => {
  test('[WH-10] 202 creates one message in each application and delivers it', async () => {
    const one = await application('one')
    const two = await application('two')
    const none = await application('none')
    const gone = await application('gone')
    await endpoint(one, 'one')
    await endpoint(two, 'two')
    await endpoint(two, 'two-b', { channels: ['b'] })
    await endpoint(two, 'two-a', { channels: ['a'] })
    await endpoint(two, 'off', { disabled: true })
    await fixture.org.application.delete({ app_id: gone })
    await fixture.stranger.application.create({ body: { name: 'Foreign' } })
    const text = '{"z":1.50,"a":{"big":12345678901234567890}, "t":"\\u0000"}'
    const answer = await fixture.raw(
      'POST',
      '/msg/broadcast/',
      `{"eventType":"news","eventId":"n1","channels":["a"],"payload":${text}}`,
    )
    expect(answer.status).toBe(202)
    const started: { id: string } = JSON.parse(answer.text)
    expect(started).toEqual({
      ...{ id: expect.stringMatching(/^qtask_/), status: 'running', task: 'message.broadcast' },
      ...{ updatedAt: expect.any(String) },
    })
    fixture.clock.advance(10)
    // An application that comes later is not among those that were asked for.
    await application('later')
    expect(await ended(started.id)).toMatchObject({ status: 'finished', task: 'message.broadcast' })
    const messages = await created(started.id)
    expect(messages.map(({ appId }) => appId)).toEqual([one, two, none])
    expect(new Set(messages.map(({ msgId }) => msgId)).size).toBe(3)
    for (const { appId: app_id, msgId } of messages) {
      const message = await fixture.org.message.get({ app_id, msg_id: 'n1' })
      expect(message).toMatchObject({
        id: msgId,
        eventId: 'n1',
        eventType: 'news',
        channels: ['a'],
      })
    }
    fixture.clock.advance(1_000)
    await until('all have come', () =>
      ['one', 'two', 'two-a'].every((path) => got(path).length === 1),
    )
    expect(got('one')[0]).toMatchObject({ headers: { 'svix-id': messages[0]?.msgId } })
    expect(got('one')[0]?.body).toBe(text.replace(', "t"', ',"t"'))
    expect([got('two-b'), got('off')]).toEqual([[], []])
  })

  test('[WH-10] a body given as it is goes to everybody as it is', async () => {
    const names = ['one', 'two']
    for (const name of names) await endpoint(await application(name), name)
    const xml = '<news amount="1.50">ü</news>'
    const headers = { 'content-type': 'text/xml' }
    const body = {
      eventType: 'news',
      payload: {},
      transformationsParams: { rawPayload: xml, headers },
    }
    const { id } = await fixture.org.message.broadcast({ body })
    await until('everybody has it', () => names.every((name) => got(name).length === 1))
    for (const name of names)
      expect(got(name)[0]).toMatchObject({ body: xml, headers: { 'content-type': 'text/xml' } })
    for (const { appId: app_id, msgId: msg_id } of await created(id))
      expect(await fixture.org.message.getRawPayload({ app_id, msg_id })).toMatchObject({
        payload: xml,
      })
  })

  test('[WH-10] an application that has used the eventId is passed over', async () => {
    const used = await application('used')
    const fresh = await application('fresh')
    const body = { eventType: 'news', eventId: 'n1', payload: {} }
    await fixture.org.message.create({ app_id: used, body })
    const { id } = await fixture.org.message.broadcast({ body })
    await ended(id)
    expect((await created(id)).map(({ appId }) => appId)).toEqual([fresh])
    const again = await fixture.org.message.broadcast({ body })
    expect((await ended(again.id)).data).toEqual({ messagesCreated: [] })
  })

  test('[WH-10] the payload is kept with the messages alone', async () => {
    await application('one')
    const { id } = await fixture.org.message.broadcast({
      body: { eventType: 'news', payload: { secret: 'kept once' } },
    })
    await ended(id)
    const [row] = await fixture.rows(
      sql<{
        text: string
      }>`select t::text as text from webhooks.background_task t where id = ${id}`,
    )
    expect(row?.text).not.toContain('kept once')
  })

  test('[WH-10] 202 in pages, of few applications when the payload is large', async () => {
    const count = 30
    for (let n = 0; n < count; n++) await application(`many-${n}`)
    const payload = { text: 'x'.repeat(900_000) }
    // What each page writes: its own messages, and of the others nothing.
    await fixture.rows(sql`create table public.written (chars int, parts int)`)
    await fixture.rows(sql`grant insert on public.written to countersign_app`)
    await fixture.rows(sql`create function public.note() returns trigger language plpgsql as $$
      begin insert into public.written
        select length(new.progress::text), count(*) from webhooks.task_part; return null; end $$`)
    await fixture.rows(sql`create trigger note after update on webhooks.background_task
      for each row when (new.progress <> old.progress) execute function public.note()`)
    const { id } = await fixture.org.message.broadcast({ body: { eventType: 'large', payload } })
    await ended(id)
    await fixture.rows(sql`drop trigger note on webhooks.background_task`)
    const written = await fixture.rows<{ chars: number; parts: number }>(
      sql`select chars, parts from public.written`,
    )
    expect(Math.max(...written.map(({ parts }) => parts))).toBeGreaterThan(2)
    expect(Math.max(...written.map(({ chars }) => chars))).toBeLessThan(100)
    expect(await fixture.rows(sql`select from webhooks.task_part`)).toEqual([])
    const all = (await fixture.org.application.list({ query: { limit: 250 } })).data
    expect((await created(id)).map(({ appId }) => appId)).toEqual(all.map((one) => one.id).sort())
  })

  test('[WH-10] 422 for what no message may be, 413 for a payload that is too large', async () => {
    await fixture.org.eventType.create({ body: { name: 'old', description: 'Old' } })
    await fixture.org.eventType.delete({ event_type_name: 'old' })
    const post = (body: unknown) => fixture.raw('POST', '/msg/broadcast/', JSON.stringify(body))
    expect(
      await refusal(fixture.org.message.broadcast({ body: { eventType: 'old', payload: {} } })),
    ).toEqual({
      status: 422,
      body: {
        detail: [
          {
            ...{ loc: ['body', 'eventType'], msg: 'The event type is archived' },
            type: 'value_error',
          },
        ],
      },
    })
    const wrong = [
      { payload: {} },
      { eventType: 'a' },
      { eventType: 'a', payload: [] },
      { eventType: 'a b', payload: {} },
      { eventType: 'a', payload: {}, eventId: 'msg_1' },
      { eventType: 'a', payload: {}, channels: [] },
      { eventType: 'a', payload: {}, payloadRetentionPeriod: 4 },
    ]
    for (const body of wrong) expect((await post(body)).status).toBe(422)
    const payload = { text: 'x'.repeat(1024 * 1024) }
    expect((await post({ eventType: 'a', payload })).status).toBe(413)
  })

  test('[WH-10] 403 for a portal, 401 for nobody', async () => {
    const body = { eventType: 'a', payload: {} }
    const { token } = await fixture.org.authentication.dashboardAccess({
      app_id: await application('one'),
    })
    const portal = fixture.as(token).message.broadcast({ body })
    expect(await refusal(portal)).toMatchObject({ status: 403 })
    const nobody = fixture.as('nonsense').message.broadcast({ body })
    expect(await refusal(nobody)).toMatchObject({ status: 401 })
  })
})
