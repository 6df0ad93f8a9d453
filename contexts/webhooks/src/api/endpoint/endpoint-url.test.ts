import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAuthorization } from '../../endpoint-login.ts'
import { until, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let app_id: string
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  fixture.target.received.length = 0
  app_id = (await fixture.org.application.create({ body: { name: 'App' } })).id
})
afterAll(() => fixture.close())

const add = (url: string, more: object = {}) =>
  fixture.org.endpoint.create({ app_id, body: { url, ...more } })
const put = (endpoint_id: string, url: string) =>
  fixture.org.endpoint.update({ app_id, endpoint_id, body: { url } })
const patch = (endpoint_id: string, body: object) =>
  fixture.org.endpoint.patch({ app_id, endpoint_id, body })
const here = (login: string, path = 'hook') =>
  `${fixture.target.url}${path}`.replace('//', `//${login}@`)
/** The `authorization` that the next message comes with. */
async function signedIn(): Promise<string | undefined> {
  const before = fixture.target.received.length
  await fixture.org.message.create({ app_id, body: { eventType: 'x', payload: {} } })
  await until('it is delivered', () => fixture.target.received.length > before)
  const { authorization } = fixture.target.received.at(-1)?.headers ?? {}
  return authorization?.replace(/^Basic (.*)$/, (_, pair: string) => atob(pair))
}

describe('a password in the URL', () => {
  test('[WH-03] signs in, is answered as ***, and is stored nowhere in the clear', async () => {
    const made = await add(here('ann:pass%40word-7'), { headers: { 'X-Api-Key': 'key-of-mine' } })
    expect(made.url).toBe(here('ann:***'))
    expect(await signedIn()).toBe('ann:pass@word-7')
    expect(fixture.target.received[0]?.headers).toMatchObject({ 'x-api-key': 'key-of-mine' })
    const path = { app_id, endpoint_id: made.id }
    const recorded = () => fixture.org.messageAttempt.listByEndpoint(path)
    await until('it is recorded', async () => (await recorded()).data.length === 1)
    const [attempt] = (await recorded()).data
    expect(attempt?.url).toBe(`${fixture.target.url}hook`)
    const shown = { app_id, msg_id: attempt?.msgId ?? '', attempt_id: attempt?.id ?? '' }
    const { sentHeaders, sensitive } = await fixture.org.messageAttempt.getHeaders(shown)
    expect(sensitive.sort()).toEqual(['X-Api-Key', 'authorization'])
    expect(Object.keys(sentHeaders)).not.toContain('X-Api-Key')
    const { data } = await fixture.org.messageAttempt.listAttemptedDestinations(shown)
    expect(data[0]?.url).toBe(made.url)
    expect((await fixture.org.endpoint.list({ app_id })).data[0]?.url).toBe(made.url)
    const secrets = ['pass%40word', 'pass@word', btoa('ann:pass@word-7'), 'key-of-mine']
    const tables = await fixture.rows<{ text: string }>(sql`
      select e::text as text from webhooks.endpoint e union all
      select a::text from webhooks.attempt a union all
      select m::text from webhooks.message m union all
      select k::text from webhooks.idempotency k`)
    const held = JSON.stringify([tables, fixture.logged])
    for (const secret of secrets) expect(held).not.toContain(secret)
  })

  test('[WH-03] stays when *** is sent back, to the same host alone', async () => {
    const { id } = await add(here('ann:first'))
    expect((await patch(id, { description: 'D' })).url).toBe(here('ann:***'))
    expect((await put(id, here('ann:***', 'other'))).url).toBe(here('ann:***', 'other'))
    expect(await signedIn()).toBe('ann:first')
    await patch(id, { url: here('bob:***') })
    expect(await signedIn()).toBe('bob:first')
    const elsewhere = 'https://ann:***@elsewhere.example/'
    for (const attempt of [() => put(id, elsewhere), () => patch(id, { url: elsewhere })])
      expect(await refusal(attempt())).toEqual({
        status: 422,
        body: {
          detail: [
            {
              loc: ['body', 'url'],
              msg: 'The password is hidden (***). Send it in full.',
              type: 'value_error',
            },
          ],
        },
      })
    expect(await signedIn()).toBe('bob:first')
    await put(id, here('ann:second'))
    expect(await signedIn()).toBe('ann:second')
    await put(id, `${fixture.target.url}hook`)
    expect(await signedIn()).toBeUndefined()
    for (const url of [here('ann:***'), here('***')])
      expect(await refusal(patch(id, { url }))).toMatchObject({ status: 422 })
  })

  test('[WH-03] a user alone is hidden; a custom header goes first', async () => {
    const { id, url } = await add(here('sk_live_1'))
    expect(url).toBe(here('***'))
    await put(id, url)
    expect(await signedIn()).toBe('sk_live_1:')
    const headers = { Authorization: 'Basic b3duOmhlYWRlcg==' }
    await fixture.org.endpoint.updateHeaders({ app_id, endpoint_id: id, body: { headers } })
    expect(await signedIn()).toBe('own:header')
  })

  test('[WH-03] is sealed at the next start where it was stored before', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await add('https://old.example')).id))
    for (const id of ids)
      await fixture.rows(sql`update webhooks.endpoint set url = 'https://ann:***@old.example/'
        where id = ${id}`)
    await (await webhooksFixture({}, fixture.url)).close()
    const stored = await fixture.rows<{ id: string; url: string; login: string }>(
      sql`select id, url, login from webhooks.endpoint where id = any(${ids})`,
    )
    expect(stored.map(({ url }) => url)).toEqual(['https://old.example/', 'https://old.example/'])
    for (const { id, login } of stored)
      expect(openAuthorization(fixture.vault, id, login)).toBe(`Basic ${btoa('ann:***')}`)
  })
})

test('[WH-03] 201 stores a URL as it is called, not as it is spelled', async () => {
  for (const [given, stored] of [
    ['HTTPS://Receiver.EXAMPLE:443/a/../b?q=ü', 'https://receiver.example/b?q=%C3%BC'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['http://receiver.example:80', 'http://receiver.example/'],
  ] as const) {
    const { id, url } = await add(given)
    expect(url).toBe(stored)
    expect((await patch(id, { url: given })).url).toBe(stored)
    expect((await put(id, given)).url).toBe(stored)
  }
})

test('[WH-14] 422 for a port that is never called, also of a change', async () => {
  const { id } = await add('https://receiver.example')
  for (const port of [1, 22, 25, 81, 444, 1023, 3306, 5432, 6379, 9200, 27017]) {
    const url = `http://receiver.example:${port}/`
    for (const save of [() => add(url), () => put(id, url), () => patch(id, { url })])
      expect([port, await refusal(save())]).toMatchObject([
        port,
        { status: 422, body: { detail: [{ loc: ['body', 'url'] }] } },
      ])
  }
  for (const port of [80, 443, 1024, 8080, 8443, 65535])
    expect((await add(`http://receiver.example:${port}/`)).id).toMatch(/^ep_/)
})
