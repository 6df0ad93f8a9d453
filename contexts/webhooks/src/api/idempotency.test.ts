import { operationsOf } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { connect } from '@countersign/kit/db'
import { fail } from '@countersign/kit/errors'
import { openPinnedConnection } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerMs,
  boundWaiting,
  claimKey,
  placeOf,
  reachesOutside,
  sweepKeys,
} from '../idempotency/index.ts'
import type { WebhooksTables } from '../index.ts'
import { tokenOf, until, type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let one: WebhooksFixture
let two: WebhooksFixture
let appId: string
beforeAll(async () => {
  one = await webhooksFixture()
  two = await webhooksFixture({ clock: one.clock }, one.url)
})
beforeEach(async () => {
  appId = (await one.org.application.create({ body: { name: 'App' } })).id
})
afterAll(async () => {
  await two.close()
  await one.close()
})

let count = 0
const newKey = () => `auto_${++count}`

type Sent = { readonly on?: WebhooksFixture; readonly token?: string; readonly method?: 'PUT' }
const post = async (path: string, body: unknown, key: string | undefined, sent: Sent = {}) => {
  const { on = one, token = one.orgToken, method = 'POST' } = sent
  const answer = await on.app.inject({
    ...{ method, url: `/api/v1${path}`, payload: JSON.stringify(body) },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  return { status: answer.statusCode, body: answer.body, type: answer.headers['content-type'] }
}

const rowsOf = async (table: string, where: string) =>
  Number(
    (
      await one.rows<{ n: string }>(
        sql.raw(`select count(*) n from webhooks.${table} where ${where}`),
      )
    )[0]?.n,
  )

/** The same call 100 times at once, on both servers by turns; and once more afterwards. */
async function hundred(path: string, body: (n: number) => unknown) {
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => post(path, body(n), key, { on: n % 2 ? one : two })),
  )
  answers.push(await post(path, body(100), key))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  return answers[0] ?? { status: 0, body: '' }
}

describe('100 calls with one key on two servers are one', () => {
  const message = (n: number) => ({ eventType: 'a.b', payload: { n, text: '{"ä": 1.0}' } })

  test('[WH-20] a message', async () => {
    const { status, body } = await hundred(`/app/${appId}/msg/`, message)
    expect(status).toBe(202)
    expect(await rowsOf('message', `app_id = '${appId}'`)).toBe(1)
    expect(JSON.parse(body)).toEqual(
      await one.org.message.get({ app_id: appId, msg_id: JSON.parse(body).id }),
    )
  })

  test('[WH-20] a message without content, with eventId and channels', async () => {
    const { status, body } = await hundred(`/app/${appId}/msg/?with_content=false`, (n) => ({
      ...message(n),
      ...{ eventId: 'e1', channels: ['c"1'.replace('"', '-'), 'd'] },
    }))
    expect([status, JSON.parse(body)]).toMatchObject([
      202,
      { eventId: 'e1', channels: ['c-1', 'd'], payload: {} },
    ])
    expect(await rowsOf('message', `app_id = '${appId}'`)).toBe(1)
  })

  test('[WH-20] a message with eventIds that differ takes only its own', async () => {
    const { body } = await hundred(`/app/${appId}/msg/`, (n) => ({
      ...message(n),
      eventId: `e${n}`,
    }))
    const stored = await one.rows(
      sql`select event_id, msg_id from webhooks.event_id where app_id = ${appId}`,
    )
    const { id, eventId } = JSON.parse(body)
    expect(stored).toEqual([{ event_id: eventId, msg_id: id }])
  })

  test('[WH-20] a broadcast, a recovery', async () => {
    const { id } = await one.org.endpoint.create({
      app_id: appId,
      body: { url: 'https://a.example' },
    })
    const since = new Date(one.clock() - 1000).toISOString()
    const path = `/app/${appId}/endpoint/${id}/recover/`
    for (const { status, body } of [
      await hundred('/msg/broadcast/', message),
      await hundred(path, () => ({ since })),
    ]) {
      expect(status).toBe(202)
      expect(await rowsOf('background_task', `id = '${JSON.parse(body).id}'`)).toBe(1)
    }
    expect(await rowsOf('background_task', 'true')).toBe(2)
  })

  test('[WH-20] a message that makes its application', async () => {
    const uid = newKey()
    const { status } = await hundred(`/app/${uid}/msg/`, (n) => ({
      ...message(n),
      application: { name: 'Made', uid },
    }))
    expect(status).toBe(202)
    const { id } = await one.org.application.get({ app_id: uid })
    expect(await rowsOf('message', `app_id = '${id}'`)).toBe(1)
  })

  test('[WH-20] an application', async () => {
    const before = await rowsOf('application', 'true')
    expect((await hundred('/app/', (n) => ({ name: `App ${n}` }))).status).toBe(201)
    expect((await rowsOf('application', 'true')) - before).toBe(1)
    const uid = newKey()
    const named = await hundred('/app/?get_if_exists=true', () => ({ name: 'Named', uid }))
    expect(named.status).toBe(201)
  })

  test('[WH-20] an endpoint, an event type, a rotation', async () => {
    const path = `/app/${appId}/endpoint/`
    const made = await hundred(path, (n) => ({ url: `https://a.example/${n}` }))
    expect(made.status).toBe(201)
    expect(await rowsOf('endpoint', `app_id = '${appId}'`)).toBe(1)
    const type = await hundred('/event-type/', () => ({ name: newKey(), description: '' }))
    expect(type.status).toBe(201)
    const { id } = JSON.parse(made.body)
    expect((await hundred(`${path}${id}/secret/rotate/`, () => ({}))).status).toBe(204)
    const keys = sql<{ n: number }>`select jsonb_array_length(signing_keys) n
      from webhooks.endpoint where id = ${id}`
    expect(await one.rows(keys)).toEqual([{ n: 2 }])
  })
})

describe('a key', () => {
  test('[WH-20] answers again after a restart, in another process, with another body', async () => {
    const [app, message] = [newKey(), newKey()]
    const path = `/app/${appId}/msg`
    const three = await webhooksFixture({ clock: one.clock }, one.url)
    const first = [
      await post('/app', { name: 'First' }, app, { on: three }),
      await post(path, { eventType: 'a', payload: { a: 1 } }, message, { on: three }),
    ]
    await three.close()
    const four = await webhooksFixture({ clock: one.clock }, one.url)
    expect(first).toEqual([
      await post('/app/', { name: 'Second', uid: 'u' }, app, { on: four }),
      await post(`${path}/`, { eventType: 'b', payload: { b: 2 } }, message, { on: four }),
    ])
    await four.close()
  })

  test('[WH-20] counts for its caller and address alone, and for POST alone', async () => {
    const key = newKey()
    const id = async (path: string, sent: Sent = {}) =>
      JSON.parse((await post(path, { name: 'x', url: 'https://a.example' }, key, sent)).body).id
    const first = await id('/app/')
    const stranger = await tokenOf({ sub: 'org_other' })
    expect(await id('/app/', { token: stranger })).not.toBe(first)
    expect(await id('/app/?a=1')).not.toBe(first)
    // A renewed token is the same caller; an application's is another one.
    const renewed = await tokenOf({ sub: one.orgId, iat: 1 })
    expect(await id('/app', { token: renewed })).toBe(first)
    const path = `/app/${appId}/endpoint/`
    const portal = (await one.org.authentication.dashboardAccess({ app_id: appId })).token
    const endpoint = await id(path)
    expect(await id(path, { token: portal })).not.toBe(endpoint)
    const put = { method: 'PUT' } as const
    const names = async (name: string) =>
      JSON.parse((await post(`/app/${appId}`, { name }, key, put)).body).name
    expect([await names('a'), await names('b')]).toEqual(['a', 'b'])
  })

  test('[WH-20] is free again after a refusal', async () => {
    const key = newKey()
    expect((await post('/app', { name: '' }, key)).status).toBe(422)
    const taken = await one.org.application.create({ body: { name: 'Taken', uid: 'taken' } })
    expect((await post('/app', { name: 'x', uid: 'taken' }, key)).status).toBe(409)
    await one.org.application.delete({ app_id: taken.id })
    expect((await post('/app', { name: 'x', uid: 'taken' }, key)).status).toBe(201)
    expect((await post('/app', { name: '' }, key)).status).toBe(422)
  })

  test('[WH-20] of a message is free again after a refusal, also of its eventId', async () => {
    const path = `/app/${appId}/msg/`
    const body = (eventId: string) => ({ eventType: 'a', payload: {}, eventId })
    await post(path, body('used'), undefined)
    const key = newKey()
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(path, body('used'), key, { on: n % 2 ? one : two }),
      ),
    )
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
    const sent = await post(path, body('free'), key)
    expect(sent.status).toBe(202)
    expect(await post(path, body('used'), key)).toEqual(sent)
    expect((await post(`/app/unknown/msg/`, body('x'), key)).status).toBe(404)
  })

  test('[WH-20] answers what would be refused now', async () => {
    const path = `/app/${appId}/msg/`
    const [key, type] = [newKey(), newKey()]
    const send = () => post(path, { eventType: type, payload: {} }, key)
    const first = await send()
    await one.org.eventType.create({ body: { name: type, description: '', archived: true } })
    expect((await post(path, { eventType: type, payload: {} }, newKey())).status).toBe(422)
    expect(await send()).toEqual(first)
  })

  test('[WH-20] ends after 12 hours, and is swept', async () => {
    const [app, message] = [newKey(), newKey()]
    const both = async () => [
      JSON.parse((await post('/app', { name: 'x' }, app)).body).id,
      JSON.parse((await post(`/app/${appId}/msg`, { eventType: 'a', payload: {} }, message)).body)
        .id,
    ]
    const first = await both()
    one.clock.advance(answerMs - 1)
    expect(await both()).toEqual(first)
    one.clock.advance(1)
    const second = await both()
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([false, false])
    expect(await both()).toEqual(second)
    const connection = openPinnedConnection({ url: one.url, role: 'countersign_engine' })
    await sweepKeys(connection, one.clock())
    expect(await rowsOf('idempotency', 'true')).toBe(2)
    one.clock.advance(answerMs)
    expect(await sweepKeys(connection, one.clock())).toBe(2)
    await connection.close()
  })

  test('[WH-20] 422 unless it has 1 to 256 characters', async () => {
    for (const key of ['', 'x'.repeat(257)]) {
      const { status, body } = await post('/app', { name: 'x' }, key)
      expect([status, JSON.parse(body)]).toMatchObject([
        422,
        { detail: [{ loc: ['header', 'idempotency-key'], type: 'value_error' }] },
      ])
    }
    expect((await post('/app', { name: 'x' }, 'x'.repeat(256))).status).toBe(201)
  })

  test('[WH-20] does not matter without a caller', async () => {
    const answer = await post('/auth/one-time-token/', { oneTimeToken: 'ott_x' }, newKey())
    expect(answer.status).toBe(401)
    const refused = await one.app.inject({
      ...{ method: 'POST', url: '/api/v1/app', payload: '{"name":"x"}' },
      headers: { 'idempotency-key': newKey(), 'content-type': 'application/json' },
    })
    expect(refused.statusCode).toBe(401)
  })

  test('[WH-20] keeps no token readable, and opens nothing for a token that has ended', async () => {
    const key = newKey()
    const path = `/auth/app-portal-access/${appId}/`
    const first = await post(path, {}, key)
    expect(await post(path, {}, key)).toEqual(first)
    const { token } = JSON.parse(first.body)
    const rows = await one.rows(sql`select * from webhooks.idempotency`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect((await post('/auth/logout', {}, key, { token })).status).toBe(204)
    expect((await post('/auth/logout', {}, key, { token })).status).toBe(401)
  })

  test('[WH-20] gives back an erased payload as erased', async () => {
    const path = `/app/${appId}/msg/`
    const key = newKey()
    const send = async () =>
      JSON.parse((await post(path, { eventType: 'a', payload: { a: 1 } }, key)).body)
    const { id } = await send()
    await one.org.message.expungeContent({ app_id: appId, msg_id: id })
    expect(await send()).toMatchObject({ id, payload: { expired: true } })
  })
})

