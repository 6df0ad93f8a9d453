import { id } from '@countersign/kit/ids'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenOf, until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'
import { pageSize } from './step.ts'
import { countTypes } from './usage.store.ts'

// What happens at the border of two pages of a task.
let fixture: WebhooksFixture
let app_id: string
let endpoint_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
  const body = { url: fixture.target.url, filterTypes: null }
  endpoint_id = (await fixture.org.endpoint.create({ app_id, body })).id
})
afterAll(() => fixture.close())

const ended = async (org: WebhooksFixture['org'], task_id: string) => {
  const task = () => org.backgroundTask.get({ task_id })
  await until('the task has ended', async () => (await task()).status !== 'running')
  return (await task()).data
}
const since = () => new Date(fixture.clock() - 3_600_000).toISOString()

/** More than a page of messages, oldest first, in the application. */
async function messages(count: number) {
  const from = fixture.clock() - 60_000
  const made = Array.from({ length: count }, (_, i) => id('msg', from + i))
  await fixture.rows(sql`insert into webhooks.message
      (org_id, app_id, id, event_type, payload, expires_at, created_at)
    select ${fixture.orgId}, ${app_id}, m.id, 'wanted', '{"n":1}', now() + interval '9 days',
      to_timestamp((${from} + m.place - 1) / 1000.0)
    from unnest(${made}::text[]) with ordinality as m(id, place)`)
  return made
}
const failed = (count: number) =>
  messages(count).then(async (made) => {
    await fixture.rows(sql`insert into webhooks.delivery
        (org_id, app_id, msg_id, endpoint_id, status, attempts, created_at)
      select org_id, app_id, id, ${endpoint_id}, 2, 2, created_at from webhooks.message
      where app_id = ${app_id}`)
    return made
  })
const deliveries = <Row>(what: RawBuilder<unknown>, group = sql``) =>
  fixture.rows<Row>(sql<Row>`select ${what} from webhooks.delivery
    where app_id = ${app_id} and endpoint_id = ${endpoint_id} ${group}`)

test('[WH-05] recover goes on past a page with messages that are asked for already', async () => {
  const made = await failed(pageSize + 20)
  const asked = made.slice(0, 30)
  await fixture.rows(sql`update webhooks.delivery set manual = true,
    claimable_at = 'infinity' where msg_id = any(${asked})`)
  const body = { since: since() }
  const { id: task } = await fixture.org.endpoint.recover({ app_id, endpoint_id, body })
  expect(await ended(fixture.org, task)).toEqual({ messagesSent: made.length - asked.length })
})

test('[WH-05] recover leaves out what has lost its payload by age, before any job came by', async () => {
  const made = await failed(10)
  await fixture.rows(sql`update webhooks.message set expires_at = ${new Date(fixture.clock())}
    where id = any(${made.slice(0, 4)})`)
  expect((await fixture.org.endpoint.getStats({ app_id, endpoint_id })).recoverable).toBe(6)
  const body = { since: since() }
  const { id: task } = await fixture.org.endpoint.recover({ app_id, endpoint_id, body })
  expect(await ended(fixture.org, task)).toEqual({ messagesSent: 6 })
  await until('they are delivered', async () => {
    const { success } = await fixture.org.endpoint.getStats({ app_id, endpoint_id })
    return success === 6
  })
  const untouched = await deliveries<{ msg_id: string }>(
    sql`msg_id`,
    sql`and status = 2 and not manual and claimable_at is null order by msg_id`,
  )
  expect(untouched.map(({ msg_id }) => msg_id)).toEqual(made.slice(0, 4))
})

test('[WH-05] recover spaces what it asks for over time, across its pages', async () => {
  const made = await failed(2 * pageSize + 1)
  const body = { since: since() }
  const { id: task } = await fixture.org.endpoint.recover({ app_id, endpoint_id, body })
  expect(await ended(fixture.org, task)).toEqual({ messagesSent: made.length })
  // A hundred every 200 ms. The clock stands still, so of all but the first hundred none is begun.
  const due = await deliveries<{ msg_id: string; in: number }>(
    sql`msg_id, extract(epoch from claimable_at)::float8 * 1000 - ${fixture.clock()}::float8 as in`,
  )
  const inMs = new Map(due.map((row) => [row.msg_id, Math.round(row.in)]))
  expect(made.slice(100).map((msgId) => inMs.get(msgId))).toEqual(
    made.slice(100).map((_, i) => 200 * (1 + Math.floor(i / 100))),
  )
})

test('[WH-05] replay goes on past a page with messages that the endpoint does not want', async () => {
  const made = await messages(pageSize + 20)
  await fixture.rows(sql`update webhooks.message set event_type = 'unwanted'
    where id = any(${made.slice(0, 30)})`)
  for (const name of ['wanted', 'unwanted'])
    await fixture.org.eventType.create({ body: { name, description: '' } })
  await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { filterTypes: ['wanted'] } })
  const body = { since: since() }
  const { id: task } = await fixture.org.endpoint.replay({ app_id, endpoint_id, body })
  expect(await ended(fixture.org, task)).toEqual({ messagesSent: made.length - 30 })
})

test('[WH-10] broadcast goes on past a page with an application that has the eventId', async () => {
  // Large payloads make small pages: of this one, nine applications.
  const payload = { text: 'x'.repeat(900_000) }
  const org = fixture.as(await tokenOf({ sub: id('org', fixture.clock()) }))
  const apps: string[] = []
  for (let i = 0; i < 12; i++)
    apps.push((await org.application.create({ body: { name: `App ${i}` } })).id)
  const used = { eventType: 'news', eventId: 'used', payload: {} }
  await org.message.create({ app_id: apps[0] ?? '', body: used })
  fixture.clock.advance(10)
  const started = await org.message.broadcast({
    body: { eventType: 'news', eventId: 'used', payload },
  })
  const data = await ended(org, started.id)
  const { messagesCreated } = data as { messagesCreated: { appId: string }[] }
  expect(messagesCreated.map(({ appId }) => appId).sort()).toEqual(apps.slice(1).sort())
})

test('[WH-05] what a replay would send is counted no further than ten thousand', async () => {
  const made = await messages(12_500)
  await fixture.rows(sql`update webhooks.message set channels = '{other}'
    where id = any(${made.slice(0, 100)})`)
  await fixture.org.endpoint.patch({ app_id, endpoint_id, body: { channels: ['ours'] } })
  await fixture.rows(sql`update webhooks.message set channels = '{ours}'
    where id = any(${made.slice(100)})`)
  const query = { since: since() }
  const counted = await fixture.org.portal.missing({ app_id, endpoint_id, query })
  expect(counted).toEqual({ count: 10_000, isWhole: false })
})

test('[WH-10] a page of messages is counted by type, with its end and its length', async () => {
  const made = await messages(5)
  await fixture.rows(sql`update webhooks.message set event_type = 'rare' where id = ${made[1]}`)
  const key = { orgId: fixture.orgId, id: app_id }
  const until = new Date(fixture.clock())
  const count = (after: string) =>
    fixture.database.withTenant(fixture.orgId, (tx) =>
      countTypes(tx, key, { after, until, limit: 3 }),
    )
  const first = await count('')
  expect(first.types.map(({ type, count }) => [type, count]).toSorted()).toEqual([
    ['rare', 1],
    ['wanted', 2],
  ])
  expect(first).toMatchObject({ last: made[2], seen: 3 })
  expect(await count(made[2] ?? '')).toMatchObject({ last: made[4], seen: 2 })
  expect(await count(made[4] ?? '')).toEqual({ types: [], last: undefined, seen: 0 })
})
