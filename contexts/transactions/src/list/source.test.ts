import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { inScope, isMerge, merged } from './cells.store.ts'
import { findIds } from './list.store.ts'
import { countAll } from './page.store.ts'
import { isCounted, orderOf, type Sorted, sourceOf } from './source.store.ts'

// A list says the same wherever its rows come from: what is proved here is that it reads few.
let fixture: Awaited<ReturnType<typeof transfersFixture>>
let base: Sorted
let transfer: string
beforeAll(async () => {
  fixture = await transfersFixture()
  transfer = (await fixture.as(kestrel).create({ body: draft() })).id
  base = { me: 'did:example:mei', now: new Date(fixture.clock()), sort: 'createdAt:DESC' }
})
afterAll(() => fixture.close())

const source = (filters: Partial<Sorted>) =>
  fixture.deps.database.withTenant(kestrel, async (tx) => {
    const { kind, within } = await sourceOf(tx, kestrel, { ...base, ...filters })
    return [kind, within.compile(tx).sql.replace(/\s+/g, ' ')]
  })

const unknown = '00000000-0000-0000-0000-000000000000'
const since = 's.created_at >= $1::date::timestamp at time zone $2 and true'
const reference =
  's.customer_key = (select c.customer_key from transactions.customer c where c.vasp_did = $1 and c.ref = $2)'
const address =
  's.transfer_id in (select l.transfer_id from transactions.lookup l where l.vasp_did = $1 and l.kind = any($2::text[]) and l.key = $3)'

test.each<[string, Partial<Sorted>, kind: string, within: string]>([
  ['no filter', {}, 'MERGE', 'true'],
  ['cells', { status: ['NEW'] }, 'MERGE', 'true'],
  [
    'cells by value, most first',
    { status: ['NEW'], sort: 'transactionAmount:DESC' },
    'MERGE',
    'true',
  ],
  ['value, least first', { sort: 'transactionAmount:ASC' }, 'MERGE', 'true'],
  ['counterparties', { vasps: [granite] }, 'MERGE', 'true'],
  ['days', { start: '2026-01-01' }, 'MERGE', since],
  [
    'days of the last change, in their order',
    { start: '2026-01-01', dateField: 'updatedAt' },
    'MERGE',
    since.replace('created', 'updated'),
  ],
  ['the last change', { sort: 'updatedAt:DESC' }, 'MERGE', 'true'],
  ['lists of nothing', { status: [], reason: [], vasps: [] }, 'MERGE', 'true'],
])('[TX-01] %s: a list is merged from ranges of an index', async (_, filters, kind, within) => {
  expect(await source(filters)).toEqual([kind, within])
})

test.each<[string, Partial<Sorted>, within: string]>([
  ['when it is due', { sort: 'dueAt:ASC' }, "s.waits_for = 'us' and s.due_at is not null and true"],
  ['a customer', { customerRef: 'K-1' }, `${reference} and true`],
  ['whoever asks', { assignee: 'me' }, 's.assignee = $1 and true'],
  ['what is held', { held: true }, 's.held_by is not null and true'],
  ['the inbox', { txGroup: 'INBOX' }, 's.waits_for = $1 and true'],
  ['a section', { section: ['SECOND_APPROVAL'] }, 's.waits_for = $1 and true'],
  ['whose turn it is', { waitsFor: 'them' }, 's.waits_for = $1 and true'],
  ['a rule', { rule: 'R-1' }, 's.rule_id = $1 and true'],
  ['one reason', { reason: ['REPLACED'] }, 's.reason_code = $1 and true'],
  ['no hash', { hasHash: false }, 'not s.has_hash and true'],
  ['what no index has', { minValue: '1' }, 'true'],
  ['nobody', { assignee: 'none' }, 'true'],
  ['what is not held', { held: false }, 'true'],
])('[TX-01] %s: a list walks along an index in its order', async (_, filters, within) => {
  expect(await source(filters)).toEqual(['WALK', within])
})

test.each<[string, Partial<Sorted>, within: string]>([
  ['ids', { ids: [unknown] }, 's.transfer_id = any($1::uuid[]) and true'],
  ['an address', { wallet: '0x1' }, `${address} and true`],
  ['what was found', { found: { ids: [], counterparties: [] } }, 'false and true'],
  ['a reference', { transactionRef: 'T-1' }, 's.transaction_ref = $1 and true'],
  ['some reasons', { reason: ['REPLACED', 'OTHER'] }, 's.reason_code = any($1::text[]) and true'],
  ['two filters', { assignee: 'me', rule: 'R-1' }, 's.assignee = $1 and true'],
  ['another order', { assignee: 'me', sort: 'updatedAt:DESC' }, 's.assignee = $1 and true'],
  [
    'cells by value, least first',
    { status: ['NEW'], sort: 'transactionAmount:ASC' },
    's.cell = $1 and true and true',
  ],
  [
    'counterparties by the last change',
    { vasps: [granite], sort: 'updatedAt:DESC' },
    's.counterparty_no = $1 and true and true',
  ],
  ['days by value', { start: '2026-01-01', sort: 'transactionAmount:DESC' }, since],
])(
  '[TX-01] %s: a list that no index has in its order reads all of a few',
  async (_, filters, within) => {
    expect(await source(filters)).toEqual(['WHOLE', within])
  },
)