describe('a crash', () => {
  test('[WH-20] before the commit leaves nothing, so that the next call does it once', async () => {
    const database = connect<WebhooksTables>({ url: one.url, role: 'countersign_app' })
    let crashes = 3
    // Only the database's owner may.
    const endSession = ([session]: { pid: number }[]) =>
      one.rows(sql`select pg_terminate_backend(${session?.pid})`)
    const crashing = await webhooksFixture(
      {
        clock: one.clock,
        database: {
          ...database,
          withTenant: (tenant, work) =>
            database.withTenant(tenant, async (tx) => {
              const result = await work(tx)
              // Everything is done but the commit: the answer lies beside the effect.
              const effect = sql<{ n: number }>`select count(*)::int n from webhooks.idempotency
                where status is not null and xmin = pg_current_xact_id()::xid`
              if ((await effect.execute(tx)).rows[0]?.n === 1 && crashes-- > 0)
                await endSession(
                  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows,
                )
              return result
            }),
        },
      },
      one.url,
    )
    const key = newKey()
    const create = () => post('/app', { name: 'Crash' }, key, { on: crashing })
    for (let n = 0; n < 3; n++) {
      expect((await create()).status).toBe(503)
      expect(await rowsOf('application', `name = 'Crash'`)).toBe(0)
    }
    const made = await create()
    expect(made.status).toBe(201)
    expect(await post('/app', { name: 'Crash' }, key)).toEqual(made)
    expect(await rowsOf('application', `name = 'Crash'`)).toBe(1)
    await crashing.close()
    await database.close()
  })

  test('[WH-20] of one that holds the key frees it; one that goes on is waited for, not for ever', async () => {
    const database = connect<WebhooksTables>({ url: one.url, role: 'countersign_app', max: 3 })
    const key = { orgId: one.orgId, hash: newKey() }
    const now = new Date(one.clock())
    const until = new Date(one.clock() + 1000)
    let crash: (error: Error) => void = () => undefined
    const holding = new Promise<void>((claimed) => {
      void database
        .withTenant(key.orgId, async (tx) => {
          await claimKey(tx, key, now, until)
          claimed()
          await new Promise((_, reject) => {
            crash = reject
          })
        })
        .catch(() => undefined)
    })
    await holding
    const claim = (ms: number) =>
      database.withTenant(key.orgId, async (tx) => {
        await boundWaiting(tx, ms)
        return claimKey(tx, key, now, until)
      })
    await expect(claim(50)).rejects.toMatchObject({ code: '55P03' })
    const waiting = claim(5000)
    crash(new Error('gone'))
    expect(await waiting).toBeUndefined()
    await database.close()
  })
})

