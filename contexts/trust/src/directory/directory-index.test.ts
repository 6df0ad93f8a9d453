import type { DirectoryQuery } from '@countersign/contracts/trust'
import { query, run } from '@countersign/kit/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import {
  type DirectoryIndex,
  directoryIndexReader,
  matchesOf,
  type Parts,
} from './directory-index.ts'

type Query = z.input<typeof DirectoryQuery>

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
  // Searched before anything changes, so that all that follows is heard of and not read for the first time.
  await search({})
})
afterAll(() => fixture.close())

const search = async (query: Query) => {
  const page = await fixture
    .as({ email: null, grants: [] })
    .vasp.list({ query: { listingType: 'all', per_page: 100, ...query } })
  return { dids: page.vasps.map(({ did }) => did), total: page.pagination.total }
}
const facets = async (query: Query) =>
  (await fixture.as({ email: null, grants: [] }).vasp.facets({ query })).total
const change = (statement: string) => run(fixture.url, statement)
const rename = (did: string, name: string) =>
  change(
    `update trust.vasp set profile = profile || '{"name":"${name}"}' where vasp_did = '${did}'`,
  )
const add = (prefix: string, count: number) =>
  change(`insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
    select 'did:ethr:0x${prefix}' || n, jsonb_build_object('name', '${prefix} ' || n), 'listed', now(), now()
    from generate_series(1, ${count}) n`)

test('[TF-03] a change counts from its commit on, however many others begin and end meanwhile', async () => {
  const claimed = async () => [
    (await search({ hasAdmin: true })).total,
    await facets({ listingType: 'all', hasAdmin: true }),
  ]
  await change(`update trust.vasp set has_admin = vasp_did in ('${aster}', '${asterEu}')`)
  expect(await claimed()).toEqual([2, 2])
  await fixture.database.withTenant(briar, async (tx) => {
    await sql`update trust.vasp set has_admin = true where vasp_did = ${briar}`.execute(tx)
    expect(await claimed()).toEqual([2, 2])
    await change(`update trust.vasp set has_admin = false where vasp_did = '${aster}'`)
    expect(await claimed()).toEqual([1, 1])
    expect(await claimed()).toEqual([1, 1])
  })
  expect((await search({ hasAdmin: true })).dids.toSorted()).toEqual([asterEu, briar])
  expect(await claimed()).toEqual([2, 2])
})

test('[TF-03] what was rolled back never counts', async () => {
  const before = await search({ hasAdmin: false })
  const undone = fixture.database.withTenant(briar, async (tx) => {
    await sql`update trust.vasp set has_admin = false where vasp_did = ${briar}`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await search({ hasAdmin: false })).toEqual(before)
})

test('[TF-03] everybody who changes a company sees that in their next search, many at once', async () => {
  await add('many', 30)
  const saw = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const did = `did:ethr:0xmany${n + 1}`
      await change(`update trust.vasp set is_active_receiver = true where vasp_did = '${did}'`)
      return (await search({ includeActiveReceiversOnly: true })).dids.includes(did)
    }),
  )
  expect(saw).toEqual(saw.map(() => true))
})

test('[TF-03] a renamed company moves, leaves the searches for its old words and joins the others', async () => {
  await rename(briar, 'Briar Custody')
  await rename(aster, 'Aster Exchange')
  expect((await search({ q: 'briar' })).dids).toEqual([briar])
  expect((await search({ q: 'zzzebra' })).dids).toEqual([])
  await rename(briar, 'Zzzebra Custody')
  expect((await search({ q: 'briar custody' })).dids).toEqual([])
  expect((await search({ q: 'zzzebra' })).dids).toEqual([briar])
  expect((await search({ order: 'name:DESC' })).dids[0]).toBe(briar)
  // What only changes a company's words leaves it where it is.
  await change(`update trust.vasp set profile = profile || '{"legalName":"Yak Ltd"}'
    where vasp_did = '${aster}'`)
  expect((await search({ q: 'yak' })).dids).toEqual([aster])
  await change(`update trust.vasp set profile = profile - 'legalName' where vasp_did = '${aster}'`)
  expect((await search({ q: 'yak' })).dids).toEqual([])
})

