import { refusal } from '@countersign/kit/testing'
import { Svix } from 'svix'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let svix: Svix
beforeAll(async () => {
  fixture = await webhooksFixture()
  svix = new Svix(fixture.orgToken, { serverUrl: await fixture.listen() })
})
afterAll(() => fixture.close())

/** An application with an endpoint, and what the endpoint got. */
async function place() {
  const { id } = await svix.application.create({ name: 'Later' })
  const endpoint = await svix.endpoint.create(id, { url: `${fixture.target.url}${id}` })
  const got = () =>
    fixture.target.received
      .filter(({ path }) => path === `/${id}`)
      .map(({ body }) => JSON.parse(body).n)
  return { app: id, endpoint: endpoint.id, got }
}
const message = (n: number) => ({ eventType: 'later.tested', payload: { n } })
const later = (ms: number) => new Date(fixture.clock() + ms)
const become = (what: () => unknown, value: unknown) =>
  vi.waitFor(async () => expect(await what()).toEqual(value), { timeout: 60_000, interval: 10 })

test('[WH-08] a message waits for its deliverAt, and can be sent now or canceled before', async () => {
  const { org } = fixture
  const { app, endpoint, got } = await place()
  const at = later(3_600_000)
  const ids: string[] = []
  for (const n of [1, 2, 3])
    ids.push((await svix.message.create(app, { ...message(n), deliverAt: at })).id)
  const [first = '', second = '', third = ''] = ids
  await svix.message.create(app, { ...message(4), deliverAt: later(-1000) })
  await become(got, [4])
  const scheduled = async () =>
    (await org.message.listScheduled({ app_id: app })).data.map(({ id }) => id)
  expect(await scheduled()).toEqual(ids)
  expect((await svix.message.get(app, first)).deliverAt).toEqual(at)

  await org.message.sendNow({ app_id: app, msg_id: second })
  await become(got, [4, 2])
  await org.message.cancel({ app_id: app, msg_id: third })
  expect(await scheduled()).toEqual([first])
  for (const msg_id of [second, third]) {
    expect((await refusal(org.message.cancel({ app_id: app, msg_id }))).status).toBe(409)
    expect((await refusal(org.message.sendNow({ app_id: app, msg_id }))).status).toBe(409)
  }
  expect(
    (await refusal(fixture.stranger.message.cancel({ app_id: app, msg_id: first }))).status,
  ).toBe(404)

  fixture.clock.advance(3_600_001)
  await become(got, [4, 2, 1])
  expect(await scheduled()).toEqual([])
  const status = async (expandedStatuses: boolean) =>
    (
      await svix.messageAttempt.listAttemptedMessages(app, endpoint, { expandedStatuses })
    ).data.find(({ id }) => id === third)?.statusText
  expect([await status(false), await status(true)]).toEqual(['fail', 'canceled'])
})

test('[WH-08] deliverAt is at most 30 days ahead, and not together with an ordering key', async () => {
  const { app } = await place()
  const create = (more: object) =>
    fixture.raw('POST', `/app/${app}/msg`, JSON.stringify({ ...message(1), ...more }))
  expect((await create({ deliverAt: later(31 * 86_400_000) })).status).toBe(422)
  expect((await create({ deliverAt: later(1000), orderingKey: 'a' })).status).toBe(422)
  expect((await create({ tags: ['a b'] })).status).toBe(422)
  expect((await create({ payloadRetentionHours: 2161 })).status).toBe(422)
})

test('[WH-08] messages are found by their tags, in every list', async () => {
  const { app, endpoint, got } = await place()
  const tagged = await svix.message.create(app, { ...message(1), tags: ['order/1', 'vip'] })
  expect(tagged.tags).toEqual(['order/1', 'vip'])
  await svix.message.create(app, { ...message(2), tags: ['order/2'] })
  await svix.message.create(app, message(3))
  await become(() => got().toSorted(), [1, 2, 3])
  const ids = async (list: Promise<{ data: { id: string }[] }>) =>
    (await list).data.map(({ id }) => id)
  const tag = 'vip'
  expect(await ids(svix.message.list(app, { tag }))).toEqual([tagged.id])
  await become(
    async () =>
      (await svix.messageAttempt.listByEndpoint(app, endpoint, { tag })).data.map(
        ({ msgId }) => msgId,
      ),
    [tagged.id],
  )
  expect(await ids(svix.messageAttempt.listAttemptedMessages(app, endpoint, { tag }))).toEqual([
    tagged.id,
  ])
})

test('[WH-11] payloadRetentionHours erases a payload after so many hours', async () => {
  const { app, got } = await place()
  const { id } = await svix.message.create(app, { ...message(1), payloadRetentionHours: 2 })
  await become(got, [1])
  fixture.clock.advance(2 * 3_600_000 - 1000)
  expect((await svix.message.get(app, id, { withContent: true })).payload).toEqual({ n: 1 })
  fixture.clock.advance(2000)
  expect((await svix.message.get(app, id, { withContent: true })).payload).toEqual({
    expired: true,
  })
})
