import { createHash, randomBytes } from 'node:crypto'
import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { vault } from '@countersign/kit/vault'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { addExport, findExport, keyOf, resealExports, whyOf } from './export.store.ts'
import { zoned } from './row.rules.ts'
import { workOnExports } from './work.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})
// What was created earlier is settled.
beforeEach(() => fixture.clock.advance(60_000))

const ours = () => fixture.exportsOf(kestrel)
const created = async (more: object = {}) =>
  (await fixture.as(kestrel).create({ body: draft(more) })).id
const work = (more: Partial<TransactionsDeps> = {}) =>
  workOnExports({ deps: { ...fixture.deps, ...more }, relay })

type Body = Parameters<ReturnType<typeof ours>['create']>[0]['body']
type Person = Parameters<typeof fixture.exportsOf>[1]

async function ready(body: Body, person: Person = {}, company: string = kestrel) {
  const of = fixture.exportsOf(company, person)
  const { id } = await of.create({ body })
  while ((await work()) > 0);
  const made = await of.get({ exportId: id, query: {} })
  expect(made).toMatchObject({ state: 'READY' })
  const url = `/api/v1/transactions/export-requests/${id}/download`
  const { rawPayload: bytes } = await fixture.requestsOf(company, person).inject({ url })
  return { made, bytes, text: bytes.toString() }
}
const idsOf = (text: string) => text.match(/^[0-9a-f-]{36}/gm) ?? []

test('[TX-05] an export has the transfers that its filter leaves, with its progress and its hash', async () => {
  const ids = [await created({ transactionRef: 'exp-1' }), await created()]
  await fixture.as(kestrel).approve({ query: { id: ids[1] ?? '' } })
  fixture.clock.advance(60_000)
  const asked = await ours().create({ body: { filter: { status: ['NEW'] } } })
  expect(asked).toMatchObject({ state: 'WAITING', done: 0, total: null, sha256: null })
  expect(await refusal(ours().download({ exportId: asked.id, query: {} }))).toMatchObject({
    status: 409,
  })
  await ours().cancel({ exportId: asked.id, query: {} })
  const { made, bytes, text } = await ready({ filter: { status: ['NEW'] }, zone: 'Asia/Singapore' })
  expect(made).toMatchObject({ done: made.total, hasPersonalData: false, zone: 'Asia/Singapore' })
  expect(made.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(text.startsWith('\ufeffid,createdAt,')).toBe(true)
  expect(idsOf(text)).toContain(ids[0])
  expect(idsOf(text)).not.toContain(ids[1])
  const row = text.split('\r\n').find((line) => line.startsWith(ids[0] ?? '')) ?? ''
  expect(row).toContain('+08:00')
  expect(row).toContain(',exp-1,')
  for (const name of canaries) expect(text).not.toContain(name)
})

test('[TX-05] a file of lines has every page once, the oldest first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    ids.push(await created())
    fixture.clock.advance(1)
  }
  fixture.clock.advance(60_000)
  const { text } = await ready({ format: 'JSONL' })
  const found = text
    .trimEnd()
    .split('\n')
    .map((line): string => JSON.parse(line).id)
  expect(found.slice(-5)).toEqual(ids)
  expect(new Set(found).size).toBe(found.length)
})

