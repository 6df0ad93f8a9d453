import { id } from '@countersign/kit/ids'
import { refusal } from '@countersign/kit/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
const at = (ms: number) => new Date(ms).toISOString()

let fixture: WebhooksFixture
/** Two applications with two endpoints each, and one with none. */
let apps: { id: string; uid: string | null; endpoints: string[] }[]
const appOf = (n: number) => apps[n]?.id ?? ''
const endpointOf = (n: number, m: number) => apps[n]?.endpoints[m] ?? ''
/** What lies in the database, of 40 days. */
let pairs: { app: number; at: number }[]
let made: { app: number; endpoint: number; ok: boolean; at: number }[]
let now: number

beforeAll(async () => {
  fixture = await webhooksFixture()
  now = fixture.clock()
  apps = []
  for (const [n, uid] of ['first', null, 'third'].entries()) {
    const { id: app_id } = await fixture.org.application.create({ body: { name: 'App', uid } })
    const endpoints: string[] = []
    for (let m = 0; n < 2 && m < 2; m++) {
      const body = { url: `${fixture.target.url}${n}${m}`, uid: `e${m}` }
      endpoints.push((await fixture.org.endpoint.create({ app_id, body })).id)
    }
    apps.push({ id: app_id, uid, endpoints })
    fixture.clock.advance(10)
  }
  const time = fc.integer({ min: now - 40 * day, max: now - 1 })
  const crowd = fc.integer({ min: now - day, max: now - 1 })
  const when = fc.oneof(time, crowd)
  const app = fc.nat(1)
  const of = <T>(one: fc.Arbitrary<T>) =>
    fc.sample(fc.array(one, { minLength: 400, maxLength: 400 }), 1)[0] ?? []
  pairs = of(fc.record({ app, at: when }))
  made = of(fc.record({ app, endpoint: fc.nat(1), ok: fc.boolean(), at: when }))
  for (const one of pairs)
    await fixture.rows(sql`insert into webhooks.delivery
      (org_id, app_id, msg_id, endpoint_id, status, created_at)
      values (${fixture.orgId}, ${appOf(one.app)}, ${id('msg', one.at)}, ${endpointOf(one.app, 0)},
        0, ${new Date(one.at)})`)
  for (const one of made)
    await fixture.rows(sql`insert into webhooks.attempt
      (org_id, app_id, id, msg_id, endpoint_id, event_type, url, status, status_code, response,
        duration_ms, trigger_type, sent_headers, created_at)
      values (${fixture.orgId}, ${appOf(one.app)}, ${id('atmpt', one.at)}, ${id('msg', one.at)},
        ${endpointOf(one.app, one.endpoint)}, 'a', '', ${one.ok ? 0 : 2}, 200, '', 1, 0, '{}',
        ${new Date(one.at)})`)
  // What the tests send lies apart from it.
  fixture.clock.advance(2 * day)
})
afterAll(() => fixture.close())

/** Ranges whose ends fall on something that happened, now and then. */
const rangeOf = (events: readonly { at: number }[], longest: number) => {
  const edge = fc.oneof(
    fc.integer({ min: now - 40 * day, max: now }),
    fc.constantFrom(...events.map((one) => one.at)),
  )
  return fc
    .tuple(edge, edge)
    .map(([a, b]) => ({ since: Math.min(a, b), until: Math.max(a, b) }))
    .filter(({ since, until: end }) => end - since <= longest)
}
const usage = (app: number, { since, until: end }: { since: number; until: number }) =>
  pairs.filter((one) => one.app === app && one.at >= since && one.at < end).length
const usages = (range: { since: number; until: number }) =>
  apps.map((app, n) => ({
    ...{ appId: app.id, appUid: app.uid, messageDestinations: usage(n, range) },
  }))
const query = ({ since, until: end }: { since: number; until: number }) => ({
  ...{ since: at(since), until: at(end) },
})

