import { readFileSync } from 'node:fs'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed, draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { foldCounters } from './fold.store.ts'

const day = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

let fixture: Awaited<ReturnType<typeof transfersFixture>>
/** The day before the first transfer, and the one after the last. */
let span: { from: string; to: string }
beforeAll(async () => {
  fixture = await transfersFixture()
  const begin = fixture.clock()
  const ours = fixture.as(kestrel)
  const theirs = fixture.as(granite)
  const made = async (more?: object) => (await ours.create({ body: draft(more) })).id
  const sent = async () => {
    const id = await made()
    await ours.approve({ query: { id } })
    return id
  }
  await made({ amount: '0.000000000000000001' })
  await fold(kestrel)
  const id = await sent()
  fixture.clock.advance(day)
  await theirs.confirm({ query: { id } })
  await theirs.accept({ query: { id }, body: {} })
  await fold(kestrel)
  fixture.clock.advance(40 * day)
  await sent()
  await made({
    transactionAsset: 'BTC',
    network: 'bitcoin',
    amount: '0.5',
    transactionBlockchainInfo: { destination: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  })
  span = { from: dayOf(begin - day), to: dayOf(fixture.clock() + day) }
})
afterAll(() => fixture.close())

const fold = (company: string) =>
  fixture.deps.database.withTenant(company, (tx) => foldCounters(tx, company))
const statistics = (company: string, more: object = {}) =>
  fixture.as(company).statistics({ query: { ...span, ...more } })
/** The same from the transfers themselves. */
const recount = (company: string, by: string, asset = '') =>
  fixture.rows(`select to_char(date_trunc('${by}', s.created_at at time zone 'UTC'), 'YYYY-MM-DD') as period,
      s.direction, t.type as "transactionType", s.status, count(*)::int as count,
      trim_scale(coalesce(sum(s.value), 0)::numeric / 10000)::text as value
    from transactions.side s join transactions.transfer t on t.id = s.transfer_id
    where s.vasp_did = '${company}' and ('${asset}' = '' or t.asset_id = '${asset}')
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`)

test.each(['day', 'week', 'month'])(
  '[TX-05] statistics by %s say the same as a recount, before and after the fold',
  async (by) => {
    for (const company of [kestrel, granite]) {
      const counted = await recount(company, by)
      expect(counted.length).toBeGreaterThan(1)
      expect((await statistics(company, { by })).rows).toEqual(counted)
      await fold(company)
      expect((await statistics(company, { by })).rows).toEqual(counted)
      expect(await fold(company), 'nothing is counted twice').toBe(0)
    }
  },
)

test('[TX-05] a fold that is cut off counts nothing, and the next one everything', async () => {
  await fixture.as(kestrel).create({ body: draft() })
  const counted = await recount(kestrel, 'day')
  const cut = fixture.deps.database.withTenant(kestrel, async (tx) => {
    await foldCounters(tx, kestrel)
    throw new Error('Killed')
  })
  await expect(cut).rejects.toThrow('Killed')
  expect((await statistics(kestrel)).rows).toEqual(counted)
  expect(await fold(kestrel)).toBe(1)
  expect((await statistics(kestrel)).rows).toEqual(counted)
})

test('[TX-05] statistics are of the days and the asset asked for, in the company’s currency', async () => {
  const whole = await statistics(kestrel)
  expect(whole.currency).toBe('SGD')
  expect(whole.rows.some(({ value }) => Number(value) > 1)).toBe(true)
  const days = [...new Set(whole.rows.map(({ period }) => period))]
  const [first = ''] = days
  const one = await statistics(kestrel, { from: first, to: first })
  expect(one.rows).toEqual(whole.rows.filter(({ period }) => period === first))
  expect(days.length).toBeGreaterThan(1)
  const [bitcoin] = await fixture.rows(
    `select distinct asset_id as id from transactions.transfer where asset_symbol = 'BTC'`,
  )
  const asset = String(bitcoin?.id)
  expect((await statistics(kestrel, { asset })).rows).toEqual(await recount(kestrel, 'day', asset))
  expect(await statistics(closed)).toEqual({ rows: [], currency: null })
})

test('[TX-05] a span that is too long or runs backwards is refused', async () => {
  const ask = (from: string, to: string) => statistics(kestrel, { from, to })
  for (const [from, to] of [
    ['2026-02-02', '2026-02-01'],
    ['2025-01-01', '2026-02-05'],
  ] as const)
    expect(await refusal(ask(from, to)), `${from} to ${to}`).toMatchObject({ status: 422 })
  await expect(ask('2025-01-01', '2026-02-04')).resolves.toBeDefined()
})

test('[TX-05] what was counted before there were day counters is in them after the migration', async () => {
  await fold(kestrel)
  await fixture.as(kestrel).create({ body: draft() })
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fold(kestrel)
  await fixture.as(kestrel).cancel({ body: { id, reason: 'WRONG_DETAILS' } })
  const counted = await recount(kestrel, 'day')
  await fixture.rows('truncate transactions.cell_day')
  const file = new URL('../../migrations/0016-day-counters.sql', import.meta.url)
  await fixture.rows(readFileSync(file, 'utf8'))
  expect((await statistics(kestrel)).rows).toEqual(counted)
  await fold(kestrel)
  expect((await statistics(kestrel)).rows).toEqual(counted)
})
