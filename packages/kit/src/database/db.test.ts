import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/testing.ts'
import { connect } from './db.ts'
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
