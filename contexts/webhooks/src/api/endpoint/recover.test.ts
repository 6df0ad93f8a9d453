import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
/** Paths that answer 500. */
const broken = new Set<string>()

beforeAll(async () => {
  fixture = await webhooksFixture()
  for (const name of ['made', 'none'])
    await fixture.org.eventType.create({ body: { name, description: name } })
  fixture.target.rules.answer = ({ path }) => (broken.has(path) ? { status: 500 } : { status: 200 })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  broken.clear()
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
})

const endpointAt = async (path: string, body: object = {}) =>
  (
    await fixture.org.endpoint.create({
      app_id,
      body: { url: fixture.target.url + path, uid: path, ...body },
    })
  ).id

/** Sends a message; the clock moves, so that each has a time of its own. */
async function send(eventType = 'made', body: object = {}) {
  const { id } = await fixture.org.message.create({
    app_id,
    body: { eventType, payload: { n: 1 }, ...body },
  })
  fixture.clock.advance(10)
  return id
}

const stats = (endpoint_id: string) => fixture.org.endpoint.getStats({ app_id, endpoint_id })
const settled = (endpoint_id: string) =>
  until('all is settled', async () => (await stats(endpoint_id)).sending === 0)

/** Lets the second and last attempt of whatever failed be made. */
async function exhaust(endpoint_id: string) {
  await until('the first attempts are recorded', async () => {
    const { data } = await attempts(endpoint_id)
    return data.length >= (await stats(endpoint_id)).sending
  })
  fixture.clock.advance(6_000)
  await settled(endpoint_id)
}

const attempts = (endpoint_id: string, query: object = {}) =>
  fixture.org.messageAttempt.listByEndpoint({
    app_id,
    endpoint_id,
    query: { limit: 250, ...query },
  })
const got = (path: string) =>
  fixture.target.received
    .filter((one) => one.path === `/${path}`)
    .map(({ headers }) => String(headers['svix-id']))

const ended = async (task_id: string) => {
  await until('the task has ended', async () => (await task(task_id)).status !== 'running')
  return task(task_id)
}
const task = (task_id: string) => fixture.org.backgroundTask.get({ task_id })
const at = (ms: number) => new Date(ms).toISOString()

