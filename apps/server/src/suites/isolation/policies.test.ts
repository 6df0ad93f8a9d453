import { testClient } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolationHouse, outsiderDid, type TenantTable, victimDid } from './house.fixture.ts'

/** What the whole network may read of a company, whoever asks: itself, and what can be asked of it. */
const open = new Set(['trust.vasp', 'trust.claim', 'trust.information'])
/** Works for a company that has no row anywhere. */
const ownsNothing = 'did:web:owns-nothing.example'
/** Found by a secret's hash before anybody is known; `catalogue.test.ts` lists these too. */
const bySecret = new Set(['identity.access_token'])

let owner: pg.Client
let app: pg.Client
let tables: TenantTable[]
let close: () => Promise<void> = async () => undefined
beforeAll(async () => {
  const house = await isolationHouse()
  const connectionString = house.databaseUrl
  owner = testClient({ connectionString })
  app = testClient({ connectionString, options: '-c role=countersign_app' })
  await Promise.all([owner.connect(), app.connect()])
  tables = (await house.tenantTables()).filter(({ name }) => !bySecret.has(name))
  close = async () => {
    await Promise.all([owner.end(), app.end()])
    await house.close()
  }
})
afterAll(() => close())

/** What the application, working for another company, can do to a table's rows of this one. */
async function breaches({ name, columns, rows, updatable }: TenantTable): Promise<string[]> {
  const found: string[] = []
  const attempt = async (what: string, text: string, values: unknown[] = [], by = outsiderDid) => {
    await app.query('begin')
    await app.query("select set_config('app.tenant', $1, true)", [by])
    const count = await app.query(text, values).then(
      (result) => result.rowCount ?? 0,
      (error: { code?: string }) => {
        // Not granted, or against a policy.
        if (error.code === '42501') return 0
        // Policies are asked before constraints: the row was reached, or would have been written.
        if (error.code?.startsWith('23')) return 1
        throw new Error(name, { cause: error })
      },
    )
    await app.query('rollback')
    if (count > 0) found.push(`${name}: ${what} ${count}`)
  }
  const [row] = rows
  if (!open.has(name)) {
    await attempt('reads', `select 1 from ${name} where vasp_did = $1`, [victimDid])
    await attempt('reads all', `select 1 from ${name} where vasp_did <> $1`, [outsiderDid])
  }
  // Who owns nothing may reach no row. These statements read no column, so that the policy for
  // reading does not hide what the one for writing would let through.
  if (updatable)
    await attempt('changes', `update ${name} set ${updatable} = default`, [], ownsNothing)
  await attempt('deletes', `delete from ${name}`, [], ownsNothing)
  const list = columns.map((column) => `"${column}"`).join(', ')
  if (row)
    await attempt(
      'adds',
      `insert into ${name} (${list}) overriding system value
         select ${list} from jsonb_populate_record(null::${name}, $1)`,
      [JSON.stringify(row)],
    )
  return found
}

test('[ID-08] the database itself keeps companies apart, table by table', async () => {
  const found: string[] = []
  for (const table of tables) found.push(...(await breaches(table)))
  expect(found).toEqual([])
})

test('[ID-08] every table of companies holds something of the company whose rows are guarded', () => {
  expect(tables.length).toBeGreaterThan(5)
  expect(tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([])
})

test('[ID-08] a table without its policies is found', async () => {
  const unseen: string[] = []
  for (const table of tables.filter(({ granted }) => granted)) {
    await owner.query(`alter table ${table.name} disable row level security`)
    if ((await breaches(table)).length === 0) unseen.push(table.name)
    await owner.query(`alter table ${table.name} enable row level security`)
  }
  expect(unseen).toEqual([])
})

test.each([
  ['update', 'changes'],
  ['delete', 'deletes'],
])('[ID-08] a table whose policy lets everybody %s is found', async (command, breach) => {
  const right = command.toUpperCase()
  const unseen: string[] = []
  let seen = 0
  for (const table of tables) {
    const may = await owner.query<{ may: boolean }>(
      `select case when $2 = 'DELETE' then has_table_privilege('countersign_app', $1::regclass, $2)
         else has_any_column_privilege('countersign_app', $1::regclass, $2) end as may`,
      [table.name, right],
    )
    if (!may.rows[0]?.may) continue
    await owner.query(`create policy planted on ${table.name} for ${command} using (true)`)
    const found = await breaches(table)
    await owner.query(`drop policy planted on ${table.name}`)
    if (found.some((one) => one.startsWith(`${table.name}: ${breach} `))) seen++
    else unseen.push(table.name)
  }
  expect(unseen).toEqual([])
  expect(seen).toBeGreaterThan(5)
})
