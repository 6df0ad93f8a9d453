import { testPool } from '@countersign/kit/testing-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' })
  const { database, identity, documents } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
})
afterAll(() => fixture.close())

test('[T22] who sends more than can wait in turn is told to wait: 429 with Retry-After', async () => {
  const cookie = await signedIn(fixture.databaseUrl, 'ana')
  const list = () =>
    fixture.product.app.inject({
      url: `/api/tx/list?vaspDID=${encodeURIComponent(kestrelBay)}`,
      headers: { 'x-user-agent': 'test', cookie },
    })
  const pool = testPool({ connectionString: fixture.databaseUrl, max: 1 })
  await pool.query('begin; lock table transactions.side in access exclusive mode')
  const sent = Array.from({ length: 160 }, list)
  const refused = await Promise.race(
    sent.map(async (answer) => {
      const { statusCode, headers, json } = await answer
      return { statusCode, after: headers['retry-after'], err: json().err }
    }),
  )
  await pool.query('rollback')
  await pool.end()
  expect(refused).toMatchObject({
    statusCode: 429,
    after: '2',
    err: { name: 'TooManyRequestsError', code: 429 },
  })
  const statuses = await Promise.all(sent.map(async (answer) => (await answer).statusCode))
  expect([...new Set(statuses)].toSorted(), 'the others are served').toEqual([200, 429])
  expect((await list()).statusCode, 'later there is room again').toBe(200)
})
