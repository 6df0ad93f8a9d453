import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

const officer = () =>
  fixture.as({
    email: 'ana@aster.example',
    grants: [{ vaspDID: aster, role: 'compliance_officer' }],
  })

describe('get', () => {
  test('[TF-01] 200 shows the company with who asserted each field and since when', async () => {
    const vasp = await officer().vasp.get({ did: aster })
    expect(vasp).toMatchObject({ did: aster, name: 'Aster Exchange', hasAdmin: true })
    expect(vasp.issuers.name).toEqual({
      issuerDid: aster,
      since: new Date(fixture.clock()).toISOString(),
      expirationDate: null,
    })
  })

  test('[TF-01] 404 for an unknown company and for a text that PostgreSQL cannot hold', async () => {
    for (const did of ['did:ethr:0xnobody', 'nonsense', 'did:x:\0', 'x'.repeat(513)])
      expect(await refusal(officer().vasp.get({ did }))).toMatchObject({ status: 404 })
  })
})

describe('update', () => {
  const update = (fields: object, version?: number) =>
    officer().vasp.update({
      body: { did: aster, fields, ...(version !== undefined && { version }) },
    })

  test('[TF-05] 409 of two people who edit one version the second is told, and changes nothing', async () => {
    const { version } = await officer().vasp.get({ did: aster })
    const done = await Promise.allSettled([
      update({ legalStructure: 'The first' }, version),
      update({ legalStructure: 'The second' }, version),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(done.find((one) => one.status === 'rejected')?.reason).toMatchObject({ status: 409 })
    const now = await officer().vasp.get({ did: aster })
    expect(now.version).toBe(version + 1)
    expect((await update({ legalStructure: 'With the new one' }, now.version)).version).toBe(
      version + 2,
    )
    // Whoever sends no version, such as an old client, is not held up.
    await update({ legalStructure: 'Without' })
  })

  test.each([
    { lei: 'FICT00D3HLW864R5FJ89' },
    { country: 'XX' },
    { incorporationCountry: 'ZZ' },
    { jurisdictions: ['SG', 'XX'] },
    { division: 'XX-NY' },
    { yearFounded: '2099' },
  ])('[TF-05] 422 %j is no such thing', async (fields) => {
    expect(await refusal(update(fields))).toMatchObject({ status: 422 })
  })

  test('[TF-05] [TF-02] 200 stores the fields, claims them for the company and keeps the history', async () => {
    fixture.clock.advance(60_000)
    const since = new Date(fixture.clock()).toISOString()
    const fields = { description: 'Spot exchange', jurisdictions: ['SG', 'JP'] }
    const vasp = await officer().vasp.update({ body: { did: aster, fields } })
    expect(vasp).toMatchObject({ ...fields, updatedAt: since })
    expect(vasp.issuers.description).toMatchObject({ issuerDid: aster, since })

    fixture.clock.advance(60_000)
    await officer().vasp.update({ body: { did: aster, fields: { description: 'Exchange' } } })
    const history = await officer().vasp.profile({ did: aster })
    const description = history.fields.find((field) => field.fieldName === 'description')
    expect(description?.values.map((value) => value.value)).toEqual(['Exchange', 'Spot exchange'])
  })

  test('[TF-05] 200 without a change claims nothing and tells nobody', async () => {
    const told = () =>
      rowsOf(fixture, `select id from outbox.event where vasp_did = '${aster}' order by position`)
    const state = async () => [
      await officer().vasp.profile({ did: aster }),
      await officer().vasp.get({ did: aster }),
      await chainOf(fixture, aster),
      await told(),
    ]
    await update({ description: 'Told of once' })
    const before = await state()
    expect(await told()).not.toEqual([])
    fixture.clock.advance(60_000)
    await update({ name: 'Aster Exchange', description: 'Told of once' })
    expect(await state()).toEqual(before)
  })

  test('[TF-05] 200 with null clears a field', async () => {
    await officer().vasp.update({ body: { did: aster, fields: { yearFounded: '2017' } } })
    const vasp = await officer().vasp.update({
      body: { did: aster, fields: { yearFounded: null } },
    })
    expect(vasp.yearFounded ?? null).toBeNull()
  })

  test.each([
    [{ name: null }, 'body.fields.name'],
    [{ website: 'javascript:alert(1)' }, 'body.fields.website'],
    [{ jurisdictions: ['Singapore'] }, 'body.fields.jurisdictions.0'],
    [{ description: 'x'.repeat(2001) }, 'body.fields.description'],
    [{ verificationStatus: 'VERIFIED' }, 'body.fields.verificationStatus'],
    [{ yearFounded: 2017 }, 'body.fields.yearFounded'],
  ])('[TF-05] 422 names the field in %j', async (fields, path) => {
    const answer = await refusal(
      officer().vasp.update({ body: { did: aster, fields: fields as object } }),
    )
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(path)
  })

  test('[TF-05] 422 for a text with NUL, and nothing is stored', async () => {
    const before = await officer().vasp.get({ did: aster })
    const fields = { description: 'a\0b' }
    expect(await refusal(officer().vasp.update({ body: { did: aster, fields } }))).toMatchObject({
      status: 422,
    })
    expect(await officer().vasp.get({ did: aster })).toEqual(before)
  })

  test('[TF-05] 404 for a company that is not there', async () => {
    const body = { did: 'did:ethr:0xnobody', fields: { name: 'X' } }
    expect(await refusal(officer().vasp.update({ body }))).toMatchObject({ status: 404 })
  })

  test('[TF-05] 50 edits at once leave 50 claims and the last value of the history', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        officer().vasp.update({ body: { did: asterEu, fields: { description: `Edit ${i}` } } }),
      ),
    )
    const history = await officer().vasp.profile({ did: asterEu })
    const values = history.fields.find((field) => field.fieldName === 'description')?.values ?? []
    expect(values).toHaveLength(50)
    expect((await officer().vasp.get({ did: asterEu })).description).toBe(values[0]?.value)
  })
})