describe('a call that reaches outside', () => {
  const call = (on: WebhooksFixture, key: string, work: () => Promise<{ status: number }>) => {
    const url = `/api/v1/app/${appId}/endpoint/e/msg/test-attempt/`
    const bearer = {
      orgId: one.orgId,
      featureFlags: [],
      issuedAt: undefined,
      hash: 'x',
      endedAs: ['x'],
    }
    return on.service.around({
      operation: {
        ...contract.endpoint.create,
        path: '/app/{app_id}/endpoint/{endpoint_id}/msg/test-attempt',
      },
      request: { ...{ requestId: 'r', method: 'POST', url, ip: '' }, header: () => key },
      caller: {
        ...{ orgId: one.orgId, app: undefined, slash: true, requestId: 'r' },
        bearer: { ...bearer, expiresAt: Number.POSITIVE_INFINITY },
      },
      work,
    })
  }

  /** Work that goes on until it is told to end. */
  const held = () => {
    const { promise: gate, resolve: end } = Promise.withResolvers<void>()
    const times = { made: 0 }
    const work = async () => {
      const text = `{"n":${++times.made}}`
      await gate
      return { status: 201, text }
    }
    return { work, end, times }
  }

  test('[WH-20] is made once, too, however many wait for it here and elsewhere', async () => {
    const key = newKey()
    const { work, end, times } = held()
    const database = connect<WebhooksTables>({ url: one.url, role: 'countersign_app' })
    let looks = 0
    const withTenant: typeof database.withTenant = async (tenant, made) => {
      const result = await database.withTenant(tenant, made)
      looks++
      return result
    }
    const other = await webhooksFixture(
      { clock: one.clock, database: { ...database, withTenant } },
      one.url,
    )
    const first = call(one, key, work)
    await until('it is under way', () => times.made === 1)
    const rest = Array.from({ length: 99 }, (_, n) => call(n % 2 ? one : other, key, work))
    await until('the other server has found it so, again and again', () => looks >= 2)
    end()
    const answers = await Promise.all([first, ...rest])
    expect(answers).toEqual(answers.map(() => ({ status: 201, text: '{"n":1}' })))
    expect(times.made).toBe(1)
    await other.close()
    await database.close()
  })

  test('[WH-20] a refusal frees the key; the end of its lease gives it to the next, whose answer counts', async () => {
    const key = newKey()
    const refused = () => call(one, key, () => Promise.reject(fail('conflict', 'No')))
    await expect(refused()).rejects.toThrow('No')
    await expect(refused()).rejects.toThrow('No')
    const [late, next] = [held(), held()]
    const first = call(one, key, late.work)
    await until('it is under way', () => late.times.made === 1)
    one.clock.advance(30_000)
    const second = call(two, key, async () => ({ ...(await next.work()), text: 'second' }))
    await until('it was taken over', () => next.times.made === 1)
    // It has lost its lease, so it may tell its own caller alone.
    late.end()
    expect(await first).toMatchObject({ text: '{"n":1}' })
    next.end()
    expect(await second).toMatchObject({ text: 'second' })
    for (const server of [one, two])
      expect(await call(server, key, () => expect.unreachable())).toMatchObject({ text: 'second' })
  })
})

test('[WH-20] what reaches outside is known by its path', () => {
  const names = operationsOf(contract).filter(({ operation }) => reachesOutside(operation))
  const expected = [
    'endpoint.simulateTransformation',
    'message.testAttempt',
    'transformationTemplate.simulate',
  ]
  const all = operationsOf(contract).map(({ name }) => name)
  expect(names.map(({ name }) => name).sort()).toEqual(
    expected.filter((name) => all.includes(name)),
  )
})

test('[WH-20] an address is the same with and without its last slash', () => {
  expect(placeOf('/a/b/?c=/')).toBe('/a/b?c=/')
  expect(placeOf('/a/b?c=/')).toBe('/a/b?c=/')
  expect(placeOf('/a/b?c=?/')).toBe('/a/b?c=?/')
})
