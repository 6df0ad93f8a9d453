import {
  type DirectoryQuery,
  jurisdictionStatuses,
  orderKeys,
  regulatoryStatuses,
  reviewFilters,
} from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { seedReviews, seedVasps } from '../index.ts'
import { aster, asterEu, trustFixture } from '../trust.fixture.ts'

type Query = z.input<typeof DirectoryQuery>

let fixture: Awaited<ReturnType<typeof trustFixture>>
const did = (n: number) => `did:ethr:0xd${String(n).padStart(3, '0')}`
const countries = ['SG', 'SE', 'BR', 'AR', 'NG', 'KY']

beforeAll(async () => {
  fixture = await trustFixture()
  const at = new Date(fixture.clock())
  await seedVasps(
    fixture.database,
    Array.from({ length: 60 }, (_, n) => company(n)),
    at,
  )
  const by = { did: 'did:example:ana', name: 'Ana' }
  const values = ['TRUSTED', 'BLOCKED', 'MANUAL'] as const
  await seedReviews(
    fixture.database,
    aster,
    Array.from({ length: 20 }, (_, n) => ({
      ...{ reviewedVaspDID: did(n * 3), reviewValue: values[n % 3] ?? 'MANUAL' },
      ...{ note: null, reasons: [], daysAgo: n, by },
    })),
    at,
  )
})
afterAll(() => fixture.close())

const company = (n: number) => ({
  did: did(n),
  profile: {
    name: `${['Delta', 'Ember', 'delta', 'Örn', 'ember 10', 'ember 2'][n % 6]} ${n % 4}`,
    ...(n % 5 > 0 && {
      jurisdictions: [countries[n % 6] ?? 'SG', ...(n % 7 === 0 ? ['BR'] : [])],
    }),
    ...(n % 3 > 0 && { yearFounded: String(2000 + (n % 9)) }),
  },
  regulatoryStatus: regulatoryStatuses[n % 7] ?? (null as unknown as string),
  verificationStatus: n % 2 ? 'VERIFIED' : 'UNVERIFIED',
  ...{ hasAdmin: n % 3 > 0, isActiveReceiver: n % 4 > 1, isNotifiable: true },
  ...{ compliancePhase: 'ACTIVE', subsidiaryOf: n % 11 === 0 ? aster : null, protocols: [] },
  emailDomains: [`d${n}.example`],
})

const officer = () =>
  fixture.as({ email: null, grants: [{ vaspDID: aster, role: 'compliance_officer' }] })

/** All DIDs of a search, page by page; fails when a page repeats one. */
async function walk(query: Query, between?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await officer().vasp.list({ query: { ...query, ...(cursor && { cursor }) } })
    seen.push(...page.vasps.map((vasp) => vasp.did))
    if (page.pagination.next === null) break
    cursor = page.pagination.next
    await between?.()
  }
  expect(new Set(seen).size).toBe(seen.length)
  return seen
}

const filters: fc.Arbitrary<Query> = fc.record(
  {
    q: fc.constantFrom('e', 'de', 'delta', 'Örn', '0xd0', ' 1'),
    jurisdictions: fc.subarray(countries, { minLength: 1 }).map((some) => some.join(',')),
    badge: fc.constantFrom('super_vasp', 'verified', 'in_network', 'claimed'),
    hasAdmin: fc.boolean(),
    regulatoryStatus: fc.constantFrom(...regulatoryStatuses),
    listingType: fc.constantFrom('all', 'exclude_subsidiaries', 'exclude_gateways'),
    includeUncheckedVASPs: fc.boolean(),
  },
  { requiredKeys: [] },
)

const moreFilters: fc.Arbitrary<Query> = fc.record(
  {
    reviewValue: fc.subarray([...reviewFilters], { minLength: 1 }).map((some) => some.join(',')),
    filterByJurisdictionStatus: fc.constantFrom(...jurisdictionStatuses),
    includeActiveReceiversOnly: fc.boolean(),
  },
  { requiredKeys: [] },
)

