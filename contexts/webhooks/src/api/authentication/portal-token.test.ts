import { type Operation, operationsOf } from '@countersign/contracts'
import { type Capability, webhooks as contract } from '@countersign/contracts/webhooks'
import { refusal } from '@countersign/kit/testing'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
let app_id: string
let endpoint_id: string
beforeAll(async () => {
  fixture = await webhooksFixture({ oneTimeLinks: true })
  org = fixture.org
  app_id = (await org.application.create({ body: { name: 'App', uid: 'app-uid' } })).id
  const body = { url: fixture.target.url, headers: { 'x-tenant': 'hidden-value' } }
  endpoint_id = (await org.endpoint.create({ app_id, body })).id
})
// A token of the second in which all were ended would be over, too.
beforeEach(() => fixture.clock.advance(1000))
afterAll(() => fixture.close())

type Access = Parameters<typeof org.authentication.appPortalAccess>[0]['body']
const open = async (body: Access = {}) =>
  (await org.authentication.appPortalAccess({ app_id, body })).token
const works = (token: string) =>
  fixture
    .as(token)
    .endpoint.list({ app_id })
    .then(
      () => true,
      () => false,
    )
const statusOf = async (
  token: string,
  url: string,
  method: Operation['method'] = 'GET',
  body?: unknown,
) => {
  const answer = await fixture.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
const denied = {
  status: 403,
  body: { code: 'insufficient access', detail: 'Insufficient access for the given operation.' },
}

/** What each capability opens, written from the design and not from the table in the code. */
const opens: Readonly<Record<string, string>> = {
  ViewBase: `application.get application.getStats endpoint.list endpoint.get endpoint.getStats
    endpoint.getTransformation endpoint.getHeaders environment.getSettings eventType.list eventType.get
    eventType.generateExample message.list message.get message.getRawPayload
    messageAttempt.listByEndpoint messageAttempt.listByMsg messageAttempt.listAttemptedMessages
    messageAttempt.listAttemptedDestinations messageAttempt.get messageAttempt.getHeaders
    messageAttempt.listByMsgDeprecated messageAttempt.listByEndpointDeprecated
    statistics.appAttempts statistics.endpointAttempts transformationTemplate.list
    transformationTemplate.get integration.list integration.get portal.session portal.failing portal.tasks portal.missing
    authentication.whoami
    endpoint.listHeldKeys message.listScheduled
    messagePoller.poll pollingEndpoint.list pollingEndpoint.get
    authentication.logout`,
  ViewEndpointSecret: 'endpoint.getSecret authentication.getPollerToken',
  ManageEndpointSecret: `endpoint.getSecret endpoint.rotateSecret authentication.getPollerToken
    authentication.rotatePollerToken`,
  CreateAttempts: `messageAttempt.resend messageAttempt.skip message.sendNow message.cancel endpoint.recover endpoint.replay endpoint.bulkReplay
    endpoint.sendExample message.testAttempt`,
  ManageTransformations: 'endpoint.patchTransformation endpoint.simulateTransformation',
  ManageEndpoint: `endpoint.create endpoint.update endpoint.patch endpoint.delete
    endpoint.updateHeaders endpoint.patchHeaders endpoint.getSecret endpoint.rotateSecret
    authentication.getPollerToken authentication.rotatePollerToken pollingEndpoint.create
    pollingEndpoint.delete messagePoller.consumerPoll messagePoller.consumerSeek
    messageAttempt.resend messageAttempt.skip message.sendNow message.cancel
    endpoint.recover endpoint.replay endpoint.bulkReplay
    endpoint.sendExample message.testAttempt endpoint.patchTransformation endpoint.simulateTransformation`,
}
const wordsOf = (text: string | undefined) => text?.split(/\s+/) ?? []
const named = Object.keys(opens) as Capability[]
const integrations = ['create', 'update', 'delete', 'getKey', 'rotateKey'].map(
  (verb) => `integration.${verb}`,
)
const mayOpen = (held: readonly string[]) =>
  new Set([
    ...wordsOf(opens.ViewBase),
    ...held.flatMap((one) => wordsOf(opens[one])),
    ...(named.every((one) => held.includes(one)) ? integrations : []),
  ])
/** Refused where the settings let applications only read. */
const changes = new Set([
  ...wordsOf(opens.ManageEndpoint),
  ...[...integrations, 'endpoint.rotateSecret'],
])
for (const one of [
  'authentication.getPollerToken',
  'endpoint.getSecret',
  'endpoint.simulateTransformation',
  'integration.getKey',
  'messagePoller.consumerPoll',
])
  changes.delete(one)

const bodies: Readonly<Record<string, unknown>> = {
  'authentication.rotatePollerToken': {},
  'messagePoller.consumerSeek': { after: new Date(0).toISOString() },
  'pollingEndpoint.create': {},
  'endpoint.create': { url: 'https://a.example/' },
  'endpoint.update': { url: 'https://a.example/' },
  'endpoint.patch': {},
  'endpoint.updateHeaders': { headers: {} },
  'endpoint.patchHeaders': { headers: {} },
  'endpoint.rotateSecret': {},
  'endpoint.recover': { since: new Date(Date.now() - 3_600_000).toISOString() },
  'endpoint.replay': { since: new Date(Date.now() - 3_600_000).toISOString() },
  'endpoint.bulkReplay': { since: new Date(Date.now() - 3_600_000).toISOString() },
  'endpoint.sendExample': { eventType: 'svix.ping' },
  'endpoint.patchTransformation': {},
  'endpoint.simulateTransformation': {
    code: 'function handler(webhook) { return webhook }',
    eventType: 'a',
    payload: {},
  },
  'eventType.generateExample': { schema: {} },
  'integration.create': { name: 'n' },
  'integration.update': { name: 'n' },
  'message.testAttempt': { eventType: 'a', payload: {} },
}
const forApplications = operationsOf(contract).filter(
  ({ operation: { access } }) => access === 'application' || access === 'portal',
)

/** The operations that this token is not refused. Everything but the application is made up. */
async function opened(token: string): Promise<string[]> {
  const names: string[] = []
  // Signing out comes last.
  const isLast = ({ name }: { name: string }) => Number(name === 'authentication.logout')
  for (const { name, operation } of forApplications.toSorted((a, b) => isLast(a) - isLast(b))) {
    const url = operation.path.replace('{app_id}', app_id).replaceAll(/\{\w+\}/g, 'none')
    const answer = await statusOf(token, url, operation.method, bodies[name])
    if (answer.status === 403) expect([name, answer]).toEqual([name, denied])
    else names.push(name)
    // Of a request that is no good nothing would be learnt.
    expect([415, 422], name).not.toContain(answer.status)
  }
  return names.toSorted()
}
const settings = (given: object) =>
  org.environment.import({
    body: { settings: { enforceHttps: false, enableTransformations: true, ...given } },
  })

describe('capabilities', () => {
  test('[WH-01] [T4] every operation that is open to applications is in the oracle', () => {
    const all = mayOpen(named)
    expect(forApplications.map(({ name }) => name).toSorted()).toEqual([...all].toSorted())
  })

  const cases: [string, Access, Capability[]][] = [
    ['no list', {}, named],
    ...named.map((one): [string, Access, Capability[]] => [one, { capabilities: [one] }, [one]]),
    ['all six', { capabilities: named }, named],
    ['readOnly beside others', { readOnly: true, capabilities: ['ManageEndpoint'] }, []],
    ['null', { readOnly: null, capabilities: null, expiry: null, sessionId: null }, named],
  ]
  test.each(cases)(
    '[WH-01] [T4] %s opens what it should, and nothing else',
    async (_, body, held) => {
      await settings({ enableIntegrationManagement: true })
      const token = await open(body)
      expect(await opened(token)).toEqual([...mayOpen(held)].toSorted())
    },
  )

  test.each([
    ['broken JSON', 'application/json', '{'],
    ['no content type', undefined, '{}'],
    ['fields of a wrong type', 'application/json', '{"url":1}'],
  ])(
    '[WH-01] [T4] 403 comes before whatever is wrong with the body: %s',
    async (_, type, payload) => {
      const readOnly = await open({ capabilities: ['ViewBase'] })
      const key = `Bearer ${readOnly}`
      const post = (url: string) =>
        fixture.app.inject({
          ...{ method: 'POST', url: `/api/v1${url}`, payload },
          headers: { authorization: key, ...(type && { 'content-type': type }) },
        })
      // One that needs a capability, and one of the organisation.
      for (const url of [`/app/${app_id}/endpoint`, '/app']) {
        const answer = await post(url)
        expect({ status: answer.statusCode, body: answer.json() }).toEqual(denied)
      }
    },
  )

  test('[WH-01] [T4] settings narrow every token further', async () => {
    await settings({ enableIntegrationManagement: true, readOnly: true })
    const reading = [...mayOpen(named)].filter((name) => !changes.has(name)).toSorted()
    expect(await opened(await open())).toEqual(reading)
    await settings({ enableTransformations: false })
    const without = [...mayOpen(named)].filter((name) => !name.startsWith('integration.'))
    expect(await opened(await open())).toEqual(
      without.filter((name) => !/ransformation$/.test(name)).toSorted(),
    )
    // An organisation that gave no settings has the same default: keys outlive those who make them.
    const fresh = fixture.as(await tokenOf({ sub: 'org_nosettings' }))
    const { id } = await fresh.application.create({ body: { name: 'A' } })
    const { token } = await fresh.authentication.appPortalAccess({ app_id: id, body: {} })
    const made = fixture.as(token).integration.create({ app_id: id, body: { name: 'n' } })
    expect(await refusal(made)).toEqual(denied)
    await fixture
      .as(token)
      .endpoint.create({ app_id: id, body: { url: fixture.target.url, channels: ['a'] } })
  })

  test('[WH-01] channels that are switched off are 422 for applications, and free for the organisation', async () => {
    await settings({ enableChannels: false })
    const body = { url: fixture.target.url, channels: ['a'] }
    const portal = fixture.as(await open())
    for (const work of [
      () => portal.endpoint.create({ app_id, body }),
      () => portal.endpoint.update({ app_id, endpoint_id, body }),
      () => portal.endpoint.patch({ app_id, endpoint_id, body: { channels: ['a'] } }),
    ])
      expect(await refusal(work())).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'channels'] }] },
      })
    await portal.endpoint.patch({ app_id, endpoint_id, body: { channels: null } })
    await org.endpoint.create({ app_id, body })
    await settings({ enableChannels: true })
    await portal.endpoint.create({ app_id, body })
  })

  test('[WH-01] [T4] without ManageEndpoint no value of a header is shown, of endpoints and of attempts', async () => {
    await org.eventType.create({ body: { name: 'seen', description: '' } })
    const { id: msg_id } = await org.message.create({
      app_id,
      body: { eventType: 'seen', payload: {} },
    })
    const attempts = async () =>
      (await org.messageAttempt.listByMsg({ app_id, msg_id })).data.filter(
        ({ endpointId }) => endpointId === endpoint_id,
      )
    while ((await attempts()).length === 0) await new Promise((next) => setImmediate(next))
    const attempt_id = (await attempts())[0]?.id ?? ''
    const read = async (token: string) => {
      const api = fixture.as(token)
      return [
        await api.endpoint.getHeaders({ app_id, endpoint_id }),
        await api.messageAttempt.getHeaders({ app_id, msg_id, attempt_id }),
      ] as const
    }
    const [shown, sent] = await read(await open())
    expect(shown).toEqual({ headers: { 'x-tenant': 'hidden-value' }, sensitive: [] })
    // No attempt keeps a value of a custom header.
    expect(Object.keys(sent.sentHeaders)).toContain('webhook-signature')
    expect(sent.sensitive).toContain('x-tenant')
    expect(JSON.stringify(sent)).not.toContain('hidden-value')
    const hidden = await read(await open({ capabilities: ['CreateAttempts'] }))
    expect(hidden[0]).toEqual({ headers: {}, sensitive: ['x-tenant'] })
    expect(hidden[1].sentHeaders).toEqual({})
    expect(hidden[1].sensitive).toEqual(expect.arrayContaining(['x-tenant', 'webhook-signature']))
    expect(JSON.stringify(hidden)).not.toContain('hidden-value')
  })

  test.each([
    [{ capabilities: [] }, 'capabilities'],
    [{ capabilities: ['ViewBase', 'Everything'] }, 'capabilities'],
    [{ capabilities: ['ViewBase', 'ViewBase'] }, 'capabilities'],
    [{ capabilities: 'ViewBase' }, 'capabilities'],
    [{ readOnly: 'yes' }, 'readOnly'],
    [{ expiry: 3599 }, 'expiry'],
    [{ expiry: 604_801 }, 'expiry'],
    [{ expiry: 3600.5 }, 'expiry'],
    [{ sessionId: '' }, 'sessionId'],
    [{ sessionId: 'a'.repeat(65) }, 'sessionId'],
    [{ sessionId: 'a b' }, 'sessionId'],
    [{ application: { uid: 'app-uid' } }, 'application'],
  ])('[WH-01] 422 for %j', async (body, field) => {
    const answer = await fixture.raw(
      'POST',
      `/auth/app-portal-access/${app_id}`,
      JSON.stringify(body),
    )
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.text).detail[0].loc.slice(0, 2)).toEqual(['body', field])
  })
})

