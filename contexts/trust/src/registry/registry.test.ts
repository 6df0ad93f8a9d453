import { readFile } from 'node:fs/promises'
import { isLei } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, people, rowsOf } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'
import { bundledGleif, gleifOverHttp } from './gleif.ts'
import { fakeRegister, type Mood } from './registry.fixture.ts'
import { findSaid } from './registry.store.ts'
import { registerFromCsv, registerOverHttp } from './vaspnet.ts'

const apple = 'HWUPKR0MPOU8FGXBT394'
const fund = '549300LBI3LRIZ2V8V66'
const absent = '506700T7Z685VUOZL877'

const licence = {
  externalId: 'vn-1',
  name: 'Aster Exchange',
  legalName: 'Aster Exchange Pte. Ltd.',
  countryCode: 'SG',
  regulator: 'Monetary Authority of Singapore',
  licenceNumber: 'PS-77',
  licenceStatus: 'No longer regulated',
  website: 'https://aster.example',
  sourceUrl: null,
  asOf: '2026-10-01',
}

type Records = { id: string }[]
let gleif: Awaited<ReturnType<typeof fakeRegister>>
let vaspnet: Awaited<ReturnType<typeof fakeRegister>>
let fixture: Awaited<ReturnType<typeof trustFixture>>
let records: Records
let later = 0
beforeAll(async () => {
  const file = new URL('../../../../apps/server/registers/gleif.json', import.meta.url)
  records = JSON.parse(await readFile(file, 'utf8')) as Records
  gleif = await fakeRegister(({ url, headers }) => {
    const found = records.find(({ id }) => url === `/api/v1/lei-records/${id}`)
    if (headers.accept !== 'application/vnd.api+json') return { status: 406, body: {} }
    return found ? { status: 200, body: { data: found } } : { status: 404, body: { errors: [] } }
  })
  vaspnet = await fakeRegister(({ headers }) =>
    headers.authorization === 'Bearer key'
      ? { status: 200, body: { vaspResults: [{ ...licence, externalId: undefined, ref: 'vn-1' }] } }
      : { status: 401, body: {} },
  )
  fixture = await trustFixture({
    gleif: gleifOverHttp({
      baseUrl: `${gleif.url}/api/v1/`,
      clock: () => fixture.clock() + later,
      timeoutMs: 3_000,
    }),
    licences: registerOverHttp({
      url: `${vaspnet.url}/search`,
      token: 'key',
      fields: { externalId: 'ref' },
      timeoutMs: 3_000,
    }),
  })
})
afterAll(() => Promise.all([fixture.close(), gleif.close(), vaspnet.close()]))
beforeEach(() => {
  gleif.state.mood = 'well'
  vaspnet.state.mood = 'well'
  gleif.asked.length = 0
  later += 2 * 86_400_000
})

const officer = () => people(fixture).officer()
const search = (LEI: string) =>
  officer().registry.searchGleif({ query: { LEI, convertToSimpleVASP: 'true' } })