const order = fc
  .array(
    fc.tuple(
      fc.constantFrom(...orderKeys),
      fc.constantFrom('', ':ASC', ':DESC'),
      fc.constantFrom('', ':NULLS FIRST', ':NULLS LAST'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((keys) => keys.map((parts) => parts.join('')).join(','))

/** Filters of which every company passes exactly one, whatever the others are. */
const exclusive: Record<string, readonly Query[]> = {
  hasAdmin: [{ hasAdmin: true }, { hasAdmin: false }],
  review: reviewFilters.map((reviewValue) => ({ reviewedByVaspDID: aster, reviewValue })),
}

test.each(Object.keys(exclusive))(
  '[TF-03] the %s filter and its complement make the whole',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(filters, async (query) => {
        const { hasAdmin: _, ...others } = query
        const base = name === 'hasAdmin' ? others : query
        const whole = await walk({ ...base, per_page: 100 })
        const parts: string[] = []
        for (const one of exclusive[name] ?? [])
          parts.push(...(await walk({ ...base, ...one, per_page: 100 })))
        expect(parts.toSorted()).toEqual(whole.toSorted())
      }),
      { numRuns: 15 },
    )
  },
)

test('[TF-03] all statuses of jurisdictions together make the whole, and each its part', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (query) => {
      const whole = await walk({ ...query, per_page: 100 })
      const found = await Promise.all(
        jurisdictionStatuses.map((status) =>
          walk({ ...query, filterByJurisdictionStatus: status, per_page: 100 }),
        ),
      )
      expect([...new Set(found.flat())].toSorted()).toEqual(whole.toSorted())
      const all = await walk({
        ...query,
        ...{ filterByJurisdictionStatus: jurisdictionStatuses.join(','), per_page: 100 },
      })
      expect(all.toSorted()).toEqual(whole.toSorted())
    }),
    { numRuns: 15 },
  )
})

