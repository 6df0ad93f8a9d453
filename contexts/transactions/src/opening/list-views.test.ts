import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
const ids: string[] = []
const day = 86_400_000
beforeAll(async () => {
  fixture = await transfersFixture()
  for (let n = 0; n < 3; n++) {
    const { id } = await fixture.as(kestrel).create({ body: draft() })
    await fixture.as(kestrel).approve({ query: { id } })
    await fixture.as(granite).confirm({ query: { id } })
    await fixture.as(granite).decrypt({ body: { id, reason: { code: 'AUDIT' } } })
    ids.push(id)
    fixture.clock.advance(day)
  }
})
afterAll(() => fixture.close())

type Query = NonNullable<Parameters<ReturnType<typeof fixture.as>['piiViews']>[0]['query']>
const views = (company: string, query: Query) => fixture.as(company).piiViews({ query })

test('[TX-04] the log of views shows those of all transfers, page by page, each once', async () => {
  const whole = (await views(granite, {})).views
  expect(new Set(whole.map(({ transactionId }) => transactionId))).toEqual(new Set(ids))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await views(granite, { limit: '2', ...(cursor && { cursor }) })
    seen.push(...page.views.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(whole.map(({ id }) => id))
})

test('[TX-04] the owner of the data sees which company looked, and not the person', async () => {
  const { views: seen } = await views(kestrel, {})
  expect(seen.length).toBeGreaterThanOrEqual(3)
  for (const view of seen)
    expect(view).toMatchObject({ viewerVASPdid: granite, ownerVASPdid: kestrel, by: null })
})

test('[TX-04] the log is narrowed by company, person and days', async () => {
  const [first] = (await views(granite, { id: ids[0] ?? '' })).views
  const on = first?.at.slice(0, 10) ?? ''
  const thatDay = (await views(granite, { from: on, to: on })).views
  expect(new Set(thatDay.map(({ transactionId }) => transactionId))).toEqual(new Set([ids[0]]))
  expect((await views(granite, { viewerVASPdid: kestrel })).views).toEqual([])
  expect((await views(granite, { by: 'did:example:nobody' })).views).toEqual([])
  expect((await views(granite, { by: first?.by ?? '' })).views.length).toBeGreaterThanOrEqual(3)
  const { next } = await views(granite, { limit: '1' })
  expect(await refusal(views(kestrel, { limit: '1', cursor: next ?? '' }))).toMatchObject({
    status: 422,
  })
})