test('[TX-01] 5,000 rows are few enough to be read and sorted, and no more', async () => {
  await fixture.rows(
    `insert into transactions.transfer select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       from transactions.transfer t, generate_series(1, 5000)`,
  )
  const copy = (limit: number) =>
    fixture.rows(
      `insert into transactions.side select (jsonb_populate_record(s, jsonb_build_object('transfer_id', t.id))).*
         from transactions.side s, transactions.transfer t
         where s.vasp_did = '${kestrel}' and s.transfer_id = '${transfer}' and t.id not in (select transfer_id from transactions.side) limit ${limit}`,
    )
  const byValue = { waitsFor: 'us', sort: 'transactionAmount:DESC' } as const
  await copy(4_999)
  expect(await source(byValue)).toEqual(['WHOLE', 's.waits_for = $1 and true'])
  await copy(1)
  expect(await source(byValue)).toEqual(['WALK', 'true'])
  const two = { waitsFor: 'us', assignee: 'me' } as const
  expect(await source(two), 'the fewest first').toEqual(['WHOLE', 's.assignee = $1 and true'])
  const inOrder = { waitsFor: 'us', hasHash: false } as const
  expect(await source(inOrder), 'along the first').toEqual(['WALK', 's.waits_for = $1 and true'])
})

test('[TX-01] ranges are merged up to 2,000 of them', () => {
  const numbers = (length: number) => Array.from({ length }, (_, at) => at)
  expect(isMerge({ cells: null, counterparties: null })).toBe(true)
  expect(isMerge({ cells: numbers(2_000), counterparties: null })).toBe(true)
  expect(isMerge({ cells: null, counterparties: numbers(2_001) })).toBe(false)
  expect(isMerge({ cells: numbers(50), counterparties: numbers(40) })).toBe(true)
  expect(isMerge({ cells: numbers(50), counterparties: numbers(41) })).toBe(false)
})

test('[TX-01] a scope is a number or a list of them, of cells, counterparties or both', async () => {
  await fixture.deps.database.withTenant(kestrel, async (tx) => {
    const text = (...scope: Parameters<typeof inScope>) => inScope(...scope).compile(tx).sql
    expect(text({ cells: null, counterparties: null })).toBe('true')
    expect(text({ cells: [4], counterparties: [1, 2] })).toBe(
      's.cell = $1 and s.counterparty_no = any($2::int[]) and true',
    )
    const of = (...scope: Parameters<typeof inScope>) =>
      merged(...scope, (within) => sql`page ${within}`)
        .compile(tx)
        .sql.replace(/\s+/g, ' ')
    expect(of({ cells: null, counterparties: null })).toBe('page true')
    expect(of({ cells: [1], counterparties: null })).toBe(
      'select b.* from unnest($1::int[]) in_cell (no) cross join lateral (page s.cell = in_cell.no) b',
    )
    expect(of({ cells: [1], counterparties: [2] })).toContain(
      '(page s.cell = in_cell.no and s.counterparty_no = of_company.no) b',
    )
  })
})

test('[TX-01] the counters know how many there are by cells alone, and by days of creation in UTC', () => {
  const counted = (filters: Partial<Sorted>) => isCounted({ ...base, ...filters })
  expect(counted({})).toBe(true)
  expect(counted({ status: ['NEW'], start: '2026-01-01', vasps: [], rule: undefined })).toBe(true)
  expect(counted({ zone: 'UTC', dateField: 'createdAt' })).toBe(true)
  const others: Partial<Sorted>[] = [
    { zone: 'Asia/Singapore' },
    { dateField: 'updatedAt' },
    { vasps: [granite] },
    { assignee: 'me' },
    { ids: [] },
  ]
  for (const other of others) expect(counted(other), JSON.stringify(other)).toBe(false)
})

test('[TX-01] days of the last change put a list in its order', () => {
  expect(orderOf({ ...base, dateField: 'updatedAt' })).toEqual(['updated_at', 'desc'])
  expect(orderOf({ ...base, dateField: 'createdAt' })).toEqual(['created_at', 'desc'])
  const sort = 'transactionAmount:ASC'
  expect(orderOf({ ...base, sort, dateField: 'updatedAt' })).toEqual(['value', 'asc'])
})

test('[TX-01] of no named transfers none is found, and none is counted', async () => {
  const found = (ids: string[]) =>
    fixture.deps.database.withTenant(kestrel, async (tx) => {
      const filters = { ...base, ids }
      const { total } = await countAll(tx, kestrel, filters, await sourceOf(tx, kestrel, filters))
      return { total, ids: await findIds(tx, kestrel, filters, 10) }
    })
  expect(await found([transfer])).toEqual({ total: 1, ids: [transfer] })
  expect(await found([])).toEqual({ total: 0, ids: [] })
})
