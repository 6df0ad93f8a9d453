import { emptyDatabase, query, run } from '@countersign/kit/testing'
import { expect, test } from 'vitest'

test('[TX-01] a database that is given to the next test has the rows of the migrations again, and no others', async () => {
  const jurisdictions = (url: string) =>
    query(url, 'select * from trust.jurisdiction order by id, version')
  const first = await emptyDatabase()
  const before = await jurisdictions(first.url)
  expect(before.length).toBeGreaterThan(20)
  await run(first.url, `update trust.jurisdiction set version = version + 100 where id = 'SG'`)
  await run(first.url, `delete from trust.jurisdiction where id = 'CH'`)
  expect(await jurisdictions(first.url)).not.toEqual(before)
  await first.drop()
  const next = await emptyDatabase()
  expect(next.url).toBe(first.url)
  expect(await jurisdictions(next.url)).toEqual(before)
  await next.drop()
})
