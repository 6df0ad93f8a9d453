import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, run, testDatabase } from '../testing/testing.ts'
import { atEnd } from './at-end.ts'
import { connect, type Database, type Tx } from './db.ts'
import { remembered } from './remembered.ts'

let house: Awaited<ReturnType<typeof testDatabase>>
let database: Database<unknown>
beforeAll(async () => {
  house = await testDatabase()
  await run(
    house.url,
    `create table public.note (no int generated always as identity, word text not null);
     create function public.noted(word text) returns void language sql as 'insert into public.note (word) values ($1)';
     grant select, insert on public.note to countersign_app`,
  )
  database = connect({ url: house.url, role: 'countersign_app', max: 1 })
})
afterAll(async () => {
  await database.close()
  await house.drop()
})

const words = async () =>
  (await query(house.url, 'select word from public.note order by no')).map(({ word }) => word)
const added = (word: string) => sql`insert into public.note (word) values (${word})`
const count = async (tx: Tx<unknown>) =>
  (await sql<{ n: number }>`select count(*)::int as n from public.note`.execute(tx)).rows[0]?.n
const hot = { keepPlans: true } as const

test('[OPS] what waits for the end is written as one statement: calls first, then changes in their order', async () => {
  const seen = await database.withTenant(
    'a',
    async (tx) => {
      await atEnd(tx, added('first $1'))
      await atEnd(tx, sql`select public.noted(${'call one'})`)
      await atEnd(tx, added('second'))
      await atEnd(tx, sql`select public.noted(${'call two'})`)
      return count(tx)
    },
    hot,
  )
  expect(seen).toBe(0)
  expect(await words()).toEqual(['call one', 'call two', 'first $1', 'second'])
})

test('[OPS] what waits for the end is lost with its transaction, fails it, and waits nowhere else', async () => {
  const before = await words()
  const failing = database.withTenant(
    'a',
    async (tx) => {
      await atEnd(tx, added('lost'))
      throw new Error('On purpose')
    },
    hot,
  )
  await expect(failing).rejects.toThrow('On purpose')
  const refused = database.withTenant(
    'a',
    async (tx) => {
      await added('taken back').execute(tx)
      await atEnd(tx, sql`insert into public.note (word) values (${null})`)
    },
    hot,
  )
  await expect(refused, 'though it goes with the commit').rejects.toMatchObject({ code: '23502' })
  expect(await words()).toEqual(before)
  await database.withTenant('a', async (tx) => {
    await atEnd(tx, added('at once'))
    expect(await count(tx)).toBe(before.length + 1)
  })
})

test('[OPS] what a transaction learned counts for others once it has committed', async () => {
  let asked = 0
  const ask = (tx: Tx<unknown>) => remembered(tx, 'number', async () => ++asked)
  const undone = database.withTenant('a', async (tx) => {
    expect([await ask(tx), await ask(tx)]).toEqual([1, 1])
    throw new Error('On purpose')
  })
  await expect(undone).rejects.toThrow('On purpose')
  expect(await database.withTenant('a', ask)).toBe(2)
  expect(await database.withTenant('b', ask)).toBe(2)
})
