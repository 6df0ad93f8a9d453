import { internalAdmin, type RoleGrant } from '@countersign/contracts'
import { type DirectoryQuery, orderKeys } from '@countersign/contracts/trust'
import { refusal, run } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

type Query = z.input<typeof DirectoryQuery>

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
  await run(
    fixture.url,
    `update trust.vasp set profile = profile || '{"yearFounded":"1987","website":"https://a.example"}'
     where vasp_did = '${aster}'`,
  )
})
afterAll(() => fixture.close())

const as = (grants: RoleGrant[]) => fixture.as({ email: null, grants })
const visitor = () => as([])
const officer = (did = aster) => as([{ vaspDID: did, role: 'compliance_officer' }])
const network = () => as([{ vaspDID: null, role: internalAdmin }])
const all = { listingType: 'all', per_page: 1 } as const

/** What nobody without an account may order by. */
const hidden = ['createdAt', 'updatedAt', 'lastSentDate', 'lastReceivedDate', 'yearFounded']

test.each([...orderKeys])(
  '[T5] [TF-15] a visitor may order by %s if everybody reads it',
  async (key) => {
    for (const order of [key, `${key}:DESC`, `name,${key}:DESC:NULLS LAST`]) {
      const asked = visitor().public.listVasps({ query: { order } as object })
      if (hidden.includes(key)) expect(await refusal(asked)).toMatchObject({ status: 422 })
      else expect((await asked).vasps).toHaveLength(2)
      expect((await officer().vasp.list({ query: { order } })).vasps).toHaveLength(2)
    }
  },
)

test('[T5] [TF-15] a visitor asks for fields that everybody reads, and for no others', async () => {
  const asking = (fields: string) => visitor().public.listVasps({ query: { fields } })
  expect((await asking('website,lei')).vasps[0]).toEqual({
    ...{ did: aster, name: 'Aster Exchange', website: 'https://a.example' },
  })
  for (const field of ['yearFounded', 'complianceContact', 'emailDomains', 'createdAt', 'alerts'])
    expect(await refusal(asking(`website,${field}`))).toMatchObject({ status: 422 })
})

test('[T5] [T22] a cursor shows nothing of its place', async () => {
  const orders = ['', ...orderKeys, 'yearFounded,name:DESC'] as const
  for (const order of orders) {
    const query = { ...all, ...(order && { order }) }
    const { pagination } = await officer().vasp.list({ query })
    const shown = (pagination.next ?? '')
      .split('.')
      .map((part) => `${part} ${Buffer.from(part, 'base64url').toString('latin1')}`)
      .join(' ')
    expect(shown.length).toBeGreaterThan(100)
    for (const told of ['aster', 'did:', '1987', '2026-', 'VERIFIED', 'Regulated', 'next'])
      expect(shown).not.toContain(told)
  }
})

test('[T22] [TF-03] a cursor that was altered, written by hand or made for another list is refused', async () => {
  const list = (cursor: string, order?: string) =>
    officer().vasp.list({ query: { ...all, cursor, ...(order && { order }) } })
  const next = (await officer().vasp.list({ query: all })).pagination.next ?? ''
  expect((await list(next)).vasps).toHaveLength(1)
  const last = next.at(-1)
  const altered = Array.from({ length: 20 }, (_, n) => {
    const at = Math.floor((n * next.length) / 20)
    return `${next.slice(0, at)}${next[at] === 'A' ? 'B' : 'A'}${next.slice(at + 1)}`
  })
  const { next: own } = await as([
    { vaspDID: aster, role: 'viewer' },
    { vaspDID: briar, role: 'viewer' },
  ]).vasp.userVaspList({ query: { per_page: 1 } })
  const byHand = ['next', '', 0, ['aster exchange', aster]]
  const wrong = [
    ...altered,
    ...[`${next}=`, `${next}.`, `${next} `, next.slice(0, -1), `${next}${last}`],
    ...[Buffer.from(JSON.stringify(byHand)).toString('base64url'), own.loginable ?? ''],
  ]
  for (const cursor of wrong) expect(await refusal(list(cursor))).toMatchObject({ status: 422 })
  expect(await refusal(list(next, 'name'))).toMatchObject({ status: 422 })
})

test('[ER-04] a cursor of ours that PostgreSQL could not read is refused', async () => {
  const impossible = [
    '0000-01-01 00:00:00+00',
    '2026-02-31 00:00:00+00',
    'a\0b',
    '2026-01-01 25:00:00+00',
  ]
  for (const instant of impossible) {
    const place = JSON.stringify(['next', 'createdAt', 0, [instant, aster]])
    const cursor = fixture.vault.seal(place, 'cursor of directory')
    const asked = officer().vasp.list({ query: { order: 'createdAt', cursor } })
    expect(await refusal(asked)).toMatchObject({ status: 422 })
  }
  const reviews = fixture.vault.seal(JSON.stringify([impossible[1], aster]), 'cursor of reviews')
  const asked = officer().review.list({ did: aster, query: { cursor: reviews } })
  expect(await refusal(asked)).toMatchObject({ status: 422 })
})

test('[T5] [TF-03] the email domain of a company finds it for its own people and the network alone', async () => {
  const found = async (person: ReturnType<typeof as>, more: Query = {}) => {
    const query = { emailDomain: 'aster.example', listingType: 'all', ...more } as const
    const { vasps, pagination } = await person.vasp.list({ query })
    expect(vasps).toHaveLength(pagination.total)
    const byChange = await person.vasp.list({ query: { ...query, order: 'updatedAt:DESC' } })
    expect(byChange.vasps).toEqual(vasps)
    const facets = await person.vasp.facets({ query })
    expect(facets.total).toBe(vasps.length)
    expect(facets.badge.verified).toBe(vasps.length)
    return vasps.map(({ did }) => did)
  }
  for (const more of [{}, { q: 'aster' }, { badge: 'verified' }] as const) {
    // The network asks first: what is kept of its search serves nobody else.
    expect(await found(network(), more)).toEqual([aster])
    expect(await found(officer(), more)).toEqual([aster])
    expect(await found(officer(asterEu), more)).toEqual([])
    expect(await found(visitor(), more)).toEqual([])
  }
  // A filter by what the whole network reads stays open to it.
  const query = {
    includeActiveSendersOnly: false,
    chainalysisName: '',
    listingType: 'all',
  } as const
  expect((await officer(briar).vasp.list({ query })).vasps).toHaveLength(3)
})
