import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture({
    quotas: { endpoints: 3, integrations: 2, creationsPerMinute: 6, examplesPerMinute: 2 },
  })
})
afterAll(() => fixture.close())

const newApp = async () => (await fixture.org.application.create({ body: { name: 'App' } })).id
const nextMinute = () => fixture.clock.advance(60_000)
const add = (app_id: string) =>
  fixture.org.endpoint.create({ app_id, body: { url: fixture.target.url } })
const retryAfter = async (path: string, body: object) => {
  const { status, headers, text } = await fixture.raw('POST', path, JSON.stringify(body))
  return [status, Number(headers['retry-after']), JSON.parse(text).code]
}

test('[T22] an application has only so many endpoints, also when they are created at once', async () => {
  const app_id = await newApp()
  const made = await Promise.allSettled([1, 2, 3, 4, 5].map(() => add(app_id)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const { data } = await fixture.org.endpoint.list({ app_id })
  expect(data).toHaveLength(3)
  nextMinute()
  expect(await retryAfter(`/app/${app_id}/endpoint/`, { url: fixture.target.url })).toEqual([
    ...[429, 3600, 'quota_exceeded'],
  ])
  expect(
    await refusal(
      fixture.org.endpoint.update({
        ...{ app_id, endpoint_id: 'new' },
        body: { url: fixture.target.url, uid: 'new' },
      }),
    ),
  ).toMatchObject({ status: 429 })
  await fixture.org.endpoint.delete({ app_id, endpoint_id: data[0]?.id ?? '' })
  await add(app_id)
  // Another application has its own.
  await add(await newApp())
})

test('[T22] an application has only so many integrations', async () => {
  const app_id = await newApp()
  const create = (name: string) => fixture.org.integration.create({ app_id, body: { name } })
  await create('a')
  await create('b')
  expect(await refusal(create('c'))).toMatchObject({
    status: 429,
    body: { code: 'quota_exceeded' },
  })
})

test('[T22] creations are counted by the minute, whether or not they are deleted again', async () => {
  const app_id = await newApp()
  for (let i = 0; i < 6; i++) {
    const { id: endpoint_id } = await add(app_id)
    await fixture.org.endpoint.delete({ app_id, endpoint_id })
  }
  fixture.clock.advance(20_000)
  const body = { url: fixture.target.url }
  expect(await retryAfter(`/app/${app_id}/endpoint/`, body)).toEqual([429, 40, 'quota_exceeded'])
  await add(await newApp())
  nextMinute()
  await add(app_id)
})

test('[T22] examples and test messages are counted by the minute', async () => {
  const app_id = await newApp()
  const { id: endpoint_id } = await add(app_id)
  const at = { app_id, endpoint_id }
  const example = () =>
    fixture.org.endpoint.sendExample({ ...at, body: { eventType: 'svix.ping' } })
  await example()
  await fixture.org.message.testAttempt({ ...at, body: { eventType: 'x', payload: {} } })
  expect(await refusal(example())).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } })
  expect(
    await refusal(
      fixture.org.message.testAttempt({ ...at, body: { eventType: 'x', payload: {} } }),
    ),
  ).toMatchObject({ status: 429 })
  nextMinute()
  await example()
})

test('[WH-15] 401 says so when the signing secret is sent in place of a token', async () => {
  const { status, body } = await refusal(
    fixture.as('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD').application.list({}),
  )
  expect([status, body]).toEqual([
    401,
    { code: 'authentication_failed', detail: expect.stringContaining('signing secret') },
  ])
})
