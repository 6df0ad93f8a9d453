import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainOf, people } from '../governance.fixture.ts'
import { companyPort, seedVasps } from '../index.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const network = () => people(fixture).network()
const visitor = () => fixture.as({ email: null, grants: [] })
const member = () => people(fixture).viewerOf(briar)

/** A company as the wizard makes it. */
async function made(did: string, profile: object) {
  const at = new Date(fixture.clock())
  await fixture.database.withTenant(did, (tx) =>
    companyPort.create(
      tx,
      { did, profile: { ...profile }, emailDomains: [], discoverable: true },
      at,
    ),
  )
}

/** A company that was there before, perhaps another one's subsidiary. */
const seed = (did: string, website: string, subsidiaryOf: string | null = null) => ({
  ...{ did, profile: { name: did, website }, regulatoryStatus: 'Pending', subsidiaryOf },
  ...{ verificationStatus: 'UNVERIFIED', hasAdmin: false, isActiveReceiver: false },
  ...{ isNotifiable: false, compliancePhase: 'ACTIVE', protocols: [], emailDomains: [] },
})

/** The DIDs that a search for this name finds, by who searches. */
async function foundBy(name: string) {
  const query = { q: name, listingType: 'all' as const }
  const dids = async (list: Promise<{ vasps: { did: string }[] }>) =>
    (await list).vasps.map(({ did }) => did)
  return {
    visitor: await dids(visitor().public.listVasps({ query })),
    member: await dids(member().vasp.list({ query })),
    ordered: await dids(member().vasp.list({ query: { ...query, order: 'regulatoryStatus' } })),
    counted: (await member().vasp.facets({ query })).total,
    network: await dids(network().vasp.list({ query })),
  }
}
const nobody = { visitor: [], member: [], ordered: [], counted: 0 }
const everybody = (did: string) => ({
  ...{ visitor: [did], member: [did], ordered: [did], counted: 1, network: [did] },
})

describe('who is in the directory', () => {
  test('[TF-15] a new company is in no directory but the network’s until the network lists it', async () => {
    const did = 'did:web:new.example'
    await made(did, { name: 'Quince', website: 'https://aster-exchange.example' })
    expect(await foundBy('Quince')).toEqual({ ...nobody, network: [did] })
    expect(await refusal(visitor().public.getVasp({ did }))).toMatchObject({ status: 404 })
    expect(await refusal(member().vasp.get({ did }))).toMatchObject({ status: 404 })
    const pending = await network().administration.list({ query: { listing: 'pending' } })
    expect(pending.companies.map(({ vasp }) => vasp.did)).toContain(did)
    const list = (action: 'list' | 'decline', reason?: string) =>
      network().curation.list({ did, body: { action, ...(reason && { reason }) } })
    await list('list')
    expect(await foundBy('Quince')).toEqual(everybody(did))
    expect(await refusal(list('list'))).toMatchObject({ status: 409 })
    expect(await refusal(list('decline'))).toMatchObject({ status: 422 })
    await list('decline', 'Carries the name of another company')
    expect(await foundBy('Quince')).toEqual({ ...nobody, network: [did] })
    expect(await refusal(member().vasp.get({ did }))).toMatchObject({ status: 404 })
  })

  test('[TF-15] a disabled company is in no directory; who knows its DID sees that it is', async () => {
    const enable = (entity_enablement: 'enable' | 'disable') =>
      network().group.enable({
        ...{ did: asterEu },
        query: { entity_enablement, ...(entity_enablement === 'disable' && { reason: 'Closed' }) },
      })
    expect(await foundBy('Aster Europe')).toEqual(everybody(asterEu))
    await enable('disable')
    expect(await foundBy('Aster Europe')).toEqual({ ...nobody, network: [asterEu] })
    expect(await refusal(visitor().public.getVasp({ did: asterEu }))).toMatchObject({ status: 404 })
    expect((await member().vasp.get({ did: asterEu })).alerts).toMatchObject([
      { status: 'DISABLED', reason: 'Closed' },
    ])
    const { subsidiaries } = await member().vasp.get({
      ...{ did: aster, query: { includeSubsidiaries: true } },
    })
    expect(subsidiaries).toEqual([])
    await enable('enable')
    expect(await foundBy('Aster Europe')).toEqual(everybody(asterEu))
    expect((await member().vasp.get({ did: asterEu })).alerts).toEqual([])
  })
})