describe('expiry and sessions', () => {
  test('[WH-01] a token is valid for as long as was asked, and says so', async () => {
    const token = await open({ expiry: 3600, sessionId: 's@1_-' })
    const { exp = 0, iat = 0, sid } = decodeJwt(token)
    expect([exp - Math.floor(iat), sid]).toEqual([3600, 's@1_-'])
    fixture.clock.advance(exp * 1000 - fixture.clock() - 1)
    expect(await works(token)).toBe(true)
    fixture.clock.advance(1)
    expect(await works(token)).toBe(false)
  })

  test('[WH-01] [T3] expire-all of a session ends its tokens, and no others; later ones work', async () => {
    const [mine, theirs, none] = [
      await open({ sessionId: 'mine' }),
      await open({ sessionId: 'theirs' }),
      await open(),
    ]
    const other = await org.application.create({ body: { name: 'Other' } })
    const elsewhere = (
      await org.authentication.appPortalAccess({ app_id: other.id, body: { sessionId: 'mine' } })
    ).token
    await Promise.all([
      org.authentication.expireAll({ app_id, body: { sessionIds: ['mine', 'mine', 'unknown'] } }),
      org.authentication.expireAll({ app_id, body: { sessionIds: ['mine'], expiry: 50 } }),
    ])
    expect(await Promise.all([mine, theirs, none].map(works))).toEqual([false, true, true])
    await fixture.as(elsewhere).endpoint.list({ app_id: other.id })
    fixture.clock.advance(1)
    const again = await open({ sessionId: 'mine' })
    expect(await works(again)).toBe(true)
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['theirs'], expiry: 10 } })
    expect(await works(theirs)).toBe(true)
    fixture.clock.advance(10_000)
    expect(await Promise.all([theirs, again].map(works))).toEqual([false, true])
    // An empty list is none at all.
    await org.authentication.expireAll({ app_id, body: { sessionIds: [] } })
    expect(await Promise.all([none, again].map(works))).toEqual([false, false])
  })

  test('[WH-01] the end of a session is kept as long as its tokens can live, and no longer', async () => {
    const token = await open({ sessionId: 'kept' })
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['kept'] } })
    const kept = async () =>
      (
        await fixture.rows(
          sql`select 1 from webhooks.ended_session where app_id = ${app_id} and session_id = 'kept'`,
        )
      ).length
    const { exp = 0 } = decodeJwt(token)
    fixture.clock.advance(exp * 1000 - fixture.clock() - 1)
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['another'] } })
    expect([await works(token), await kept()]).toEqual([false, 1])
    fixture.clock.advance(2000)
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['another'] } })
    expect(await kept()).toBe(0)
  })

  test('[WH-15] [T3] 401 for a session’s token that could outlive the end of its session', async () => {
    const now = Math.floor(fixture.clock() / 1000)
    const claims = { org: fixture.orgId, sub: app_id, sid: 's' }
    expect(await works(await tokenOf({ ...claims, iat: now, exp: now + 604_800 }))).toBe(true)
    for (const other of [
      { ...claims, iat: now, exp: now + 604_801 },
      { ...claims, iat: now },
      { ...claims, exp: now + 60 },
      { ...claims, iat: now, exp: now + 60, sid: 7 },
    ])
      expect(await works(await tokenOf(other))).toBe(false)
  })
})

