import { operationsOf } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { connect, type Database } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebhooksTables } from '../index.ts'
import { jwtSecret, until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'
import { allows, type KeyScope } from './api-key.rules.ts'
import { type ApiKeys, apiKeys } from './api-key.ts'

let one: WebhooksFixture
let two: WebhooksFixture
let database: Database<WebhooksTables>
let keys: ApiKeys
beforeAll(async () => {
  one = await webhooksFixture()
  two = await webhooksFixture({ clock: one.clock }, one.url)
  database = connect<WebhooksTables>({ url: one.url, role: 'countersign_app', max: 2 })
  keys = apiKeys({ database, secret: jwtSecret, clock: one.clock })
})
afterAll(async () => {
  await database.close()
  await two.close()
  await one.close()
})

const failed = { status: 401, body: { code: 'authentication_failed', detail: 'Invalid token' } }
const forbidden = {
  status: 403,
  body: { code: 'insufficient access', detail: 'Insufficient access for the given operation.' },
}
const make = (scope: KeyScope = 'full', more: { expiresAt?: number; region?: string } = {}) =>
  keys.create({ orgId: one.orgId, name: 'ci', scope, expiresAt: null, ...more })

describe('opaque keys', () => {
  test('[WH-15] 200 with the key of an organisation, new or known, with and without region', async () => {
    const { secret } = await make('full', { region: 'eu' })
    expect(secret).toMatch(/^sk_[0-9A-Za-z]{32}\.eu$/)
    const mine = await one.org.application.create({ body: { name: 'Mine' } })
    for (const token of [secret, secret.replace('.eu', ''), secret.replace('.eu', '.us')])
      expect(await one.as(token).application.get({ app_id: mine.id })).toEqual(mine)
    const orgId = id('org', Date.now())
    const other = await keys.create({ orgId, name: 'x', scope: 'full', expiresAt: null })
    expect(await refusal(one.as(other.secret).application.get({ app_id: mine.id }))).toMatchObject({
      status: 404,
    })
    expect((await one.as(other.secret).application.list({})).data).toEqual([])
  })

  test('[WH-15] 401 for unknown, expired and revoked ones; in other processes within a second', async () => {
    const { secret } = await make('full', { expiresAt: one.clock() + 5000 })
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
    for (const token of [wrong, 'sk_', `${secret}x`, `${secret}.`, `${secret}.EU`, `x${secret}`])
      expect(await refusal(one.as(token).application.list({}))).toEqual(failed)
    await one.as(secret).application.list({})
    one.clock.advance(5000)
    expect(await refusal(one.as(secret).application.list({}))).toEqual(failed)

    const revoked = await make()
    for (const on of [one, two]) await on.as(revoked.secret).application.list({})
    expect(await keys.revoke(one.orgId, revoked.id)).toBe(true)
    expect(await keys.revoke(one.orgId, revoked.id)).toBe(false)
    for (const on of [one, two])
      await vi.waitFor(
        async () =>
          expect(await refusal(on.as(revoked.secret).application.list({}))).toEqual(failed),
        { timeout: 60_000, interval: 50 },
      )
  })

  test('[WH-15] the database holds no secret, and shows a key to its organisation alone', async () => {
    const { secret, id: keyId } = await make()
    const rows = await one.rows(sql`select * from webhooks.api_key where id = ${keyId}`)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(3))
    expect(await keys.revoke('org_other', keyId)).toBe(false)
    expect(await keys.list('org_other')).toEqual([])
    const all = sql`select * from webhooks.api_key`
    expect((await database.withNobody((tx) => all.execute(tx))).rows).toEqual([])
    expect((await keys.list(one.orgId)).map((row) => row.id)).toContain(keyId)
  })

  test('[WH-15] the last use is noted, once a minute', async () => {
    const { secret, id: keyId } = await make()
    const used = async () =>
      (await keys.list(one.orgId)).find((row) => row.id === keyId)?.last_used_at?.getTime()
    expect(await used()).toBeUndefined()
    const first = one.clock()
    await one.as(secret).application.list({})
    await until('the use is noted', async () => (await used()) === first)
    one.clock.advance(59_000)
    await two.as(secret).application.list({})
    expect(await used()).toBe(first)
    one.clock.advance(1000)
    // The server remembers the key for a second, and notes nothing while it does.
    await until('the use is noted', async () => {
      await two.as(secret).application.list({})
      return (await used()) === first + 60_000
    })
  })
})

describe('scopes', () => {
  const all = operationsOf(contract).filter(({ operation }) => operation.access !== 'anyone')
  const names = (scope: KeyScope) =>
    all.flatMap(({ name, operation }) => (allows(scope, operation) ? name : []))

  test('[WH-15] a reading key sees everything but secrets; a sending one sends', () => {
    expect(names('full')).toHaveLength(all.length)
    expect(names('send').filter((name) => name !== 'message.broadcast')).toEqual(['message.create'])
    const refused = all.flatMap(({ name, operation: { method } }) =>
      method === 'GET' && !names('read').includes(name) ? name : [],
    )
    expect(refused.filter((name) => name !== 'integration.getKey')).toEqual([
      'authentication.getPollerToken',
      'endpoint.getSecret',
      'messagePoller.consumerPoll',
      'operationalWebhookEndpoint.getSecret',
    ])
    for (const { name, operation } of all)
      if (operation.method !== 'GET') expect(names('read')).not.toContain(name)
  })

  test.each(['read', 'send'] as const)(
    '[WH-15] 403 for all else with a key to %s',
    async (scope) => {
      const app = await one.org.application.create({ body: { name: 'App' } })
      const { secret } = await make(scope)
      const { application, endpoint, message } = one.as(secret)
      const app_id = app.id
      const calls = {
        send: () => message.create({ app_id, body: { eventType: 'a', payload: {} } }),
        read: () => message.list({ app_id }),
        look: () => application.list({}),
        make: () => endpoint.create({ app_id, body: { url: 'https://a.example' } }),
        drop: () => application.delete({ app_id }),
      }
      const done: string[] = []
      for (const [name, call] of Object.entries(calls))
        await call().then(
          () => done.push(name),
          async () => expect(await refusal(call())).toEqual(forbidden),
        )
      expect(done).toEqual(scope === 'read' ? ['read', 'look'] : ['send'])
    },
  )
})
