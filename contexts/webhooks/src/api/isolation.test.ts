import { type Operation, operationsOf } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

type Ids = Record<string, string>
type Given = { readonly token: string; readonly ids: Ids }

let fixture: WebhooksFixture
/** Two applications of one organisation and one of another, each with one of everything. */
let mine: Given
let sibling: Given
let foreign: Given
/** A token of the sibling. */
let portal: string

const absent: Ids = {
  app_id: id('app', 0),
  endpoint_id: id('ep', Date.now()),
  msg_id: id('msg', Date.now()),
  attempt_id: id('atmpt', Date.now()),
  event_type_name: 'absent.type',
  integ_id: id('integ', Date.now()),
  task_id: id('qtask', Date.now()),
  transformation_template_id: id('trtmpl', Date.now()),
  operational_id: id('ep', Date.now()),
  sink_id: id('poll', Date.now()),
}

const template = (name: string) => ({
  ...{ name, description: '', kind: 'Custom', filterTypes: null, instructionsLink: null },
  ...{ logo: 'https://a.example/a.png', instructions: '' },
  transformation: 'function handler(webhook) { return webhook }',
})

const range = () => ({
  since: new Date(Date.now() - 60_000).toISOString(),
  until: new Date(Date.now()).toISOString(),
})

/** Queries that pass validation; none for all others. */
const queries: Record<string, Record<string, string>> = {
  'application.getStats': range(),
  'application.getUsageStats': range(),
}

/** Bodies that pass validation; `{}` for all others. */
const bodies: Record<string, object> = {
  'application.create': { name: 'Made' },
  'application.update': { name: 'Taken over' },
  'authentication.exchangeOneTimeToken': { oneTimeToken: 'ott_x' },
  'endpoint.create': { url: 'https://a.example' },
  'endpoint.update': { url: 'https://a.example' },
  'endpoint.updateHeaders': { headers: { a: 'b' } },
  'endpoint.patchHeaders': { headers: { a: 'b' } },
  'endpoint.sendExample': { eventType: 'type.a' },
  'endpoint.recover': { since: new Date().toISOString() },
  'endpoint.replayMissing': { since: new Date().toISOString() },
  'endpoint.replay': { since: new Date().toISOString() },
  'endpoint.bulkReplay': { since: new Date().toISOString() },
  'endpoint.simulateTransformation': {
    ...{ eventType: 'type.a', payload: {}, code: 'function handler(webhook) { return webhook }' },
    channels: ['a'],
  },
  'environment.import': { version: 1, createdAt: new Date().toISOString() },
  'eventType.create': { name: 'type.made', description: '' },
  'eventType.importOpenapi': { spec: {} },
  'eventType.update': { description: 'Taken over' },
  'integration.create': { name: 'Taken over' },
  'integration.update': { name: 'Taken over' },
  'message.precheck': { eventType: 'type.a' },
  'messagePoller.consumerSeek': { after: new Date(0).toISOString() },
  'operationalWebhookEndpoint.create': { url: 'https://a.example' },
  'operationalWebhookEndpoint.update': { url: 'https://a.example' },
  'operationalWebhookEndpoint.updateHeaders': { headers: { a: 'b' } },
  'message.broadcast': { eventType: 'type.a', payload: {} },
  'message.testAttempt': { eventType: 'type.a', payload: {} },
  'statistics.aggregateAppStats': range(),
  'message.create': { eventType: 'type.a', payload: {} },
  'transformationTemplate.create': template('Made'),
  'transformationTemplate.simulate': {
    ...{ eventType: 'type.a', payload: {}, channels: ['a'] },
    code: 'function handler(webhook) { return webhook }',
  },
  'transformationTemplate.update': template('Taken over'),
}

const call = async (
  { name, operation }: { name: string; operation: Operation },
  token: string,
  ids: Ids,
) => {
  // Their endpoints are others than those of applications.
  const keyOf = (key: string) =>
    name.startsWith('operational') && key === 'endpoint_id' ? 'operational_id' : key
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, key: string) => ids[keyOf(key)] ?? 'unknown',
  )
  const { statusCode, body: text } = await fixture.app.inject({
    ...{ method: operation.method, url: `/api/v1${path}`, query: queries[name] ?? {} },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(operation.body && { payload: JSON.stringify(bodies[name] ?? {}) }),
  })
  return { status: statusCode, text }
}