describe('GLEIF', () => {
  test('[TF-06] 200 a real record as fields of a company, with both of its states', async () => {
    expect(await search(` ${apple.toLowerCase()} `)).toMatchObject({
      lei: apple,
      legalName: 'Apple Inc.',
      entityStatus: 'ACTIVE',
      registrationStatus: 'ISSUED',
      nextRenewalDate: '2027-03-08T17:27:20.000Z',
      vasp: { legalName: 'Apple Inc.', lei: apple, division: 'US-CA', yearFounded: '1977' },
    })
    // One with nulls in most places.
    expect(await search(fund)).toMatchObject({ registrationStatus: 'LAPSED' })
    const bare = await officer().registry.searchGleif({ query: { LEI: fund } })
    expect(bare.vasp).toBeUndefined()
  })

  test('[TF-06] 400 wrong check digits are told before any call', async () => {
    for (const LEI of ['x', '', '5493004YBI24IF4TIP92', 'HWUPKR0MPOU8FGXBT395', `${apple}1`]) {
      expect(isLei(LEI)).toBe(false)
      const answer = await refusal(search(LEI))
      expect(answer).toMatchObject({
        status: 400,
        body: {
          err: { message: 'This is not a valid LEI (20 characters, wrong check digits)' },
        },
      })
    }
    expect(gleif.asked).toEqual([])
    expect([apple, fund, absent].every(isLei)).toBe(true)
  })

  test('[TF-06] 404 for an identifier that nobody has', async () => {
    const answer = await refusal(search(absent))
    expect(answer).toMatchObject({
      status: 404,
      body: { err: { message: 'No entity with this LEI' } },
    })
  })

  test('[TF-06] twenty questions at once and the next day’s are one call', async () => {
    await Promise.all(Array.from({ length: 20 }, () => search(apple)))
    later += 3_600_000
    await search(apple)
    expect(gleif.asked).toHaveLength(1)
    later += 86_400_000
    await search(apple)
    expect(gleif.asked).toHaveLength(2)
  })

  test.each([
    ['busy', 503, 'UpstreamBusy'],
    ['html', 502, 'UpstreamError'],
    ['broken', 502, 'UpstreamError'],
    ['refusing', 502, 'UpstreamAuth'],
    ['silent', 503, 'UpstreamUnavailable'],
  ] as const)(
    '[TF-06] when it is %s: %i %s in our own words, and nothing is remembered',
    async (mood, status, name) => {
      gleif.state.mood = mood
      const answer = await refusal(search(apple))
      expect(answer).toMatchObject({ status, body: { err: { name } } })
      expect(JSON.stringify(answer.body)).toContain('yourself or try again later')
      expect(JSON.stringify(answer.body)).not.toContain('secret')
      gleif.state.mood = 'well'
      expect((await search(apple)).lei).toBe(apple)
    },
  )

  test('[TF-06] 502 for a record of another entity', async () => {
    gleif.state.mood = 'other'
    gleif.state.body = { data: records.find(({ id }) => id === fund) }
    expect(await refusal(search(apple))).toMatchObject({ status: 502 })
  })

  test('[TF-06] 200 takes the fields that were chosen and no other, with GLEIF as their issuer', async () => {
    const before = { lei: null, legalName: 'Aster Ltd' }
    await people(fixture)
      .network()
      .vasp.update({ body: { did: aster, fields: before } })
    const body = { did: aster, LEI: apple, fields: ['lei', 'legalName'] }
    const vasp = await people(fixture).network().registry.updateFromGleif({ body })
    expect(vasp).toMatchObject({ lei: apple, legalName: 'Apple Inc.', name: 'Aster Exchange' })
    expect(vasp.yearFounded ?? null).toBeNull()
    expect(vasp.issuers).toMatchObject({
      lei: { issuerDid: 'GLEIF' },
      legalName: { issuerDid: 'GLEIF' },
      name: { issuerDid: aster },
    })
    // A change of name by hand makes the company its issuer again, and the history keeps both.
    await officer().vasp.update({ body: { did: aster, fields: { legalName: 'Aster Ltd' } } })
    const { fields } = await officer().vasp.profile({ did: aster })
    const legalName = fields.find(({ fieldName }) => fieldName === 'legalName')
    expect(legalName?.values.slice(0, 2).map(({ issuer }) => issuer)).toEqual([aster, 'GLEIF'])
    const chain = await chainOf(fixture, aster)
    expect(chain).toContainEqual(
      expect.objectContaining({
        action: 'vasp.update',
        detail: { fields: ['lei', 'legalName'], issuer: 'GLEIF' },
      }),
    )
    // What it was given for has changed.
    expect(chain.map(({ action }) => action)).toContain('verification.expire')
    const kept = await rowsOf<{ registry: string; external_id: string }>(
      fixture,
      `select registry, external_id from trust.registry_record
        where vasp_did = '${aster}' and registry = 'GLEIF'`,
    )
    expect(kept).toEqual([{ registry: 'GLEIF', external_id: apple }])
  })

  test('[TF-06] a value that the company stated itself gets GLEIF as its issuer, and stays', async () => {
    const state = { did: aster, fields: { lei: apple, legalName: 'Apple Inc.' } }
    await officer().vasp.update({ body: state })
    const take = () =>
      people(fixture)
        .network()
        .registry.updateFromGleif({ body: { did: aster, LEI: apple, fields: ['legalName'] } })
    const { issuers, legalName } = await take()
    expect(legalName).toBe('Apple Inc.')
    expect(issuers.legalName).toMatchObject({ issuerDid: 'GLEIF' })
    const confirmed = async () =>
      (await chainOf(fixture, aster)).filter(({ action }) => action === 'vasp.confirm')
    expect(await confirmed()).toMatchObject([
      { detail: { fields: ['legalName'], issuer: 'GLEIF' } },
    ])
    // A second time there is nothing to say.
    await take()
    expect(await confirmed()).toHaveLength(1)
  })

  test('[TF-06] 409 for an identifier of others, 422 for fields that it does not have, 404', async () => {
    const take = (more: object) =>
      refusal(
        people(fixture)
          .network()
          .registry.updateFromGleif({
            body: { did: aster, LEI: fund, fields: ['legalName'], ...more },
          }),
      )
    expect(await take({})).toMatchObject({ status: 409 })
    for (const fields of [['lei', 'yearFounded'], ['lei', 'hasAdmin'], ['lei', '__proto__'], []])
      expect(await take({ fields })).toMatchObject({ status: 422 })
    expect(await take({ LEI: 'x' })).toMatchObject({ status: 400 })
    expect(await take({ LEI: absent })).toMatchObject({ status: 404 })
    expect(await take({ did: 'did:x:nobody' })).toMatchObject({ status: 404 })
  })

  test('[TF-06] the records that come along are real ones with right check digits', async () => {
    const bundled = bundledGleif(records)
    expect(records).toHaveLength(3)
    for (const { id } of records) {
      expect(isLei(id)).toBe(true)
      expect((await bundled.find(id))?.attributes.lei).toBe(id)
    }
    expect(await bundled.find(absent)).toBeNull()
  })
})

