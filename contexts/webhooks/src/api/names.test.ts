import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

const url = 'https://a.example/'

/** What is named by those who call, and that is then a part of addresses. */
const named = {
  'an application': (uid: string) => fixture.org.application.create({ body: { name: 'A', uid } }),
  'an endpoint': async (uid: string) => {
    const { id: app_id } = await fixture.org.application.create({ body: { name: 'A' } })
    return fixture.org.endpoint.create({ app_id, body: { url, uid } })
  },
  'a message': async (eventId: string) => {
    const { id: app_id } = await fixture.org.application.create({ body: { name: 'A' } })
    return fixture.org.message.create({ app_id, body: { eventType: 'a', eventId, payload: {} } })
  },
  'an event type': (name: string) =>
    fixture.org.eventType.create({ body: { name, description: 'A' } }),
}
const traps = [
  '.',
  '..',
  '',
  '/',
  'a/b',
  'a\\b',
  '%2e%2e',
  '..;',
  'a?b',
  'a#b',
  ' ',
  'a\n',
  '\u2024',
]

test.each(Object.entries(named))(
  '[WH-17] %s is not named what an address resolves',
  async (_, make) => {
    for (const name of traps)
      expect(await refusal(make(name)), JSON.stringify(name)).toMatchObject({ status: 422 })
    for (const name of ['...', '.a', 'a..', '-', '_', 'stats', 'usage', 'import', 'schema'])
      await make(name)
  },
)

test('[WH-17] what is named like a part of a path is found by its name', async () => {
  const { org } = fixture
  for (const uid of ['msg', 'endpoint', 'attempt']) {
    const app = await org.application.create({ body: { name: uid, uid } })
    expect(await org.application.get({ app_id: uid })).toEqual(app)
    const endpoint = await org.endpoint.create({ app_id: uid, body: { url, uid } })
    expect(await org.endpoint.get({ app_id: uid, endpoint_id: uid })).toEqual(endpoint)
  }
  await org.application.update({ app_id: 'stats', body: { name: 'A', uid: 'stats' } })
  await org.eventType.update({ event_type_name: 'import', body: { description: 'A' } })
  expect(await org.application.get({ app_id: 'stats' })).toMatchObject({ uid: 'stats' })
  expect(await org.eventType.get({ event_type_name: 'import' })).toMatchObject({ name: 'import' })
  // Others take these names, too.
  await org.application.delete({ app_id: 'stats' })
  await org.eventType.delete({ event_type_name: 'import', query: { expunge: true } })
})

test('[WH-17] PUT creates nothing under such a name either', async () => {
  const app = JSON.stringify({ name: 'A', uid: '..' })
  expect((await fixture.raw('PUT', '/app/new-one', app)).status).toBe(422)
})
