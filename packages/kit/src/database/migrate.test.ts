import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClient } from '../testing/query.ts'
import { testDatabase } from '../testing/testing.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let dir: string
beforeEach(async () => {
  database = await testDatabase()
  dir = await mkdtemp(join(tmpdir(), 'countersign-migrate-'))
})
afterEach(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(dir, name), sql)
const run = () => migrate(database.url, [{ context: 'try', dir }])
const tables = async () => {
  const client = testClient({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    "select relname from pg_class where relname like 'try\\_%' order by 1",
  )
  await client.end()
  return rows.map((row) => row.relname)
}

test('[OPS] files are applied once, in order', async () => {
  await write('0002-b.sql', 'alter table try_a rename to try_b')
  await write('0001-a.sql', 'create table try_a ()')
  expect(await run()).toEqual(['try/0001-a.sql', 'try/0002-b.sql'])
  expect(await run()).toEqual([])
  expect(await tables()).toEqual(['try_b'])
})

test('[OPS] two starts at once do not collide', async () => {
  await write('0001-a.sql', 'create table try_a (); select pg_sleep(0.1)')
  const results = await Promise.all([run(), run(), run()])
  expect(results.flat()).toEqual(['try/0001-a.sql'])
})

test('[OPS] a file that fails leaves nothing of itself, and is named', async () => {
  await write('0001-a.sql', 'create table try_a ()')
  await write('0002-b.sql', 'create table try_b (); select nonsense')
  await expect(run()).rejects.toThrow('try/0002-b.sql failed')
  expect(await tables()).toEqual(['try_a'])
})

test('[OPS] an applied file that was changed, and one of a newer release, are refused', async () => {
  await write('0001-a.sql', 'create table try_a ()')
  await run()
  await write('0001-a.sql', 'create table try_a (); ')
  await expect(run()).rejects.toThrow('was changed after it was applied')
  await rm(join(dir, '0001-a.sql'))
  await expect(run()).rejects.toThrow('newer release: try/0001-a.sql')
})
