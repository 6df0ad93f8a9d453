import { refusal, run } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aster, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const person = (did: string) =>
  fixture.as({ did, email: null, grants: [{ vaspDID: aster, role: 'viewer' }] })
const ana = () => person('did:example:ana').preferences
const bo = () => person('did:example:bo').preferences

test('[TF-14] 200 remembers JSON by name and company, changes it and forgets it', async () => {
  const value = { q: 'kestrel', columns: ['name'], deep: { n: [1, null, true] } }
  const view = await ana().create({ body: { preference: 'view', vasp_did: aster, value } })
  const other = await ana().create({ body: { preference: 'theme', value: 'dark' } })
  expect(view).toMatchObject({ preference: 'view', vasp_did: aster, value })
  expect(other.vasp_did).toBeNull()
  const named = await ana().list({ query: { preference: 'view', vasp_did: aster } })
  expect(named.preferences).toEqual([view])
  expect((await ana().list({})).preferences).toHaveLength(2)
  expect((await ana().list({ query: { vasp_did: briar } })).preferences).toEqual([])
  fixture.clock.advance(1000)
  const changed = await ana().update({ id: view.id, body: { value: null } })
  expect(changed).toMatchObject({ value: null, createdAt: view.createdAt })
  expect(changed.updatedAt > view.updatedAt).toBe(true)
  expect(await ana().get({ id: view.id })).toEqual(changed)
  await ana().remove({ id: view.id })
  expect(await refusal(ana().get({ id: view.id }))).toMatchObject({ status: 404 })
  await ana().remove({ id: other.id })
})

test('[TF-14] 404 for somebody else’s, as for one that is not there', async () => {
  const mine = await ana().create({ body: { preference: 'view', value: 1 } })
  for (const id of [mine.id, 'pref_none']) {
    expect(await refusal(bo().get({ id }))).toMatchObject({ status: 404 })
    expect(await refusal(bo().update({ id, body: { value: 2 } }))).toMatchObject({ status: 404 })
    expect(await refusal(bo().remove({ id }))).toMatchObject({ status: 404 })
  }
  expect((await bo().list({})).preferences).toEqual([])
  expect(await ana().get({ id: mine.id })).toEqual(mine)
  await ana().remove({ id: mine.id })
})

test('[TF-14] 403 for a company of others, 422 for what is too long or badly named', async () => {
  const body = { preference: 'view', vasp_did: briar, value: 1 }
  expect(await refusal(ana().create({ body }))).toMatchObject({ status: 403 })
  for (const bad of [
    { preference: 'view', value: 'x'.repeat(8192) },
    { preference: 'a b', value: 1 },
    { preference: 'view' },
    { preference: 'view', value: 1, user_id: 'did:example:bo' },
    { preference: 'view', value: 'nul \0' },
  ])
    expect(await refusal(ana().create({ body: bad as typeof body }))).toMatchObject({ status: 422 })
  expect((await ana().list({})).preferences).toEqual([])
})

test('[TF-14] 409 beyond two hundred', async () => {
  const hoarder = person('did:example:hoarder').preferences
  const first = await hoarder.create({ body: { preference: 'item', value: 0 } })
  await run(
    fixture.url,
    `insert into trust.preference
     select user_id, id || n, preference, vasp_did, to_jsonb(n), created_at, updated_at + n * interval '1 s'
     from trust.preference, generate_series(1, 198) n where id = '${first.id}'`,
  )
  fixture.clock.advance(300_000)
  await hoarder.create({ body: { preference: 'item', value: 199 } })
  const more = hoarder.create({ body: { preference: 'item', value: 'more' } })
  expect(await refusal(more)).toMatchObject({ status: 409 })
  const { preferences } = await hoarder.list({})
  expect(preferences).toHaveLength(200)
  expect(preferences[0]?.value).toBe(199)
})