test('[TX-05] a long file has every transfer once, over its parts, and keeps nothing if cancelled half-way', async () => {
  const id = await created({ transactionRef: 'many' })
  const clone = (table: string, more: string) => `
    insert into transactions.${table} select (jsonb_populate_record(one, ${more})).*
    from transactions.${table} one, generate_series(1, 1200) n, lateral (select
      ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as fresh) made`
  const of = (name: string) => `where one.${name} = '${id}'`
  await fixture.rows(`${clone('transfer', `jsonb_build_object('id', fresh)`)} ${of('id')}`)
  for (const [table, more] of [
    ['side', `'transaction_ref', 'many-' || n`],
    ['act', `'seq', one.seq`],
  ])
    await fixture.rows(
      `${clone(`${table}`, `jsonb_build_object('transfer_id', fresh, ${more})`)} ${of('transfer_id')}`,
    )
  // Between two milliseconds, where dates of ours cannot point.
  await fixture.rows(
    `update transactions.side set created_at = created_at + interval '567 microseconds'
     where transaction_ref like 'many-%'`,
  )
  fixture.clock.advance(60_000)
  const reason = { code: 'AUDIT' as const }
  for (const more of [{}, { includePersonalData: true, reason }]) {
    const { made, text } = await ready(more)
    const found = idsOf(text)
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBe(made.total)
    expect(found.length).toBeGreaterThan(1_200)
    expect(made.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  }
  const { id: half } = await ours().create({ body: { includePersonalData: true, reason } })
  const filesOf = () => [...fixture.files.keys()].filter((key) => key.includes(half))
  const parts = () =>
    fixture.rows(`select from transactions.export_part where export_id = '${half}'`)
  await work()
  expect(await ours().get({ exportId: half, query: {} })).toMatchObject({ state: 'RUNNING' })
  expect([filesOf(), await parts()]).toMatchObject([{ length: 1 }, { length: 1 }])
  await ours().cancel({ exportId: half, query: {} })
  await work()
  expect([filesOf(), await parts()]).toEqual([[], []])
  await fixture.rows(`delete from transactions.side where transaction_ref like 'many-%'`)
})

test('[TX-05] the lines of a file are those of a list, which describes each transfer in full', async () => {
  const approved = async (more: object) => {
    const id = await created(more)
    await fixture.as(kestrel).approve({ query: { id } })
    return id
  }
  await created({
    beneficiaryVASPdid: undefined,
    beneficiaryVASPname: 'Nobody',
  })
  await approved({ transactionAsset: 'USDC', amount: '12.345678' })
  const erased = await approved({ transactionRef: 'gone' })
  const ruled = await approved({ amount: '77.000000000000000001' })
  await fixture.as(granite).confirm({ query: { id: ruled } })
  const conditions = [{ check: 'JURISDICTION' as const, operator: 'IN' as const, values: ['SG'] }]
  const { version, ...set } = await fixture.rulesOf(granite).set({
    body: {
      ruleSet: { incoming: [{ name: 'Ours, =at once', actionRule: 'APPROVE', conditions }] },
    },
  })
  const [first, second] = [await approved({}), await approved({})]
  await fixture.rows(
    `update transactions.side set erased_at = now() where transfer_id = '${erased}'`,
  )
  for (const [id, rule] of [
    [first, set.incoming[0]?.id],
    [second, 'rul_gone'],
  ])
    await fixture.rows(`update transactions.act set rule_id = '${rule}', rule_version = ${version}
      where transfer_id = '${id}' and vasp_did = '${granite}'`)
  await fixture.rows(`update transactions.side set updated_at = updated_at + interval '999700 microseconds'
    where transfer_id = '${first}'`)
  fixture.clock.advance(60_000)
  const zone = 'America/St_Johns'
  for (const company of [kestrel, granite]) {
    const url = `/api/tx/csv?sort=createdAt:ASC&zone=${zone}`
    const { payload } = await fixture.requestsOf(company).inject({ url })
    const { text } = await ready({ zone }, {}, company)
    const sorted = (all: string) => all.split('\r\n').toSorted()
    expect(sorted(text)).toEqual(sorted(payload))
    const rules = company === granite ? ['"Ours, =at once"', 'rul_gone'] : []
    for (const name of rules) expect(text).toContain(name)
    expect(idsOf(text)).toEqual(expect.arrayContaining([erased, ruled, first, second]))
  }
})

test('[TX-05] what was created within the last moments is left out, since more may still arrive', async () => {
  await created()
  fixture.clock.advance(60_000)
  const late = await created()
  const { made, text } = await ready({})
  expect(idsOf(text)).not.toContain(late)
  expect(new Date(made.asOf).getTime()).toBe(fixture.clock() - 15_000)
})

test('[TX-05] a field that a spreadsheet would run stays a text', async () => {
  await created()
  fixture.clock.advance(60_000)
  const before = fixture.companies.get(granite)
  if (!before) throw new Error('No such company')
  fixture.companies.set(granite, { ...before, name: '=HYPERLINK("http://evil.example")' })
  const { text } = await ready({})
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
})

test('[TX-05] [TX-04] names are exported with permission and reason, one noted view for each transfer', async () => {
  const id = await created()
  fixture.clock.advance(60_000)
  const reason = { code: 'AUDIT' as const, comment: 'Year-end audit' }
  expect(await refusal(ours().create({ body: { includePersonalData: true } }))).toMatchObject({
    status: 422,
  })
  expect(
    await refusal(
      fixture.exportsOf(kestrel, { role: 'admin' }).create({
        body: { includePersonalData: true, reason },
      }),
    ),
  ).toMatchObject({ status: 403 })
  const { made, text } = await ready({ includePersonalData: true, reason })
  const row = text.split('\r\n').find((line) => line.startsWith(id)) ?? ''
  expect(row).toContain(`${canaries[1]} ${canaries[0]}`)
  const views = await fixture.rows(
    `select part, how, reason_code from transactions.pii_view
     where transfer_id = '${id}' and vasp_did = '${kestrel}' order by part`,
  )
  expect(views).toEqual([
    { part: 'BENEFICIARY', how: 'EXPORT', reason_code: 'AUDIT' },
    { part: 'ORIGINATOR', how: 'EXPORT', reason_code: 'AUDIT' },
  ])
  const other = fixture.exportsOf(kestrel, { did: 'did:example:other' })
  expect(await refusal(other.download({ exportId: made.id, query: {} }))).toMatchObject({
    status: 403,
  })
  for (const bytes of fixture.files.values())
    for (const name of canaries) expect(Buffer.from(bytes).toString('latin1')).not.toContain(name)
})

test('[TX-05] a cancelled export keeps nothing, and another company sees none of it', async () => {
  await created()
  fixture.clock.advance(60_000)
  const { made } = await ready({})
  const theirs = fixture.exportsOf(granite)
  expect(await refusal(theirs.get({ exportId: made.id, query: {} }))).toMatchObject({ status: 404 })
  expect(await refusal(ours().cancel({ exportId: made.id, query: {} }))).toMatchObject({
    status: 409,
  })
  const { id } = await ours().create({ body: {} })
  await ours().cancel({ exportId: id, query: {} })
  await work()
  expect(await ours().get({ exportId: id, query: {} })).toMatchObject({
    state: 'CANCELLED',
    filter: null,
  })
  expect([...fixture.files.keys()].filter((key) => key.includes(id))).toEqual([])
})

test('[TX-05] a file goes seven days after it was ready', async () => {
  await created()
  fixture.clock.advance(60_000)
  const { made } = await ready({})
  fixture.clock.advance(7 * 86_400_000)
  await work()
  expect(await ours().get({ exportId: made.id, query: {} })).toMatchObject({ state: 'EXPIRED' })
  expect(await refusal(ours().download({ exportId: made.id, query: {} }))).toMatchObject({
    status: 404,
  })
  expect([...fixture.files.keys()].filter((key) => key.includes(made.id))).toEqual([])
})

test('[TX-05] a page that fails is tried again; after ten failures the export fails', async () => {
  await created()
  fixture.clock.advance(60_000)
  const { id } = await ours().create({ body: {} })
  const files = { ...fixture.deps.files, put: () => Promise.reject(new Error('Disk full')) }
  for (let n = 0; n < 9; n++) await work({ files })
  expect(await ours().get({ exportId: id, query: {} })).toMatchObject({ state: 'WAITING' })
  await work({ files })
  expect(await ours().get({ exportId: id, query: {} })).toMatchObject({ state: 'FAILED' })
})

test('[TX-05] who has left the company exports nothing', async () => {
  await created()
  fixture.clock.advance(60_000)
  const { id } = await ours().create({ body: {} })
  await work({ peopleOf: async () => new Map() })
  expect(await ours().get({ exportId: id, query: {} })).toMatchObject({ state: 'CANCELLED' })
})

test.each([
  ['Asia/Singapore', '2026-11-24T18:20:00+08:00'],
  ['UTC', '2026-11-24T10:20:00+00:00'],
  ['America/St_Johns', '2026-11-24T06:50:00-03:30'],
])('[TX-05] a time in the zone %s', (zone, text) => {
  expect(zoned(Date.parse('2026-11-24T10:20:00Z'), zone)).toBe(text)
})

test('[T15] with a new main secret the key of an export opens, and why it has names', async () => {
  const [old, fresh] = ['k1', 'k2'].map((id) => ({ id, key: randomBytes(32) }))
  if (!old || !fresh) throw new Error('No keys')
  const key = randomBytes(32)
  const at = new Date(fixture.clock())
  await fixture.deps.database.withTenant(granite, async (tx) => {
    await addExport(tx, vault([old]), {
      id: 'exp_1',
      kind: 'transfers',
      state: 'WAITING',
      vasp_did: granite,
      filter: {},
      format: 'CSV',
      zone: 'UTC',
      why: { code: 'AUDIT' },
      as_of: at,
      requested_by: 'did:example:ann',
      role: 'admin',
      created_at: at,

      expires_at: null,
      key,
    })
    expect(await resealExports(tx, granite, vault([fresh, old]))).toBe(1)
    expect(await resealExports(tx, granite, vault([fresh, old]))).toBe(0)
    const kept = await findExport(tx, granite, 'exp_1')
    expect(kept && keyOf(vault([fresh]), kept)).toEqual(key)
    expect(kept && whyOf(vault([fresh]), kept)).toEqual({ code: 'AUDIT' })
  })
})