describe('usage', () => {
  test('[WH-02] 200 counts what was sent, of one application and of all', async () => {
    const app_id = appOf(0)
    const before = await fixture.org.application.getStats({
      ...{ app_id, query: query({ since: now, until: fixture.clock() }) },
    })
    expect(before).toEqual({ appId: app_id, appUid: 'first', messageDestinations: 0 })
    const since = fixture.clock()
    for (let n = 0; n < 3; n++)
      await fixture.org.message.create({ app_id, body: { eventType: 'a', payload: {} } })
    fixture.clock.advance(10)
    const range = query({ since, until: fixture.clock() })
    const sent = { appId: app_id, appUid: 'first', messageDestinations: 6 }
    expect(await fixture.org.application.getStats({ app_id: 'first', query: range })).toEqual(sent)
    const all = await fixture.org.application.getUsageStats({ query: range })
    expect(all.data.map((one) => one.messageDestinations)).toEqual([6, 0, 0])
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const portal = fixture.as(token).application
    expect(await portal.getStats({ app_id, query: range })).toEqual(sent)
    const refused = await refusal(portal.getUsageStats({ query: range }))
    expect(refused).toMatchObject({ status: 403 })
    const foreign = fixture.stranger.application.getStats({ app_id, query: range })
    expect(await refusal(foreign)).toMatchObject({ status: 404 })
    const unknown = fixture.org.application.getStats({ app_id: 'none', query: range })
    expect(await refusal(unknown)).toMatchObject({ status: 404 })
    const theirs = await fixture.stranger.application.getUsageStats({ query: range })
    expect(theirs.data.map(({ appId }) => appId)).not.toContain(app_id)
  })

  test('[WH-02] any range of 28 days counts as a recount does, from since until before until', async () => {
    await fc.assert(
      fc.asyncProperty(rangeOf(pairs, 28 * day), async (range) => {
        const { data } = await fixture.org.application.getUsageStats({ query: query(range) })
        expect(data).toEqual(usages(range))
        const app_id = appOf(1)
        const one = await fixture.org.application.getStats({ app_id, query: query(range) })
        expect(one).toEqual(data[1])
      }),
      { numRuns: 40 },
    )
  })

  test('[WH-02] 200 pages both ways by application', async () => {
    const range = query({ since: now - 20 * day, until: now })
    const page = (more: object) =>
      fixture.org.application.getUsageStats({ query: { ...range, ...more } })
    const all = await page({})
    expect(all).toMatchObject({ done: true, iterator: appOf(2), prevIterator: `-${appOf(0)}` })
    const one = await page({ limit: 2 })
    expect([one.data, one.done]).toEqual([all.data.slice(0, 2), false])
    const two = await page({ limit: 2, iterator: one.iterator })
    expect([two.data, two.done]).toEqual([all.data.slice(2), true])
    const back = await page({ limit: 1, iterator: two.prevIterator })
    expect([back.data, back.done]).toEqual([all.data.slice(1, 2), false])
    expect(await refusal(page({ iterator: 'ep_1' }))).toMatchObject({ status: 422 })
  })

  test('[WH-02] 400 for a range that is too long, upside down, in the future or missing', async () => {
    const end = fixture.clock()
    const limit = 28 * day + 5 * minute
    const stats = (range: object) =>
      fixture.org.application.getStats({
        app_id: appOf(0),
        query: { since: '', until: '', ...range },
      })
    expect(await stats(query({ since: end - limit, until: end }))).toBeDefined()
    expect(await refusal(stats(query({ since: end - limit - 1, until: end })))).toEqual({
      status: 400,
      body: {
        code: 'invalid_range',
        detail: `'since' cannot be more than 28 days prior to ${at(end)}`,
      },
    })
    expect(await refusal(stats(query({ since: end, until: end + 1 })))).toEqual({
      status: 400,
      body: { code: 'invalid_range', detail: "'until' cannot be in the future" },
    })
    const swapped = await refusal(stats(query({ since: end, until: end - 1 })))
    expect(swapped).toMatchObject({ status: 400, body: { code: 'invalid_range' } })
    for (const path of [`/app/${appOf(0)}/stats/`, '/app/stats/usage/'])
      for (const search of ['', `?since=${at(end)}`, `?until=${at(end)}`, '?since=a&until=b'])
        expect((await fixture.raw('GET', path + search)).status).toBe(400)
  })

  test('[WH-02] an application with the uid stats is reachable by its id', async () => {
    const body = { name: 'Stats', uid: 'stats' }
    const app_id = (await fixture.org.application.create({ body })).id
    expect((await fixture.org.application.get({ app_id })).uid).toBe('stats')
    const range = query({ since: now, until: fixture.clock() })
    const got = await fixture.org.application.getStats({ app_id, query: range })
    expect(got).toMatchObject({ appId: app_id, appUid: 'stats' })
    await fixture.org.application.delete({ app_id })
  })
})