describe('an application that does not exist yet', () => {
  const access = (ref: string, application?: { name: string; uid?: string }) =>
    org.authentication.appPortalAccess({
      app_id: ref,
      body: { ...(application && { application }) },
    })

  test('[WH-01] is created from the request, once however many ask; an existing one stays as it is', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map((n) => access('made', { name: `N${n}`, uid: 'made' })),
    )
    const { id, name } = await org.application.get({ app_id: 'made' })
    for (const { token } of tokens)
      expect((await fixture.as(token).application.get({ app_id: 'made' })).id).toBe(id)
    await access('made', { name: 'Another', uid: 'not-made' })
    expect((await org.application.get({ app_id: 'made' })).name).toBe(name)
  })

  test('[WH-01] 404 without it, 422 for a uid that is missing or another; nothing is created', async () => {
    expect(await refusal(access('absent'))).toMatchObject({ status: 404 })
    const loc = ['body', 'application', 'uid']
    for (const application of [{ name: 'N' }, { name: 'N', uid: 'other' }])
      expect(await refusal(access('absent', application))).toMatchObject({
        status: 422,
        body: { detail: [{ loc }] },
      })
    for (const ref of ['absent', 'other'])
      expect(await refusal(org.application.get({ app_id: ref }))).toMatchObject({ status: 404 })
  })
})