async function post(token: string, path: string, body: object): Promise<Record<string, string>> {
  const answer = await fixture.app.inject({
    ...{ method: 'POST', url: `/api/v1${path}`, payload: JSON.stringify(body) },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  return answer.statusCode < 300 ? JSON.parse(answer.body || '{}') : {}
}

/** One of everything. Texts hold the mark, to be looked for in what others are answered. */
async function everything(token: string, mark: string): Promise<Given> {
  const org = fixture.as(token)
  const app = await org.application.create({ body: { name: mark, uid: `uid-${mark}` } })
  const url = `${fixture.target.url}${mark}`
  const endpoint = await org.endpoint.create({ app_id: app.id, body: { url, description: mark } })
  await org.eventType.create({ body: { name: `type.${mark}`, description: mark } })
  const body = { eventType: `type.${mark}`, payload: { mark } }
  const msg = await org.message.create({ app_id: app.id, body })
  const at = { app_id: app.id, msg_id: msg.id }
  const attempts = async () => (await org.messageAttempt.listByMsg(at)).data
  await until('the attempt is recorded', async () => (await attempts()).length > 0)
  const integration = await post(token, `/app/${app.id}/integration/`, { name: mark })
  const stored = await post(token, '/transformation-template/', template(mark))
  const operational = await post(token, '/operational-webhook/endpoint', { url })
  const poller = await post(token, `/app/${app.id}/polling-endpoint`, { description: mark })
  const since = new Date(fixture.clock() - 1000).toISOString()
  const task = await post(token, `/app/${app.id}/endpoint/${endpoint.id}/recover/`, { since })
  return {
    token,
    ids: {
      ...{ ...at, endpoint_id: endpoint.id, attempt_id: (await attempts())[0]?.id ?? '' },
      event_type_name: `type.${mark}`,
      integ_id: integration.id ?? '',
      transformation_template_id: stored.id ?? '',
      task_id: task.id ?? '',
      operational_id: operational.id ?? '',
      sink_id: poller.id ?? '',
      consumer_id: mark,
    },
  }
}

beforeAll(async () => {
  fixture = await webhooksFixture()
  // Else every token of an application is refused before anybody looks whose the integration is.
  await fixture.org.environment.import({
    body: { settings: { enforceHttps: false, enableIntegrationManagement: true } },
  })
  mine = await everything(fixture.orgToken, 'mine')
  sibling = await everything(fixture.orgToken, 'sibling')
  foreign = await everything(await tokenOf({ sub: id('org', Date.now()) }), 'foreign')
})
beforeEach(async () => {
  // One of the operations has ended all earlier ones.
  fixture.clock.advance(1)
  const app_id = sibling.ids.app_id ?? ''
  portal = (await fixture.org.authentication.dashboardAccess({ app_id })).token
})
afterAll(() => fixture.close())

const rows = operationsOf(contract)
const named = rows.filter(({ operation }) => operation.path.includes('{'))
const table = (list: typeof rows) => list.map((row) => [row.name, row] as const)
const within = (operation: Operation) => operation.path.includes('{app_id}/')

/** What no call of others may change. */
const stateOf = async ({ ids }: Given) => {
  const app = ids.app_id
  const text = await fixture.rows(sql`
    select (select to_jsonb(a) - 'routes' from webhooks.application a where id = ${app}) app,
      (select jsonb_agg(to_jsonb(e)) from webhooks.endpoint e where app_id = ${app}) endpoints,
      (select jsonb_agg(to_jsonb(m)) from webhooks.message m where app_id = ${app}) messages,
      (select count(*) from webhooks.delivery where app_id = ${app}) deliveries,
      (select jsonb_agg(to_jsonb(a)) from webhooks.attempt a where app_id = ${app}) attempts,
      (select to_jsonb(t) from webhooks.event_type t
        where name = ${ids.event_type_name ?? ''} and org_id = ${fixture.orgId}) event_type`)
  return JSON.stringify(text)
}

/** The answer with made-up names of its own taken out. */
const same = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? { status } : { status, text }

describe('what belongs to others is not there', () => {
  test.each(table(named))('[WH-01] %s for another organisation', async (_, row) => {
    const before = await stateOf(mine)
    const answer = await call(row, foreign.token, mine.ids)
    expect(same(answer)).toEqual(same(await call(row, foreign.token, absent)))
    expect(answer.text).not.toContain('"mine"')
    expect(answer.status, `give ${row.name} what is valid`).not.toBe(422)
    expect(await stateOf(mine)).toBe(before)
  })

  test.each(table(named.filter(({ operation }) => within(operation))))(
    '[WH-01] %s in one’s own application, for another’s object',
    async (_, row) => {
      for (const [one, other] of [
        [foreign, mine],
        [sibling, mine],
      ] as const) {
        const before = await stateOf(mine)
        const own = { app_id: one.ids.app_id ?? '' }
        const answer = await call(row, one.token, { ...other.ids, ...own })
        expect(same(answer)).toEqual(same(await call(row, one.token, { ...absent, ...own })))
        expect(answer.text).not.toContain('"mine"')
        expect(await stateOf(mine)).toBe(before)
      }
    },
  )

  test.each(table(named))('[WH-01] %s for the token of another application', async (_, row) => {
    const { access, path } = row.operation
    const answer = await call(row, portal, mine.ids)
    if (access === 'organisation') expect(answer.status).toBe(403)
    else if (path.includes('{app_id}')) {
      expect(answer).toMatchObject({ status: 404 })
      expect(same(answer)).toEqual(same(await call(row, portal, absent)))
    }
    const uid = await call(row, portal, { ...mine.ids, app_id: 'uid-mine' })
    expect(same(uid)).toEqual(same(answer))
  })
})

test.each(table(rows.filter(({ operation }) => operation.access === 'organisation')))(
  '[WH-01] 403 for %s with the token of an application',
  async (_, row) => {
    expect(await call(row, portal, sibling.ids), `or ${row.name} needs what is valid`).toEqual({
      status: 403,
      text: '{"code":"insufficient access","detail":"Insufficient access for the given operation."}',
    })
  },
)

test.each(table(named.filter(({ operation }) => operation.method === 'GET')))(
  '[WH-01] 200 for %s with one’s own ids',
  async (_, row) => {
    expect((await call(row, mine.token, mine.ids)).status).toBe(200)
  },
)