describe('whose an entry is', () => {
  const bea = () => people(fixture).adminOf(briar)
  const network = () => people(fixture).network()
  const asterLicence = { externalId: 'vn-1', vaspName: 'Aster', countryCode: 'SG' }
  const everything = ['legalName', 'website', 'regulatoryStatus', 'certificates'] as string[]
  const takeLicence = (person = bea(), did = briar) =>
    person.registry.updateFromVaspnet({ body: { did, ...asterLicence, fields: everything } })
  const takeLei = (did: string, LEI: string, person = people(fixture).adminOf(did)) =>
    person.registry.updateFromGleif({ body: { did, LEI, fields: ['lei', 'legalName'] } })
  const release = (did: string, registry: 'GLEIF' | 'VASPnet', externalId: string) =>
    network().curation.decideRegisterEntry({
      did,
      body: { registry, externalId, action: 'release' },
    })
  const entryOf = async (did: string, registry: string) =>
    (await network().vasp.get({ did })).registers.find((one) => one.registry === registry)

  test('[TF-07] a stranger’s licence is claimed at most: no status, no certificate, no register as issuer', async () => {
    await release(aster, 'VASPnet', 'vn-1').catch(() => undefined)
    const vasp = await takeLicence()
    expect(vasp.registers).toMatchObject([{ registry: 'VASPnet', status: 'claimed', proof: null }])
    expect(vasp).toMatchObject({ regulatoryStatus: 'Pending', isRegulated: false })
    expect(vasp.certificates ?? null).toBeNull()
    expect(Object.values(vasp.issuers).map(({ issuerDid }) => issuerDid)).not.toContain('VASPnet')
    const seen = await officer().vasp.get({ did: briar })
    expect(seen).toMatchObject({ isRegulated: false, regulatoryStatus: 'Pending' })
    expect(seen.registers).toMatchObject([{ registry: 'VASPnet', status: 'claimed' }])
  })

  test('[TF-07] the company at whose domain the entry is takes it back from who only claimed it', async () => {
    const vasp = await takeLicence(officer(), aster)
    expect(vasp.registers).toContainEqual(
      expect.objectContaining({ registry: 'VASPnet', status: 'confirmed', proof: 'domain' }),
    )
    expect(vasp.issuers.certificates).toMatchObject({ issuerDid: 'VASPnet' })
    expect(await entryOf(briar, 'VASPnet')).toBeUndefined()
    expect(await refusal(takeLicence())).toMatchObject({
      status: 409,
      body: { err: { message: expect.stringContaining('Another company already has this') } },
    })
  })

  test('[TF-06] an LEI is one company’s: claimed until the network confirms it, and then GLEIF’s word', async () => {
    const other = '549300LBI3LRIZ2V8V66'
    const claimed = await takeLei(briar, other)
    const gleifOf = ({ registers }: typeof claimed) =>
      registers.find(({ registry }) => registry === 'GLEIF')
    expect(gleifOf(claimed)).toMatchObject({ status: 'claimed' })
    expect(claimed.issuers).toMatchObject({
      lei: { issuerDid: briar },
      legalName: { issuerDid: briar },
    })
    const waiting = (await network().curation.registerEntries({})).entries.filter(
      ({ did, entry }) => did === briar && entry.registry === 'GLEIF',
    )
    expect(waiting).toMatchObject([
      { entry: { registry: 'GLEIF', externalId: other }, said: { lei: other } },
    ])
    const saidOf = (lei: string) =>
      fixture.database.withTenant(briar, (tx) => findSaid(tx, briar, 'GLEIF', lei))
    expect(await saidOf(other)).toMatchObject({ lei: other })
    expect(await saidOf(apple), 'of another entry').toEqual({})
    expect(await refusal(takeLei(asterEu, other))).toMatchObject({ status: 409 })
    const byHand = people(fixture).adminOf(asterEu).vasp
    expect(
      await refusal(byHand.update({ body: { did: asterEu, fields: { lei: other } } })),
    ).toMatchObject({ status: 409 })

    const decide = (externalId: string) =>
      network().curation.decideRegisterEntry({
        did: briar,
        body: { registry: 'GLEIF', externalId, action: 'confirm' },
      })
    expect(await refusal(decide(apple))).toMatchObject({ status: 409 })
    await decide(other)
    const confirmed = await officer().vasp.get({ did: briar })
    expect(gleifOf(confirmed)).toMatchObject({ status: 'confirmed', proof: 'network' })
    expect(confirmed.issuers).toMatchObject({
      lei: { issuerDid: 'GLEIF' },
      legalName: { issuerDid: 'GLEIF' },
    })
    const { entries } = await network().curation.registerEntries({})
    expect(entries.map(({ entry }) => entry.externalId)).not.toContain(other)
    // Its own people cannot leave a confirmed entry.
    for (const lei of [null, absent])
      expect(
        await refusal(bea().vasp.update({ body: { did: briar, fields: { lei } } })),
      ).toMatchObject({ status: 409 })
    await release(briar, 'GLEIF', other)
    await bea().vasp.update({ body: { did: briar, fields: { lei: null } } })
  })

  test('[TF-06] two companies that take one LEI at once: one of them has it', async () => {
    for (const did of [briar, asterEu])
      await network().vasp.update({ body: { did, fields: { lei: null } } })
    const state = (did: string) =>
      people(fixture)
        .adminOf(did)
        .vasp.update({ body: { did, fields: { lei: absent } } })
    const done = await Promise.allSettled([state(briar), state(asterEu)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = done.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409 })
  })
})

