import { afterAll, beforeAll, expect, test } from 'vitest'
import { addActs } from '../transfer/index.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { foldCounters } from './fold.store.ts'

const dayMs = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let span: { from: string; to: string; by: 'month' }
beforeAll(async () => {
  fixture = await transfersFixture()
  const begin = fixture.clock()
  const ours = fixture.as(kestrel)
  const theirs = fixture.as(granite)
  const sent = async () => {
    const { id } = await ours.create({ body: draft() })
    await ours.approve({ query: { id } })
    return id
  }
  const first = await sent()
  fixture.clock.advance(3_600_000)
  await theirs.confirm({ query: { id: first } })
  await fold(kestrel)
  await theirs.accept({ query: { id: first }, body: {} })
  const second = await sent()
  fixture.clock.advance(4 * 3_600_000)
  await theirs.reject({ body: { id: second, reason: 'NOT_OUR_ADDRESS' } })
  const third = await sent()
  await ours.cancel({ body: { id: third, reason: 'WRONG_DETAILS' } })
  span = { from: dayOf(begin - dayMs), to: dayOf(fixture.clock() + dayMs), by: 'month' }
})
afterAll(() => fixture.close())

const fold = (company: string) =>
  fixture.deps.database.withTenant(company, (tx) => foldCounters(tx, company))
const asked = (company: string) => fixture.as(company).outcomes({ query: span })
const partners = (company: string, from = span.from) =>
  fixture.as(company).statisticsCounterparties({ query: { from, to: span.to } })

/** What acts came to, counted from the timelines themselves. */
const recount = async (company: string) =>
  Object.fromEntries(
    (
      await fixture.rows(`select to_status as status, count(*)::int as n from transactions.act
        where vasp_did = '${company}' and from_status is distinct from to_status
          and to_status in ('SENT', 'ACK', 'NOT_READY', 'ACCEPTED', 'DECLINED', 'REJECTED', 'CANCELLED')
        group by 1`)
    ).map(({ status, n }) => [String(status), Number(n)]),
  )
const counted = ({ outcomes }: Awaited<ReturnType<typeof asked>>) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ outcome }) => outcome)].map(([outcome, rows]) => [
      outcome,
      rows.reduce((sum, { count }) => sum + count, 0),
    ]),
  )

test('[TX-05] outcomes say the same as a recount of the timelines, before and after the fold', async () => {
  for (const company of [kestrel, granite]) {
    const before = await asked(company)
    expect(counted(before)).toEqual(await recount(company))
    expect(counted(before).SENT).toBe(company === kestrel ? 3 : counted(before).SENT)
    await fold(company)
    expect(await asked(company)).toEqual(before)
    expect(await fold(company), 'nothing is counted twice').toBe(0)
    expect(await asked(company)).toEqual(before)
  }
})

test('[TX-05] both sides see how long the first answers took, and who decided', async () => {
  const ours = await asked(kestrel)
  const theirs = await asked(granite)
  const of = (one: typeof ours, direction: string) =>
    one.responsesInAll.find((row) => row.direction === direction)
  expect(of(ours, 'outgoing')).toEqual({ ...of(theirs, 'incoming'), direction: 'outgoing' })
  // One hour and four hours: the first answer counts, not the last.
  expect(of(ours, 'outgoing')).toMatchObject({ answered: 2 })
  expect(of(ours, 'outgoing')?.medianSeconds).toBeGreaterThan(3_600 / 1.48)
  expect(of(ours, 'outgoing')?.medianSeconds).toBeLessThan(3_600 * 1.48)
  expect(of(ours, 'incoming')).toMatchObject({ answered: 0, medianSeconds: null })
  const sum = (rows: typeof ours.decisions) => rows.reduce((all, { count }) => all + count, 0)
  expect(sum(ours.decisions)).toBe(3)
  expect(sum(theirs.decisions)).toBe(2)
  expect(ours.decisions.every(({ by }) => by !== 'THEM')).toBe(true)
})

test('[TX-05] counterparties are counted by month, and those that are new are marked', async () => {
  const before = await partners(kestrel)
  expect(before.rows).toMatchObject([
    {
      did: granite,
      name: 'granite',
      outgoing: 3,
      incoming: 0,
      answered: 2,
      refused: 1,
      isNew: true,
    },
  ])
  await fold(kestrel)
  expect(await partners(kestrel)).toEqual(before)
  const later = new Date(Date.parse(span.to) + 40 * dayMs).toISOString().slice(0, 10)
  const none = await fixture
    .as(kestrel)
    .statisticsCounterparties({ query: { from: later, to: later } })
  expect(none.rows).toEqual([])
  expect((await partners(granite)).rows).toMatchObject([{ did: kestrel, incoming: 3, outgoing: 0 }])
})

test('[TX-05] of acts that come at once, those are counted that lead to an outcome', async () => {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  const act = (from: 'NEW' | 'SENT', to: 'NEW' | 'SENT') => ({
    ...{ from, to, at: new Date(fixture.clock()), side: 'originator' as const, version: 2 },
    ...{
      action: 'approve' as const,
      by: 'SYSTEM' as const,
      did: null,
      company: null,
      reason: null,
    },
  })
  const before = counted(await asked(kestrel))
  await fixture.deps.database.withTenant(kestrel, (tx) =>
    addActs(tx, kestrel, id, [act('NEW', 'NEW'), act('NEW', 'SENT'), act('SENT', 'SENT')]),
  )
  expect(counted(await asked(kestrel))).toEqual({ ...before, SENT: (before.SENT ?? 0) + 1 })
  expect(await recount(kestrel)).toEqual(counted(await asked(kestrel)))
})
