import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { run, testDatabase } from '../testing/testing.ts'
import { connect, type Tx } from './db.ts'
import { planOnce } from './plan-once.ts'

test('[OPS] a statement marked so is planned once for a connection, with each time its own values', async () => {
  const { url, drop } = await testDatabase()
  const database = connect({ url, role: 'countersign_app', max: 1 })
  const answers: unknown[] = []
  for (const word of ['one', 'two', 'three'])
    await database.withNobody(async (tx) => {
      const marked = await sql`select ${planOnce} upper(${word}) as word`.execute(tx)
      const plain = await sql`select lower(${word}) as word`.execute(tx)
      answers.push(...marked.rows, ...plain.rows)
    })
  const kept = await database.withNobody(async (tx) =>
    sql<{ times: number }>`
      select generic_plans + custom_plans as times from pg_prepared_statements`.execute(tx),
  )
  expect(answers.map((row) => Reflect.get(Object(row), 'word'))).toEqual([
    'ONE',
    'one',
    'TWO',
    'two',
    'THREE',
    'three',
  ])
  expect(kept.rows).toEqual([{ times: 3 }])
  await database.close()
  await drop()
})

test('[OPS] work that says so keeps its plans, outlives a change of a table, and leaves other work alone', async () => {
  const { url, drop } = await testDatabase()
  await run(
    url,
    'create table public.thing (id int, big bigint, no text); insert into thing values (1, 7); grant select on public.thing to countersign_app',
  )
  const database = connect({ url, role: 'countersign_app', max: 1 })
  const hot = (word: string) =>
    database.withTenant(
      word,
      async (tx) => {
        const things = await sql`select * from thing where id = ${1}`.execute(tx)
        const whose = await sql`select current_setting('app.tenant') as tenant`.execute(tx)
        return [...whose.rows, ...things.rows]
      },
      { keepPlans: true },
    )
  const thing = { id: 1, big: 7, no: null }
  expect(await hot('a')).toEqual([{ tenant: 'a' }, thing])
  expect(await hot('b'), 'its columns are known').toEqual([{ tenant: 'b' }, thing])
  const plans = () =>
    database.withNobody(async (tx) =>
      sql`select count(*)::int as n from pg_prepared_statements`.execute(tx),
    )
  const before = await plans()
  // One of them says whose the transaction is.
  expect(before.rows).toEqual([{ n: 3 }])
  await run(url, 'alter table public.thing add column more int')
  await expect(hot('c'), 'once').rejects.toThrow(/cached plan/)
  expect(await hot('d')).toEqual([{ tenant: 'd' }, { ...thing, more: null }])
  await database.close()
  await drop()
})

test('[T1] whatever a tenant or a user is called, a transaction is theirs and no other’s', async () => {
  const { url, drop } = await testDatabase()
  const database = connect({ url, role: 'countersign_app', max: 1 })
  const whose = async (tx: Tx<unknown>) =>
    (
      await sql`select current_setting('app.tenant', true) as tenant, current_setting('app.user', true) as "user",
        current_user as role`.execute(tx)
    ).rows
  const role = 'countersign_app'
  const names = [
    `a'; reset role; set app.tenant = 'b`,
    `a\\'); commit; select set_config('app.tenant', 'b', false); --`,
    `$1 \u{1F600} é \n */`,
  ]
  for (const name of names) {
    expect(await database.withTenant(name, whose)).toEqual([{ tenant: name, user: '', role }])
    expect(await database.withUser(name, whose)).toEqual([{ tenant: '', user: name, role }])
  }
  await expect(database.withTenant('a\0b', whose), 'PostgreSQL has no such text').rejects.toThrow()
  expect(await database.withNobody(whose)).toEqual([{ tenant: '', user: '', role }])
  await database.close()
  await drop()
})