test('[TF-03] any order is walked once from end to end, and back', async () => {
  await fc.assert(
    fc.asyncProperty(filters, order, fc.integer({ min: 3, max: 40 }), async (query, by, size) => {
      const all = { ...query, order: by }
      const whole = await officer().vasp.list({ query: { ...all, per_page: 100 } })
      const forward = await walk({ ...all, per_page: size })
      expect(forward).toEqual(whole.vasps.map((vasp) => vasp.did))
      expect(forward).toHaveLength(whole.pagination.total)

      const page = await officer().vasp.list({ query: { ...all, per_page: size, page: 2 } })
      expect(page.vasps.map((vasp) => vasp.did)).toEqual(forward.slice(size, 2 * size))
      const cursor = page.pagination.previous
      if (cursor === null || page.vasps.length === 0) return
      const back = await officer().vasp.list({ query: { ...all, per_page: size, cursor } })
      expect(back.vasps.map((vasp) => vasp.did)).toEqual(forward.slice(0, size))
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['yearFounded', ['told', 'missing']],
  ['yearFounded:DESC', ['missing', 'told']],
  ['yearFounded:DESC:NULLS LAST', ['told', 'missing']],
  ['yearFounded:NULLS FIRST', ['missing', 'told']],
])('[TF-03] ordered by %s, what is missing stands where PostgreSQL puts it', async (by, parts) => {
  // Every third company has no year: all that are called Delta, and none that is called delta.
  const found = await walk({ q: 'delta', order: by, per_page: 100 })
  const kinds = found.map((one) => (Number(one.slice(-3)) % 3 === 0 ? 'missing' : 'told'))
  expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(parts)
})

test('[TF-03] pages visit each company once while others come in', async () => {
  let n = 100
  const before = await walk({ q: 'e', per_page: 100, listingType: 'all' })
  const seen = await walk({ q: 'e', per_page: 7, listingType: 'all' }, () =>
    seedVasps(fixture.database, [company(n++), company(n++)], new Date(fixture.clock())),
  )
  expect(seen.filter((one) => before.includes(one))).toEqual(before)
  expect(n).toBeGreaterThan(104)
})

test('[TF-03] the facets are the totals of the searches that they promise', async () => {
  await fc.assert(
    fc.asyncProperty(filters, moreFilters, async (query, more) => {
      const base = { ...query, ...more, reviewedByVaspDID: aster }
      const total = async (more: Query) => (await walk({ ...base, ...more, per_page: 100 })).length
      const facets = await officer().vasp.facets({ query: base })
      expect(facets.total).toBe(await total({}))
      // The page's total is told by the same counts from now on.
      const page = await officer().vasp.list({ query: { ...base, per_page: 1 } })
      expect(page.pagination.total).toBe(facets.total)
      expect(facets.badge.verified).toBe(await total({ badge: 'verified' }))
      expect(facets.badge.super_vasp).toBe(await total({ badge: 'super_vasp' }))
      expect(facets.jurisdictions.BR ?? 0).toBe(await total({ jurisdictions: 'BR' }))
      expect(facets.regulatoryStatus.Pending).toBe(await total({ regulatoryStatus: 'Pending' }))
      expect(facets.reviewValue?.BLOCKED).toBe(await total({ reviewValue: 'BLOCKED' }))
      expect(facets.reviewValue?.NULL).toBe(await total({ reviewValue: 'NULL' }))
      expect(facets.reviewValue?.TRUSTED).toBe(await total({ reviewValue: 'TRUSTED' }))
      for (const status of ['inForce', 'notAvailable'] as const)
        expect(facets.jurisdictionStatus[status]).toBe(
          await total({ filterByJurisdictionStatus: status }),
        )
    }),
    { numRuns: 20 },
  )
})

test('[TF-03] single filters find what they say', async () => {
  expect(await walk({ emailDomain: 'Aster.example' })).toEqual([aster])
  await officer().vasp.update({ body: { did: aster, fields: { chainalysisName: 'Aster.Com' } } })
  expect(await walk({ chainalysisName: 'aster.com' })).toEqual([aster])
  await officer().vasp.update({
    body: { did: aster, fields: { supportedAssets: ['BTC', 'Usdc'] } },
  })
  expect(await walk({ asset: 'uSDC' })).toEqual([aster])
  expect(await walk({ asset: 'USD' }), 'a part of a symbol is another asset').toEqual([])
  expect(await walk({ includeActiveSendersOnly: true })).toEqual([])
  expect(await walk({ listingType: 'exclude_gateways', q: 'aster' })).toEqual([asterEu])
  const shown = await officer().vasp.list({
    query: { q: 'aster exch', fields: 'website,jurisdictionStatus', showJurisdictionStatus: true },
  })
  expect(Object.keys(shown.vasps[0] ?? {}).toSorted()).toEqual(
    ['did', 'jurisdictionStatus', 'name', 'website'].toSorted(),
  )
})

test.each([
  { order: 'password' },
  { order: 'name,name,name,name' },
  { order: 'name:UP' },
  { fields: 'secret' },
  { page: 10_001 },
  { reviewValue: 'MAYBE' },
  { reviewedByVaspDID: 'x' },
  { jurisdictions: Array.from({ length: 61 }, () => 'SG').join(',') },
])('[TF-03] 422 for %j', async (query) => {
  expect(await refusal(officer().vasp.list({ query: query as object }))).toMatchObject({
    status: 422,
  })
})

test('[TF-03] a cursor belongs to its order', async () => {
  const page = await officer().vasp.list({ query: { order: 'updatedAt', per_page: 5 } })
  const cursor = page.pagination.next ?? ''
  expect(await refusal(officer().vasp.list({ query: { cursor } }))).toMatchObject({ status: 422 })
})