describe('recover', () => {
  const recover = (
    endpoint_id: string,
    body: object = { since: at(fixture.clock() - 3_600_000) },
  ) => fixture.org.endpoint.recover({ app_id, endpoint_id, body: { since: '', ...body } })

  test('[WH-05] 202 sends what failed once more, and nothing else', async () => {
    const path = 'failing'
    const endpoint = await endpointAt(path, { filterTypes: ['made'] })
    const other = await endpointAt('other')
    broken.add(`/${path}`).add('/other')
    const failed = [await send(), await send(), await send()]
    await exhaust(endpoint)
    await exhaust(other)
    broken.delete(`/${path}`)
    const good = await send()
    await settled(endpoint)
    expect(await stats(endpoint)).toMatchObject({ fail: 3, success: 1 })
    // The filters of the endpoint say nothing about what it was sent already.
    await fixture.org.endpoint.patch({
      app_id,
      endpoint_id: endpoint,
      body: { filterTypes: ['none'] },
    })
    const before = got(path).length
    const started = await recover(path)
    expect(started).toEqual({
      ...{ id: expect.stringMatching(/^qtask_[A-Za-z0-9]{27}$/), status: 'running' },
      task: 'endpoint.recover',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(await ended(started.id)).toEqual({
      ...{ id: started.id, status: 'finished', task: 'endpoint.recover' },
      data: { messagesSent: 3 },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    await until('all are delivered', async () => (await stats(endpoint)).success === 4)
    expect(got(path).slice(before).sort()).toEqual([...failed].sort())
    expect(got(path)).toContain(good)
    const manual = (await attempts(endpoint)).data.filter(({ triggerType }) => triggerType === 1)
    expect(manual.map(({ msgId, status }) => [msgId, status]).sort()).toEqual(
      failed.map((id) => [id, 0]).sort(),
    )
    expect(await stats(other)).toMatchObject({ fail: 3 })
    const again = await recover(endpoint)
    expect((await ended(again.id)).data).toEqual({ messagesSent: 0 })
  })

  test('[WH-05] 202 sends at once what waits for a retry; the count before says how many', async () => {
    const endpoint = await endpointAt('waiting')
    broken.add('/waiting')
    const from = fixture.clock()
    const given = [await send(), await send()]
    await exhaust(endpoint)
    const waiting = [await send(), await send(), await send()]
    await until('their first attempts are recorded', async () => {
      return (await attempts(endpoint)).data.length === 2 * given.length + waiting.length
    })
    expect(await stats(endpoint)).toMatchObject({ fail: 2, sending: 3, recoverable: 5 })
    const later = { app_id, endpoint_id: endpoint, query: { since: at(from + 10) } }
    expect((await fixture.org.endpoint.getStats(later)).recoverable).toBe(4)
    await fixture.org.message.expungeContent({ app_id, msg_id: given[1] ?? '' })
    expect((await stats(endpoint)).recoverable).toBe(4)
    // While the receiver is still down, the retries stay as they were planned.
    const early = await recover(endpoint, { since: at(from) })
    expect((await ended(early.id)).data).toEqual({ messagesSent: 4 })
    await until('all are recorded', async () => (await attempts(endpoint)).data.length === 11)
    expect(await stats(endpoint)).toMatchObject({ sending: 3, recoverable: 4 })
    broken.clear()
    const before = got('waiting').length
    const { id } = await recover(endpoint, { since: at(from) })
    expect((await ended(id)).data).toEqual({ messagesSent: 4 })
    await until('all are delivered', async () => (await stats(endpoint)).success === 4)
    expect(got('waiting').slice(before).sort()).toEqual([given[0], ...waiting].sort())
    fixture.clock.advance(6_000)
    expect(await stats(endpoint)).toMatchObject({ sending: 0, recoverable: 0 })
    expect(got('waiting').length).toBe(before + 4)
  })

  test('[WH-05] 202 makes one attempt without retries; a failure stays one', async () => {
    const endpoint = await endpointAt('still')
    broken.add('/still')
    await send()
    await exhaust(endpoint)
    const { id } = await recover(endpoint)
    expect((await ended(id)).data).toEqual({ messagesSent: 1 })
    await until('it is recorded', async () => (await attempts(endpoint)).data.length === 3)
    expect(await stats(endpoint)).toMatchObject({ fail: 1, sending: 0 })
  })

  test('[WH-05] 202 from since until before until', async () => {
    const endpoint = await endpointAt('range')
    broken.add('/range')
    const times: number[] = []
    const failed: string[] = []
    for (let n = 0; n < 4; n++) {
      times.push(fixture.clock())
      failed.push(await send())
    }
    await exhaust(endpoint)
    broken.clear()
    const before = got('range').length
    const range = { since: at(times[1] ?? 0), until: at(times[3] ?? 0) }
    const { id } = await recover(endpoint, range)
    expect((await ended(id)).data).toEqual({ messagesSent: 2 })
    await until('both have come', () => got('range').length === before + 2)
    expect(got('range').slice(before).sort()).toEqual(failed.slice(1, 3).sort())
  })

  test('[WH-05] 202 passes over erased payloads, and disabled endpoints', async () => {
    const endpoint = await endpointAt('gaps')
    broken.add('/gaps')
    const [first = '', second = ''] = [await send(), await send()]
    await exhaust(endpoint)
    await fixture.org.message.expungeContent({ app_id, msg_id: first })
    const disable = (disabled: boolean) =>
      fixture.org.endpoint.patch({ app_id, endpoint_id: endpoint, body: { disabled } })
    await disable(true)
    const off = await recover(endpoint)
    expect((await ended(off.id)).data).toEqual({ messagesSent: 0 })
    await disable(false)
    broken.clear()
    const before = got('gaps').length
    const on = await recover(endpoint)
    expect((await ended(on.id)).data).toEqual({ messagesSent: 1 })
    await until('it has come', () => got('gaps').length > before)
    expect(got('gaps').slice(before)).toEqual([second])
  })

  test('[WH-05] 422 for a range that is too long, upside down or missing', async () => {
    const endpoint = await endpointAt('refused')
    const now = fixture.clock()
    const days = 24 * 3_600_000
    const minutes5 = 5 * 60_000
    expect(await refusal(recover(endpoint, { since: at(now - 14 * days - minutes5 - 1) }))).toEqual(
      {
        status: 422,
        body: {
          detail: [
            {
              loc: ['body', 'since'],
              msg: 'Cannot recover messages more than 14 days old.',
              type: 'value_error',
            },
          ],
        },
      },
    )
    await recover(endpoint, { since: at(now - 14 * days - minutes5) })
    const old = { since: at(now - 44 * days), until: at(now - 30 * days) }
    expect(await recover(endpoint, old)).toMatchObject({ status: 'running' })
    const swapped = { since: at(now), until: at(now - 1) }
    expect(await refusal(recover(endpoint, swapped))).toMatchObject({ status: 422 })
    const path = `/app/${app_id}/endpoint/${endpoint}/recover/`
    for (const body of ['{}', '{"since":"yesterday"}', '{"since":null}', ''])
      expect((await fixture.raw('POST', path, body)).status).toBe(422)
    expect((await fixture.raw('POST', path, `{"since":"${at(now)}","until":null}`)).status).toBe(
      202,
    )
  })
})

describe('replay missing', () => {
  const replay = (endpoint_id: string, body: object = { since: at(fixture.clock() - 3_600_000) }) =>
    fixture.org.endpoint.replay({ app_id, endpoint_id, body: { since: '', ...body } })

  test('[WH-05] 202 sends what the endpoint would have got, once', async () => {
    const early = await endpointAt('early')
    const wanted = [await send('made'), await send('made', { channels: ['a', 'b'] })]
    await send('unwanted', { channels: ['a'] })
    const erased = await send('made', { channels: ['a'] })
    await fixture.org.message.expungeContent({ app_id, msg_id: erased })
    const late = await endpointAt('late', { filterTypes: ['made'] })
    const narrow = await endpointAt('narrow', { channels: ['b'] })
    wanted.push(await send('made'))
    await settled(late)
    await settled(early)
    const started = await replay('late')
    expect(started).toMatchObject({ status: 'running', task: 'endpoint.replay' })
    expect((await ended(started.id)).data).toEqual({ messagesSent: 2 })
    await until('all are delivered', async () => (await stats(late)).success === 3)
    expect(got('late').sort()).toEqual([...wanted].sort())
    expect((await attempts(late)).data.map(({ triggerType }) => triggerType)).toEqual([0, 0, 0])
    const again = await replay(late)
    expect((await ended(again.id)).data).toEqual({ messagesSent: 0 })
    const few = await replay(narrow)
    expect((await ended(few.id)).data).toEqual({ messagesSent: 1 })
    await until('it has come', () => got('narrow').length === 1)
    expect(got('narrow')).toEqual([wanted[1]])
    expect(got('early')).toHaveLength(5)
  })

  test('[WH-05] 202 delivers with the usual retries', async () => {
    await send()
    const endpoint = await endpointAt('retried')
    broken.add('/retried')
    const { id } = await replay(endpoint)
    expect((await ended(id)).data).toEqual({ messagesSent: 1 })
    await until('the first attempt is recorded', async () => {
      return (await attempts(endpoint)).data.length === 1
    })
    expect(await stats(endpoint)).toMatchObject({ sending: 1 })
    broken.clear()
    fixture.clock.advance(6_000)
    await until('it is delivered', async () => (await stats(endpoint)).success === 1)
  })

  test('[WH-05] 202 sends nothing to a disabled endpoint, nor from outside of the range', async () => {
    const start = fixture.clock()
    await send()
    await send()
    const off = await endpointAt('off', { disabled: true })
    expect((await ended((await replay(off)).id)).data).toEqual({ messagesSent: 0 })
    const on = await endpointAt('on')
    const { id } = await replay(on, { since: at(start), until: at(start + 1) })
    expect((await ended(id)).data).toEqual({ messagesSent: 1 })
  })

  test('[WH-05] 422 as for recover', async () => {
    const endpoint = await endpointAt('long')
    const since = at(fixture.clock() - 15 * 24 * 3_600_000)
    expect(await refusal(replay(endpoint, { since }))).toMatchObject({ status: 422 })
  })
})

test('[WH-05] 404 for another application, organisation or endpoint; portals may do both', async () => {
  const endpoint_id = await endpointAt('own')
  const body = { since: at(fixture.clock()) }
  const { token } = await fixture.org.authentication.dashboardAccess({ app_id })
  const other = (await fixture.org.application.create({ body: { name: 'Other' } })).id
  for (const name of ['recover', 'replay'] as const) {
    const portal = fixture.as(token).endpoint[name]
    expect(await portal({ app_id, endpoint_id, body })).toMatchObject({ status: 'running' })
    const refused = [
      () => portal({ app_id: other, endpoint_id, body }),
      () => fixture.org.endpoint[name]({ app_id: other, endpoint_id, body }),
      () => fixture.org.endpoint[name]({ app_id, endpoint_id: 'ep_none', body }),
      () => fixture.stranger.endpoint[name]({ app_id, endpoint_id, body }),
    ]
    for (const one of refused) expect(await refusal(one())).toMatchObject({ status: 404 })
    const nobody = fixture.as('nonsense').endpoint[name]({ app_id, endpoint_id, body })
    expect(await refusal(nobody)).toMatchObject({ status: 401 })
  }
})