describe('userVASPList', () => {
  test('[ID-07] groups companies into loginable, joinable and claimable', async () => {
    const list = await officer().vasp.userVaspList({})
    expect(list.loginable.map((vasp) => vasp.did)).toEqual([aster])
    expect(list.joinable).toEqual([])
    const stranger = fixture.as({ email: 'bo@aster.example', grants: [] })
    expect((await stranger.vasp.userVaspList({})).joinable.map((v) => v.did)).toEqual([aster])
    const founder = fixture.as({ email: 'ida@briar.example', grants: [] })
    expect((await founder.vasp.userVaspList({})).claimable.map((v) => v.did)).toEqual([briar])
  })

  test('[ID-07] a domain that merely contains the company’s gives nothing', async () => {
    for (const email of ['x@notaster.example', 'x@aster.example.evil.io', 'x@example', 'x@', '']) {
      const list = await fixture.as({ email, grants: [] }).vasp.userVaspList({})
      expect(list).toMatchObject({ loginable: [], joinable: [], claimable: [] })
    }
  })

  test('[ID-07] a subdomain of the company’s counts, and so does no other case', async () => {
    const of = (email: string | null) => fixture.as({ email, grants: [] }).vasp.userVaspList({})
    expect((await of('Bo@Mail.ASTER.example')).joinable.map(({ did }) => did)).toEqual([aster])
    expect(await of(null)).toMatchObject({ joinable: [], claimable: [] })
  })

  test('[ID-07] words narrow all three groups, and a group is walked page by page', async () => {
    const many = fixture.as({
      email: 'bo@briar.example',
      grants: [aster, asterEu, aster].map((vaspDID) => ({ vaspDID, role: 'viewer' as const })),
    })
    const words = await many.vasp.userVaspList({ query: { q: 'EUROPE' } })
    expect([words.loginable.map(({ did }) => did), words.claimable]).toEqual([[asterEu], []])
    const first = await many.vasp.userVaspList({ query: { group: 'loginable', per_page: 1 } })
    expect(first.loginable.map(({ did }) => did)).toEqual([asterEu])
    expect(first.claimable).toEqual([])
    const cursor = first.next.loginable ?? ''
    const second = await many.vasp.userVaspList({ query: { cursor, per_page: 1 } })
    expect(second).toMatchObject({ loginable: [{ did: aster }], next: { loginable: null } })
    for (const query of [{ cursor: 'x' }, { cursor, group: 'joinable' as const }])
      expect(await refusal(many.vasp.userVaspList({ query }))).toMatchObject({ status: 422 })
  })
})

describe('tenancy', () => {
  test('[TF-05] the database itself refuses to write another company’s row', async () => {
    const { sql } = await import('kysely')
    const stolen = fixture.database.withTenant(briar, (tx) =>
      sql`update trust.vasp set logo = 'x' where vasp_did = ${aster} returning 1`.execute(tx),
    )
    expect((await stolen).rows).toEqual([])
    const forged = fixture.database.withTenant(briar, (tx) =>
      sql`insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
        values (${aster}, 'name', '"x"', 'x', 'public', now())`.execute(tx),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})