/** Other texts of the same bytes, which lenient decoders take. */
function otherTexts(token: string): string[] {
  const parts = token.split('.')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return parts.flatMap((part, place) => {
    const bytes = Buffer.from(part, 'base64url')
    const spellings = [
      ...['=', '==', '.', '%3D', ' '].map((end) => part + end),
      part.replaceAll('-', '+').replaceAll('_', '/'),
      ...[...alphabet].map((last) => part.slice(0, -1) + last),
      `${part.slice(0, 5)}!${part.slice(5)}`,
    ].filter((text) => text !== part && Buffer.from(text, 'base64url').equals(bytes))
    return spellings.map((text) => parts.with(place, text).join('.'))
  })
}
const linkOf = async (body: Access = {}) => {
  const { url } = await org.authentication.appPortalAccess({ app_id, body })
  const key = Buffer.from(decodeURIComponent(new URL(url).hash.slice(5)), 'base64').toString()
  return String(JSON.parse(key).oneTimeToken)
}
const exchange = (oneTimeToken: string) =>
  statusOf('', '/auth/one-time-token', 'POST', { oneTimeToken })

describe('one text for each token', () => {
  test('[WH-15] [T21] 401 for every other text of a token, before and after it was ended', async () => {
    const token = await open()
    const others = otherTexts(token)
    expect(others.length).toBeGreaterThan(8)
    // Straight at the service's own check: so many wrong tokens of one address would be counted.
    const verify = (text: string) =>
      fixture.service.tokens.verify(text).then(
        () => 'taken',
        () => 'refused',
      )
    expect(new Set(await Promise.all(others.map(verify)))).toEqual(new Set(['refused']))
    expect(await works(token)).toBe(true)
    await fixture.as(token).authentication.logout({})
    expect(await works(token)).toBe(false)
    const [padded = ''] = others
    expect(await works(padded)).toBe(false)
    const key = fixture.orgToken
    expect(new Set(await Promise.all(otherTexts(key).map(verify)))).toEqual(new Set(['refused']))
  })

  test('[WH-15] [T21] a one-time token is good once, whatever its text and however many ask at once', async () => {
    const link = await linkOf({ capabilities: ['CreateAttempts'], sessionId: 's', expiry: 7200 })
    const bare = link.slice('ott_'.length)
    const texts = [
      ...Array<string>(6).fill(link),
      ...otherTexts(bare)
        .slice(0, 6)
        .map((text) => `ott_${text}`),
    ]
    const answers = await Promise.all(texts.map(exchange))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(401)])
    const { token, capabilities } = answers.find(({ status }) => status === 200)?.body ?? {}
    expect(capabilities).toEqual(['ViewBase', 'CreateAttempts'])
    // What it is exchanged for is neither wider nor longer than what was asked for.
    expect(decodeJwt(token)).toMatchObject({ cap: capabilities, sid: 's' })
    const { exp = 0 } = decodeJwt(token)
    expect(exp).toBe(Math.floor(fixture.clock() / 1000) + 7200)
    expect(await statusOf(token, `/app/${app_id}/endpoint/${endpoint_id}/secret`)).toEqual(denied)
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['s'] } })
    expect(await works(token)).toBe(false)
  })

  test('[WH-01] [T3] a one-time token of a session that was ended opens nothing', async () => {
    const link = await linkOf({ sessionId: 'gone' })
    await org.authentication.expireAll({ app_id, body: { sessionIds: ['gone'] } })
    expect((await exchange(link)).status).toBe(401)
  })

  test('[WH-15] tokens that were ended by their hash, before the id was kept, stay ended', async () => {
    const token = await open()
    const { hash, endedAs } = await fixture.service.tokens.verify(token)
    expect(endedAs).toHaveLength(2)
    await fixture.rows(sql`insert into webhooks.ended_token
      values (${fixture.orgId}, ${hash}, now() + interval '8 days')`)
    expect(await works(token)).toBe(false)
  })
})