describe('duplicates', () => {
  const groups = async () =>
    (await network().curation.duplicates({})).groups.map(({ by, companies }) => [
      by,
      companies.map(({ vasp }) => vasp.did).toSorted(),
    ])

  test('[TF-05] the network sees who shares a name or a domain, however it is written', async () => {
    const copy = 'did:web:copy.example'
    await made(copy, {
      name: 'BRIAR  Cústody, Ltd.',
      website: 'http://WWW.aster-exchange.example/x',
    })
    const found = await groups()
    expect(found).toContainEqual(['name', expect.arrayContaining([briar, copy])])
    expect(found).toContainEqual(['domain', expect.arrayContaining([aster, copy])])
  })

  test('[TF-05] a subsidiary may have its group’s domain, but no stranger may', async () => {
    const website = 'https://one-house.example'
    const [house, branch, stranger] = ['did:web:a-house', 'did:web:b-branch', 'did:web:c-stranger']
    await seedVasps(
      fixture.database,
      [seed(house, website), seed(branch, website, house)],
      new Date(fixture.clock()),
    )
    expect((await groups()).flatMap(([, dids]) => dids)).not.toContain(branch)
    await made(stranger, { name: 'Stranger', website })
    expect(await groups()).toContainEqual(['domain', [house, branch, stranger]])
  })

  test('[TF-05] a merged company leads to the other one, and is gone from every list', async () => {
    const copy = 'did:web:double.example'
    await made(copy, { name: 'Briar Custody GmbH' })
    expect((await groups()).flatMap(([, dids]) => dids)).toContain(copy)
    await network().curation.list({ did: copy, body: { action: 'list' } })
    const remove = (did: string, redirectDID?: string) =>
      network().curation.remove({ did, query: { ...(redirectDID && { redirectDID }) } })
    for (const [did, redirect] of [
      [copy, copy],
      [copy, 'did:web:nobody.example'],
      [aster, briar],
    ] as const)
      expect(await refusal(remove(did, redirect))).toMatchObject({ status: 409 })
    expect(await remove(copy, briar)).toMatchObject({ listing: 'merged', redirectDID: briar })
    expect((await visitor().public.getVasp({ did: copy })).did).toBe(briar)
    expect((await member().vasp.get({ did: copy })).did).toBe(briar)
    expect(await foundBy('GmbH')).toMatchObject(nobody)
    expect((await groups()).flatMap(([, dids]) => dids)).not.toContain(copy)
    expect(await refusal(remove(copy))).toMatchObject({ status: 409 })
    expect(await refusal(remove(briar, copy))).toMatchObject({ status: 409 })
    const enable = { entity_enablement: 'enable' as const }
    expect(await refusal(network().group.enable({ did: copy, query: enable }))).toMatchObject({
      status: 409,
    })
    for (const did of [copy, briar])
      expect((await chainOf(fixture, did)).at(-1)).toMatchObject({ action: 'directory.remove' })
  })

  test('[TF-05] a deleted company is nobody’s to open, and its LEI is free again', async () => {
    const lei = 'FICT00FABE2KD73H5Y80'
    const [gone, heir] = ['did:web:gone.example', 'did:web:heir.example']
    const profile = { website: 'https://gone.example', lei }
    await made(gone, { name: 'Gone', ...profile })
    const second = made(heir, { name: 'Heir', ...profile })
    await expect(second).rejects.toMatchObject({ status: 409 })
    await network().curation.remove({ did: gone, query: {} })
    expect(await refusal(member().vasp.get({ did: gone }))).toMatchObject({ status: 404 })
    await made(heir, { name: 'Heir', ...profile })
  })

  test('[TF-05] two mergers at once never lead to each other', async () => {
    const pair = ['did:web:left.example', 'did:web:right.example']
    await seedVasps(
      fixture.database,
      pair.map((did) => seed(did, 'https://x.example')),
      new Date(fixture.clock()),
    )
    const [left = '', right = ''] = pair
    const merge = (did: string, redirectDID: string) =>
      network().curation.remove({ did, query: { redirectDID } })
    const done = await Promise.allSettled([merge(left, right), merge(right, left)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const did of pair) expect(pair).toContain((await member().vasp.get({ did })).did)
  })
})

test('[TF-05] what the operator edits is the network’s statement, not the company’s', async () => {
  const edit = { did: briar, fields: { description: 'As the network knows it' } }
  const vasp = await network().vasp.update({ body: edit })
  expect(vasp.issuers.description).toMatchObject({ issuerDid: 'network' })
  const phase = { compliancePhase: 'SUNRISE' as const, compliancePhaseData: {} }
  await network().settings.updateCompliance({ did: briar, body: phase })
  const { fields } = await network().vasp.profile({ did: briar })
  expect(fields.find(({ fieldName }) => fieldName === 'compliancePhase')?.values[0]?.issuer).toBe(
    'network',
  )
  // Somebody who runs the network and works for the company too speaks for the company there.
  const both = fixture.as({
    email: null,
    grants: [
      { vaspDID: null, role: 'Countersign Admin' },
      { vaspDID: aster, role: 'admin' },
    ],
  })
  const own = await both.vasp.update({ body: { did: aster, fields: { description: 'Own' } } })
  expect(own.issuers.description).toMatchObject({ issuerDid: aster })
})