describe('usage in the background', () => {
  const ended = async (task_id: string) => {
    const task = () => fixture.org.backgroundTask.get({ task_id })
    await until('the task has ended', async () => (await task()).status !== 'running')
    return task()
  }
  const aggregate = (body: object) =>
    fixture.org.statistics.aggregateAppStats({ body: { since: '', until: '', ...body } })

  test('[WH-13] 202 counts all applications, or those asked for by id or uid', async () => {
    // Longer than a month: a task has time.
    const range = { since: now - 40 * day, until: now }
    const started = await aggregate(query(range))
    expect(started).toEqual({
      ...{ id: expect.stringMatching(/^qtask_/), status: 'running', task: 'application.stats' },
      ...{ updatedAt: expect.any(String), unresolvedAppIds: [] },
    })
    expect(await ended(started.id)).toMatchObject({
      ...{ status: 'finished', data: { appStats: usages(range) } },
    })
    const some = await aggregate({ ...query(range), appIds: ['third', appOf(1), 'none'] })
    expect((await ended(some.id)).data).toEqual({ appStats: usages(range).slice(1) })
    const none = await aggregate({ ...query(range), appIds: [] })
    expect((await ended(none.id)).data).toEqual({ appStats: [] })
    const all = await aggregate({ ...query(range), appIds: null })
    expect((await ended(all.id)).data).toEqual({ appStats: usages(range) })
  })

  test('[WH-13] 202 in pages', async () => {
    for (let n = 0; n < 120; n++)
      await fixture.stranger.application.create({ body: { name: 'Many', uid: `many-${n}` } })
    const { id: task_id } = await fixture.stranger.statistics.aggregateAppStats({
      body: query({ since: now - day, until: now }),
    })
    const task = () => fixture.stranger.backgroundTask.get({ task_id })
    await until('the task has ended', async () => (await task()).status !== 'running')
    const { data } = await fixture.stranger.application.list({ query: { limit: 250 } })
    expect((await task()).data).toEqual({
      appStats: data.map(({ id: appId, uid: appUid }) => ({
        ...{ appId, appUid, messageDestinations: 0 },
      })),
    })
  })

  test('[WH-13] 400, 401, 403, 422', async () => {
    const end = fixture.clock()
    for (const range of [
      { since: end, until: end + 1 },
      { since: end, until: end - 1 },
    ])
      expect(await refusal(aggregate(query(range)))).toMatchObject({
        ...{ status: 400, body: { code: 'invalid_range' } },
      })
    for (const appIds of [['a', 'a'], [''], ['a b']])
      expect(await refusal(aggregate({ ...query({ since: 0, until: 1 }), appIds }))).toMatchObject({
        status: 422,
      })
    expect((await fixture.raw('POST', '/stats/usage/app/', '{}')).status).toBe(422)
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id: appOf(0) })
    const body = query({ since: now, until: now })
    for (const [bearer, status] of [
      [token, 403],
      ['nonsense', 401],
    ] as const) {
      const { statistics } = fixture.as(bearer)
      expect(await refusal(statistics.aggregateAppStats({ body }))).toMatchObject({ status })
    }
  })
})