test('[TF-03] companies in memory stand in the order of the database, whatever is renamed or added', async () => {
  let n = 0
  const name = fc.constantFrom('Ant', 'ant', 'Bee 1', 'bee-1', 'Örn', 'Zoo', '_', 'aster', 'ZZ')
  const step = fc.oneof(
    name.map((to) => () => add(`${to.replaceAll(/\W/g, 'x')}${n++}`, 3)),
    fc.tuple(fc.constantFrom(aster, asterEu, briar), name).map(
      ([did, to]) =>
        () =>
          rename(did, to),
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const one of steps) await one()
      const first = await query(
        fixture.url,
        `select vasp_did from trust.vasp where sort_name like 'a%' order by sort_name, vasp_did`,
      )
      const begin = first.map(({ vasp_did }) => vasp_did)
      const byName = await search({ q: 'a', order: 'name' })
      // Who begins with the words comes first; the others follow, each group in the order of the database.
      const { dids, total } = await search({ q: 'a', page: 1 })
      expect(total).toBe(byName.total)
      expect(dids).toEqual([
        ...byName.dids.filter((did) => begin.includes(did)),
        ...byName.dids.filter((did) => !begin.includes(did)),
      ])
      for (const page of [1, 2])
        expect(await search({ page })).toEqual(await search({ page, order: 'name' }))
    }),
    { numRuns: 15 },
  )
})

test('[TF-03] a search made before keeps finding a company whose place others have changed', async () => {
  await add('shift', 3)
  expect((await search({ q: 'shift 2' })).dids).toEqual(['did:ethr:0xshift2'])
  await rename('did:ethr:0xshift1', 'zzz last of all')
  expect((await search({ q: 'shift 2' })).dids).toEqual(['did:ethr:0xshift2'])
})

test('[TF-03] a search that companies overtake as they move finds the right ones', async () => {
  await add('pass', 3)
  const { database } = fixture
  const keep = directoryIndexReader()
  const words = { q: 'pass 2' }
  const didsOf = ({ order }: DirectoryIndex, parts: Parts) =>
    parts.flatMap((places) => [...places].map((place) => order[place]?.did))
  const index = await database.withTenant(aster, keep)
  await database.withTenant(aster, (tx) => matchesOf(tx, index, words))
  await change(`update trust.vasp set has_admin = true where vasp_did = 'did:ethr:0xpass3'`)
  await database.withTenant(aster, keep)
  await rename('did:ethr:0xpass1', 'zzz passed')
  const found = await database.withTenant(aster, async (searching) => {
    const started = await database.withTenant(aster, async (moving) => {
      await sql`lock table trust.vasp in access exclusive mode`.execute(moving)
      // Waits for the table, while the other transaction hears of the move.
      const parts = matchesOf(searching, index, words)
      await keep(moving)
      return { parts }
    })
    return started.parts
  })
  expect(didsOf(index, found)).toEqual(['did:ethr:0xpass2'])
})

test('[TF-03] a database restored to an earlier state is read anew', async () => {
  const keep = directoryIndexReader()
  const index = await fixture.database.withTenant(aster, keep)
  const was = index.companies.get(briar)?.facts.has_admin
  await change(`update trust.vasp set has_admin = not has_admin where vasp_did = '${briar}'`)
  // As when the index was read from a database that many more transactions had changed.
  index.since = '99999999999'
  const { companies, since } = await fixture.database.withTenant(aster, keep)
  expect(companies.get(briar)?.facts.has_admin).toBe(!was)
  expect(BigInt(since)).toBeLessThan(99999999999n)
})

test('[TF-03] more changes at once than are worth hearing are read anew', async () => {
  const { total } = await search({})
  expect((await search({ q: 'crowd' })).total).toBe(0)
  await add('crowd', 1_100)
  expect((await search({ q: 'crowd' })).total).toBe(1_100)
  await change(
    `update trust.vasp set verification_status = 'VERIFIED' where vasp_did like '%crowd%'`,
  )
  expect((await search({ q: 'crowd', badge: 'verified' })).total).toBe(1_100)
  expect((await search({})).total).toBe(total + 1_100)
})

test('[TF-03] numbers of transactions that another database gave do no harm', async () => {
  // They would stay in the way of the other tests.
  const other = await trustFixture()
  const admins = async () => {
    const caller = other.as({ email: null, grants: [] })
    const page = await caller.vasp.list({ query: { listingType: 'all', hasAdmin: true } })
    return page.pagination.total
  }
  await run(
    other.url,
    `alter table trust.vasp disable trigger vasp_changed;
    update trust.vasp set changed_in = '9999999999';
    alter table trust.vasp enable trigger vasp_changed`,
  )
  const total = await admins()
  await run(
    other.url,
    `update trust.vasp set has_admin = not has_admin where vasp_did = '${briar}'`,
  )
  expect(await admins()).not.toBe(total)
  await other.close()
})
