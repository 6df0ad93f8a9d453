import { refusal } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { expect, test } from 'vitest'
import { until, webhooksFixture } from '../webhooks.fixture.ts'

const tooMany = (retryAfter: string) => ({
  status: 429,
  retryAfter,
  body: { code: 'rate_limit', detail: expect.stringContaining('Too many messages at once.') },
})

/** Sends a message as anyone would. */
const sender = (fixture: Awaited<ReturnType<typeof webhooksFixture>>, app: string) => async () => {
  const body = JSON.stringify({ eventType: 'a', payload: {} })
  const { status, headers, text } = await fixture.raw('POST', `/app/${app}/msg/`, body)
  return { status, retryAfter: headers['retry-after'], body: JSON.parse(text) }
}

test('[WH-08] 429 while more messages wait to be stored than may, and none of the others is lost', async () => {
  const fixture = await webhooksFixture({ settings: { maxAccepting: 3 } })
  try {
    const { id } = await fixture.org.application.create({ body: { name: 'Crowd' } })
    // The engine is up once it has taken one; its own preparations would wait for the lock, too.
    const first = await sender(fixture, id)()
    expect(first.status).toBe(202)
    // While nothing can be stored.
    const holder = testClient({ connectionString: fixture.url })
    holder.on('error', () => undefined)
    await holder.connect()
    await holder.query('begin; lock table webhooks.message in share mode')
    let refusals = 0
    const sent = Array.from({ length: 60 }, async () => {
      const answer = await sender(fixture, id)()
      if (answer.status === 429) refusals++
      return answer
    })
    await until('some are refused', () => refusals > 0)
    await holder.end()
    const answers = await Promise.all(sent)
    const taken = [first, ...answers].filter(({ status }) => status === 202)
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expect(answer).toEqual(tooMany('1'))
    const { data } = await fixture.org.message.list({ app_id: id, query: { limit: 250 } })
    expect(data.map((one) => one.id).toSorted()).toEqual(
      taken.map(({ body }) => String(body.id)).toSorted(),
    )
    expect((await sender(fixture, id)()).status).toBe(202)
  } finally {
    await fixture.close()
  }
})

test('[WH-08] 429 while more deliveries wait in the database than may, until they have gone', async () => {
  const fixture = await webhooksFixture({
    settings: {
      maxInFlight: 1,
      maxPerEndpoint: 1,
      maxPerApplication: 1,
      maxWaiting: 1,
      maxBehind: 2,
    },
  })
  try {
    const { id: app_id } = await fixture.org.application.create({ body: { name: 'Slow' } })
    await fixture.org.endpoint.create({ app_id, body: { url: fixture.target.url } })
    fixture.target.rules.answer = () => 'hang'
    const send = sender(fixture, app_id)
    let last = await send()
    let sent = 0
    for (; last.status === 202 && sent < 100; sent++) last = await send()
    expect(last).toEqual(tooMany('5'))
    // Reading goes on meanwhile.
    const { data } = await fixture.org.message.list({ app_id, query: { limit: 250 } })
    expect(data).toHaveLength(sent)
    fixture.target.rules.answer = () => ({})
    fixture.target.hangUp()
    expect((await refusal(fixture.org.message.get({ app_id, msg_id: 'none' }))).status).toBe(404)
    await until('there is room again', async () => (await send()).status === 202)
  } finally {
    await fixture.close()
  }
})
