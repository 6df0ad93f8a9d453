import { connect } from '@countersign/kit/db'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../tables.gen.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { sweepSteps } from './sweep.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const relay = () => connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })

async function swept(deps = fixture.deps) {
  const database = relay()
  const ran = await sweepSteps({ deps, relay: database })
  await database.close()
  return ran
}

test('[TX-02] a step that failed is done by the sweep, and the act before it stays', async () => {
  const broken = failingAfterCreation()
  const { id } = await broken.create({ body: draft() })
  const answered = await broken.approve({ query: { id } })
  expect(answered).toMatchObject({ status: 'SENT', version: 2 })
  const theirs = fixture.as(granite)
  await expect(theirs.info({ query: { id } }), 'it has not arrived').rejects.toThrow()
  expect(await swept()).toBe(0)
  fixture.clock.advance(1_100)
  expect(await swept()).toBe(1)
  expect(await theirs.info({ query: { id } })).toMatchObject({
    status: 'SENT',
    section: 'TO_CONFIRM',
  })
  expect(await swept()).toBe(0)
})

/** The originator's company served by a process in which nothing arrives. */
function failingAfterCreation() {
  return fixture.as(
    kestrel,
    {},
    {
      jurisdictions: async (tx) => {
        const { rows } = await sql`select current_setting('app.tenant') as tenant`.execute(tx)
        if (JSON.stringify(rows).includes(granite)) throw new Error('The table is locked')
        return fixture.deps.jurisdictions(tx)
      },
    },
  )
}

test('[TX-02] not ready until a time: then it waits for the company again', async () => {
  const ours = fixture.as(kestrel)
  const theirs = fixture.as(granite)
  const { id } = await ours.create({ body: draft() })
  await ours.approve({ query: { id } })
  const until = new Date(fixture.clock() + 3_600_000).toISOString()
  expect(await theirs.notReady({ body: { id, until } })).toMatchObject({
    status: 'NOT_READY',
    section: 'LATER',
    waitsFor: null,
  })
  await swept()
  expect(await theirs.info({ query: { id } })).toMatchObject({ waitsFor: null })
  fixture.clock.advance(3_600_000)
  await swept()
  expect(await theirs.info({ query: { id } })).toMatchObject({ waitsFor: 'us', section: 'LATER' })
})

test('[TX-02] a clock that goes an hour ahead, back, and ahead again lets each deadline come once', async () => {
  const at = { vaspDID: kestrel }
  const ours = fixture.as(kestrel)
  const settings = await ours.settings(at)
  const onNoResponse = { action: 'CANCEL' as const, afterMinutes: 60, processFor: [] }
  await ours.saveSettings({ ...at, body: { ...settings, onNoResponse } })
  const [silent, asked] = [
    await ours.create({ body: draft() }),
    await ours.create({ body: draft() }),
  ]
  for (const { id } of [silent, asked]) await ours.approve({ query: { id } })
  const theirs = fixture.as(granite)
  await theirs.confirm({ query: { id: asked.id } })
  await theirs.requestData({
    body: { id: asked.id, fields: ['originator.BIRTH'], dueInHours: 1 },
  })
  const hour = 3_600_000
  for (const jump of [hour, -hour, -hour, hour, hour, hour]) {
    fixture.clock.advance(jump)
    await swept()
  }
  for (const company of [ours, theirs]) {
    for (const { id } of [silent, asked]) {
      const { actions } = await company.info({ query: { id } })
      expect(actions.filter(({ action }) => action === 'expire')).toHaveLength(1)
    }
    const { openRequest } = await company.info({ query: { id: asked.id } })
    expect(openRequest).toBeNull()
  }
  const twice = `select object, vasp_did, type, payload ->> 'version' from outbox.event
    where object in ('${silent.id}', '${asked.id}') group by 1, 2, 3, 4 having count(*) > 1`
  expect(await fixture.rows(twice), 'nobody hears of anything twice').toEqual([])
  await ours.saveSettings({
    ...at,
    body: { ...settings, version: (await ours.settings(at)).version },
  })
})

test('[TX-01] the counters say the same before and after they were folded, and as a recount', async () => {
  const ours = fixture.as(kestrel)
  const before = await ours.counts({ query: {} })
  await swept()
  const [left] = await fixture.rows('select count(*)::int as n from transactions.cell_delta')
  expect(left?.n).toBe(0)
  const after = await ours.counts({ query: {} })
  expect(after).toEqual(before)
  const recount = await fixture.rows(
    `select direction, status, count(*)::int as count from transactions.side where vasp_did = '${kestrel}'
     group by direction, status order by direction, status`,
  )
  expect(after.byStatus).toEqual(recount)
})

/** A transfer whose personal data the beneficiary has opened. */
async function viewed() {
  const theirs = fixture.as(granite)
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fixture.as(kestrel).approve({ query: { id } })
  await theirs.confirm({ query: { id } })
  await theirs.decrypt({ body: { id, reason: { code: 'AUDIT', comment: 'Yearly' } } })
  return id
}
const learned = (id: string) =>
  fixture.rows(
    `select viewer_did, by_did, comment, reason_code, part from transactions.pii_view
     where vasp_did = '${kestrel}' and transfer_id = '${id}' order by part`,
  )

test('[TX-04] who owns the data learns which company opened it, and why', async () => {
  const id = await viewed()
  const view = { viewer_did: granite, by_did: null, comment: null, reason_code: 'AUDIT' }
  expect(await learned(id)).toEqual([
    { ...view, part: 'BENEFICIARY' },
    { ...view, part: 'ORIGINATOR' },
  ])
})

test.each([
  ['yet', false],
  ['at all', true],
])('[TX-04] a view that the owner cannot note %s holds back nothing else', async (_, stuck) => {
  await fixture.rows(`create policy unnoted on transactions.pii_view as restrictive for insert
    to countersign_app with check (vasp_did <> '${kestrel}')`)
  const id = await viewed()
  expect(await swept()).toBe(0)
  const due = `update transactions.step set stuck = true, due_at = now() - interval '9 years' where kind = 'VIEWED'`
  if (stuck) await fixture.rows(due)
  await fixture.as(granite).accept({ query: { id }, body: {} })
  expect(await fixture.as(kestrel).info({ query: { id } })).toMatchObject({ section: null })
  const open = `select kind, tries from transactions.step where transfer_id = '${id}' and done_at is null
    and kind not in ('NO_RESPONSE', 'REMIND')`
  expect(await fixture.rows(open)).toEqual([{ kind: 'VIEWED', tries: 1 }])
  await fixture.rows('drop policy unnoted on transactions.pii_view')
  if (stuck) return
  fixture.clock.advance(1_100)
  expect(await swept()).toBe(1)
  expect(await learned(id)).toHaveLength(2)
})
