import { internalAdmin, type RoleGrant } from '@countersign/contracts'
import { type DirectoryQuery, PublicVasp } from '@countersign/contracts/trust'
import { refusal, run } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { seedVasps } from '../index.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const api = () => fixture.as({ email: null, grants: [] })
const search = async (query: z.input<typeof DirectoryQuery>) =>
  (await api().vasp.list({ query })).vasps.map((vasp) => vasp.did)

const cedar = (i: number) => ({
  did: `did:ethr:0xc${i}`,
  profile: { name: `Cedar ${i < 40 ? i % 7 : i}` },
  regulatoryStatus: 'Regulated',
  verificationStatus: 'VERIFIED',
  hasAdmin: false,
  isActiveReceiver: false,
  isNotifiable: false,
  compliancePhase: 'ACTIVE',
  subsidiaryOf: null,
  protocols: [],
  emailDomains: [],
})

test('[TF-03] finds by part of a name, by website and by DID, names that begin with it first', async () => {
  expect(await search({ q: 'CUSTODY' })).toEqual([briar])
  expect(await search({ q: 'aster-exchange.example' })).toEqual([aster])
  expect(await search({ q: '0xb1' })).toEqual([briar])
  expect(await search({ q: 'e', listingType: 'all' })).toContain(asterEu)
})

test('[TF-03] takes the search text literally', async () => {
  for (const q of ['%', '_', '\\', "'; drop table trust.vasp; --", 'a%c'])
    expect(await search({ q })).toEqual([])
})

test('[TF-03] filters by jurisdiction, badge, regulatory status and listing', async () => {
  expect(await search({ jurisdictions: 'FI,NO' })).toEqual([briar])
  expect(await search({ badge: 'super_vasp' })).toEqual([aster])
  expect(await search({ regulatoryStatus: 'Pending' })).toEqual([briar])
  expect(await search({})).toEqual([aster, briar])
  expect(await search({ listingType: 'all' })).toEqual([asterEu, aster, briar])
})

test('[TF-03] pages forward and back visit each company once, in one order', async () => {
  const more = Array.from({ length: 40 }, (_, i) => cedar(i))
  const total = async () => (await api().vasp.list({ query: {} })).pagination.total
  const before = await total()
  await seedVasps(fixture.database, more, new Date(fixture.clock()))
  // A total is kept, but no longer than it holds.
  expect(await total()).toBe(before + more.length)
  const page = (cursor?: string) =>
    api().vasp.list({ query: { q: 'c', per_page: 7, ...(cursor && { cursor }) } })
  const pages = [await page()]
  while (pages.at(-1)?.pagination.next) pages.push(await page(pages.at(-1)?.pagination.next ?? ''))
  const seen = pages.flatMap(({ vasps }) => vasps.map((vasp) => vasp.did))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(pages[0]?.pagination.total)
  const back = await page(pages[2]?.pagination.previous ?? '')
  expect(back.vasps).toEqual(pages[1]?.vasps)
  expect(pages[0]?.pagination.previous).toBeNull()
  const first = await page(pages[1]?.pagination.previous ?? '')
  expect(first.vasps).toEqual(pages[0]?.vasps)
  expect(first.pagination.previous).toBeNull()
})

test('[TF-03] a company that hides counts for its own people alone, whoever asked before', async () => {
  const hidden = { ...cedar(99), did: 'did:ethr:0xhidden', subsidiaryOf: null }
  await seedVasps(fixture.database, [hidden], new Date(fixture.clock()))
  const hide = "update trust.vasp set discoverable = false where vasp_did = 'did:ethr:0xhidden'"
  await run(fixture.url, hide)
  const countedBy = async (grants: RoleGrant[]) => {
    const person = fixture.as({ email: null, grants })
    const query = { q: 'cedar 99', listingType: 'all' } as const
    const totals = [
      (await person.vasp.facets({ query })).total,
      (await person.vasp.list({ query })).pagination.total,
    ]
    // Without words the counts are kept for everybody: what is hidden must come out of them again.
    const { total } = await person.vasp.facets({ query: { listingType: 'all' } })
    const page = await person.vasp.list({ query: { listingType: 'all', per_page: 1 } })
    expect(page.pagination.total).toBe(total)
    return [...totals, total]
  }
  const internal = await countedBy([{ vaspDID: null, role: internalAdmin }])
  const own = await countedBy([{ vaspDID: hidden.did, role: 'admin' }])
  const others = await countedBy([{ vaspDID: aster, role: 'admin' }])
  expect(own).toEqual(internal)
  expect(others).toEqual(internal.map((count) => count - 1))
})

test('[TF-03] 422 for a forged place, a page too large and an unknown badge', async () => {
  for (const query of [{ cursor: 'e30' }, { per_page: 101 }, { per_page: 'x' }, { badge: 'gold' }])
    expect(await refusal(api().vasp.list({ query: query as object }))).toMatchObject({
      status: 422,
    })
})

test('[TF-15] without signing in only public fields leave the server', async () => {
  await fixture
    .as({ email: null, grants: [] })
    .vasp.update({ body: { did: aster, fields: { complianceContact: 'mlro@aster.example' } } })
  const one = await api().public.getVasp({ did: aster })
  const { vasps } = await api().public.listVasps({ query: {} })
  for (const vasp of [one, ...vasps]) {
    expect(Object.keys(PublicVasp.shape)).toEqual(expect.arrayContaining(Object.keys(vasp)))
    expect(JSON.stringify(vasp)).not.toContain('mlro@')
  }
})