describe('attempts over time', () => {
  /** Counts again, bucket by bucket. */
  function recount(
    answer: { startDate: string; data: { successCount: number[] } },
    size: number,
    which: (one: (typeof made)[number]) => boolean,
  ) {
    const start = Date.parse(answer.startDate)
    const count = (ok: boolean) =>
      answer.data.successCount.map(
        (_, n) =>
          made.filter(
            (one) =>
              which(one) &&
              one.ok === ok &&
              one.at >= start + n * size &&
              one.at < start + (n + 1) * size,
          ).length,
      )
    const canceledCount = answer.data.successCount.map(() => 0)
    return { successCount: count(true), failureCount: count(false), canceledCount }
  }
  const attempts = (search: object) =>
    fixture.org.statistics.appAttempts({ app_id: appOf(0), query: search })
  const ofEndpoint = (search: object) =>
    fixture.org.statistics.endpointAttempts({
      ...{ app_id: appOf(0), endpoint_id: 'e1', query: search },
    })

  test('[WH-13] 200 by five minutes in the last 24 hours by default', async () => {
    const answer = await attempts({ endDate: at(now) })
    expect(answer.period).toBe('FiveMinutes')
    expect(Date.parse(answer.startDate) % (5 * minute)).toBe(0)
    expect(Date.parse(answer.startDate)).toBeGreaterThan(now - day - 5 * minute)
    const length = (Date.parse(answer.endDate) - Date.parse(answer.startDate)) / (5 * minute)
    expect([288, 289]).toContain(length)
    expect(answer.data.successCount).toHaveLength(length)
    expect(answer.data).toEqual(recount(answer, 5 * minute, ({ app }) => app === 0))
    const fresh = await attempts({})
    expect(Date.parse(fresh.endDate)).toBeGreaterThanOrEqual(fixture.clock())
  })

  test('[WH-13] any range counts as a recount does, in whole buckets aligned to UTC', async () => {
    await fc.assert(
      fc.asyncProperty(rangeOf(made, 40 * day), async (range) => {
        const search = { startDate: at(range.since), endDate: at(range.until) }
        const long = range.until - range.since > day
        const size = long ? day : 5 * minute
        for (const [answer, which] of [
          [await attempts(search), ({ app }: { app: number }) => app === 0],
          [
            await ofEndpoint(search),
            (one: { app: number; endpoint: number }) => one.app === 0 && one.endpoint === 1,
          ],
        ] as const) {
          expect(answer.period).toBe(long ? 'OneDay' : 'FiveMinutes')
          const [start, end] = [Date.parse(answer.startDate), Date.parse(answer.endDate)]
          expect([start % size, end % size]).toEqual([0, 0])
          expect(start).toBeLessThanOrEqual(range.since)
          expect(start).toBeGreaterThan(range.since - size)
          expect(end).toBeGreaterThanOrEqual(range.until)
          expect(end).toBeLessThan(range.until + size + 1)
          expect(answer.data.failureCount).toHaveLength((end - start) / size)
          expect(answer.data).toEqual(recount(answer, size, which))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('[WH-13] 400 for more than 90 days, upside down or no date', async () => {
    const end = fixture.clock()
    const whole = await attempts({ startDate: at(end - 90 * day), endDate: at(end) })
    expect(whole.period).toBe('OneDay')
    const long = { startDate: at(end - 90 * day - 1), endDate: at(end) }
    expect(await refusal(attempts(long))).toEqual({
      status: 400,
      body: {
        code: 'invalid_range',
        detail: `'startDate' cannot be more than 90 days prior to ${at(end)}`,
      },
    })
    const swapped = { startDate: at(end), endDate: at(end - 1) }
    for (const search of [swapped, { startDate: 'today' }])
      for (const ask of [attempts, ofEndpoint])
        expect(await refusal(ask(search))).toMatchObject({ status: 400 })
  })

  test('[WH-13] 200 for a portal of its own; 404 for others and unknown endpoints, 401', async () => {
    const app_id = appOf(0)
    const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
    const portal = fixture.as(token).statistics
    const endpoint_id = endpointOf(0, 1)
    expect((await portal.appAttempts({ app_id })).period).toBe('FiveMinutes')
    expect(await portal.endpointAttempts({ app_id, endpoint_id })).toEqual(await ofEndpoint({}))
    const { statistics } = fixture.org
    const refused = [
      () => portal.appAttempts({ app_id: appOf(1) }),
      () => statistics.endpointAttempts({ app_id, endpoint_id: endpointOf(1, 1) }),
      () => statistics.appAttempts({ app_id: 'none' }),
      () => fixture.stranger.statistics.appAttempts({ app_id }),
      () => fixture.stranger.statistics.endpointAttempts({ app_id, endpoint_id }),
    ]
    for (const one of refused) expect(await refusal(one())).toMatchObject({ status: 404 })
    const nobody = fixture.as('nonsense').statistics.appAttempts({ app_id })
    expect(await refusal(nobody)).toMatchObject({ status: 401 })
  })
})