describe('VASPnet', () => {
  const find = (vaspName: string, countryCode?: string) =>
    officer().registry.searchVaspnet({
      query: { vaspName, ...(countryCode && { countryCode }) },
    })

  test('[TF-07] 200 entries by name and country, with our names of fields', async () => {
    const { vaspResults } = await find('Aster', 'sg')
    expect(vaspResults).toMatchObject([
      {
        ...licence,
        vasp: {
          regulatoryStatus: 'No longer regulated',
          regulatoryAuthorities: ['Monetary Authority of Singapore'],
        },
      },
    ])
    expect(vaspnet.asked.at(-1)?.url).toBe('/search?vaspName=Aster&countryCode=SG')
  })

  test('[TF-07] 400 for a name of one letter and a country that is none', async () => {
    expect(await refusal(find('A'))).toMatchObject({ status: 400 })
    expect(await refusal(find('Aster', 'Singapore'))).toMatchObject({ status: 400 })
  })

  test.each(['busy', 'html', 'broken', 'refusing', 'silent'] satisfies Mood[])(
    '[TF-07] when it is %s the answer says so in our own words',
    async (mood) => {
      vaspnet.state.mood = mood
      const answer = await refusal(find('Aster'))
      expect([502, 503]).toContain(answer.status)
      expect(JSON.stringify(answer.body)).toMatch(/VASPnet .* yourself or try again later/)
    },
  )

  test('[TF-07] 200 takes chosen fields, the status of the licence among them', async () => {
    const body = {
      ...{ did: aster, externalId: 'vn-1', vaspName: 'Aster', countryCode: 'SG' },
      fields: ['regulatoryStatus', 'regulatoryAuthorities'],
    }
    const vasp = await officer().registry.updateFromVaspnet({ body })
    expect(vasp).toMatchObject({
      regulatoryStatus: 'No longer regulated',
      regulatoryAuthorities: ['Monetary Authority of Singapore'],
      issuers: { regulatoryStatus: { issuerDid: 'VASPnet' } },
    })
    const none = { body: { ...body, externalId: 'vn-2' } }
    expect(await refusal(officer().registry.updateFromVaspnet(none))).toMatchObject({ status: 404 })
    const nobody = { body: { ...body, did: 'did:x:nobody' } }
    expect(await refusal(officer().registry.updateFromVaspnet(nobody))).toMatchObject({
      status: 404,
    })
  })

  test('[TF-07] a register from a CSV file, with quotes, commas and lines inside', async () => {
    const register = registerFromCsv(
      '\uFEFFname,externalId,countryCode,regulator,licenceStatus\r\n' +
        '"Aster, ""the"" Exchange",1,sg,"Monetary\nAuthority",REGULATED\r\n' +
        'Aster Europe,2,LT,,Whatever\r\n',
    )
    expect(await register.search({ vaspName: 'aster' })).toMatchObject([
      {
        externalId: '1',
        name: 'Aster, "the" Exchange',
        countryCode: 'SG',
        regulator: 'Monetary\nAuthority',
        licenceStatus: 'Regulated',
      },
      { externalId: '2', regulator: null, licenceStatus: null },
    ])
    expect(await register.search({ vaspName: 'aster', countryCode: 'LT' })).toHaveLength(1)
    expect(() => registerFromCsv('name,externalId\nx,1\n')).toThrow('Line 2')
    expect(() => registerFromCsv('a"b\n"x"y\n')).toThrow('Not a CSV file')
  })

  test('[TF-07] 501 where no register is set up, and the rest works', async () => {
    const bare = await trustFixture()
    try {
      const person = people(bare).officer()
      const asked = person.registry.searchVaspnet({ query: { vaspName: 'Aster' } })
      expect(await refusal(asked)).toMatchObject({
        status: 501,
        body: { err: { name: 'NotConfigured' } },
      })
      const lei = person.registry.searchGleif({ query: { LEI: apple } })
      expect(await refusal(lei)).toMatchObject({ status: 501 })
      const edit = { did: aster, fields: { description: 'By hand' } }
      expect((await person.vasp.update({ body: edit })).description).toBe('By hand')
    } finally {
      await bare.close()
    }
  })
})
