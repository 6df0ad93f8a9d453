import type { JurisdictionIn } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transferPort } from '../transfer-port.store.ts'
import { aster, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

const officer = (did = aster) =>
  fixture.as({ email: null, grants: [{ vaspDID: did, role: 'compliance_officer' }] })
const internal = (name = 'Noor Haddad') =>
  fixture.as({
    ...{ did: `did:example:${name.split(' ')[0]?.toLowerCase()}`, name, email: null },
    grants: [{ vaspDID: null, role: 'Countersign Admin' }],
  })

/** What stands there now, as an edit of it begins. */
async function openRule(jurisdictionId: string): Promise<JurisdictionIn> {
  const { jurisdictions } = await internal().jurisdiction.list({})
  const found = jurisdictions.find(({ id }) => id === jurisdictionId)
  if (!found) throw new Error(`No ${jurisdictionId}`)
  const { id: _, updatedAt: __, ...rule } = found
  return rule
}

const update = async (jurisdictionId: string, changes: object, name?: string) => {
  const body = { ...(await openRule(jurisdictionId)), ...changes }
  return internal(name).jurisdiction.update({ jurisdictionId, body })
}

test('[TF-01] jurisdictions say from which amount, since when and how that is known', async () => {
  const { jurisdictions } = await officer().jurisdiction.list({})
  expect(jurisdictions).toHaveLength(26)
  expect(jurisdictions.find(({ id }) => id === 'SG')).toMatchObject({
    ...{ countries: ['SG'], status: 'inForce', confidence: 'high', verifiedAt: '2026-11-01' },
    tiers: [{ amount: 0 }, { comparator: '>', amount: 1500, currency: 'SGD' }],
    version: 1,
  })
  for (const one of jurisdictions) expect(one.source).not.toBe('')
})

test('[TF-01] an edit is what everybody reads next, and a company’s status follows it', async () => {
  const shown = async () =>
    (await officer().vasp.get({ did: briar, query: { showJurisdictionStatus: true } }))
      .jurisdictionStatus
  expect(await shown()).toEqual([
    { country: 'SE', status: 'inForce' },
    { country: 'FI', status: 'inForce' },
  ])
  const sourceUrl = 'https://law.example/eu'
  expect(await update('EU', { status: 'plansAnnounced', sourceUrl })).toMatchObject({
    ...{ id: 'EU', status: 'plansAnnounced', sourceUrl, version: 2 },
    updatedAt: new Date(fixture.clock()).toISOString(),
  })
  expect((await shown())?.[0]).toEqual({ country: 'SE', status: 'plansAnnounced' })
  const found = async (status: 'inForce' | 'plansAnnounced') =>
    (
      await officer().vasp.list({
        query: { filterByJurisdictionStatus: status, listingType: 'all' },
      })
    ).vasps.map(({ did }) => did)
  expect(await found('plansAnnounced')).toEqual([briar])
  expect(await found('inForce')).toEqual([])
})

test('[TF-01] [TX-01] transfers are judged by the rules as they stand, read anew only when one has changed', async () => {
  const read = () => fixture.database.withTenant(aster, (tx) => transferPort.jurisdictions(tx))
  const before = await read()
  expect(await read()).toBe(before)
  await update('EU', { status: 'plansAnnounced' })
  const after = await read()
  expect(after.find(({ id }) => id === 'EU')).toMatchObject({
    status: 'plansAnnounced',
    version: 2,
  })
  await update('EU', { status: 'inForce' })
  expect((await read()).find(({ id }) => id === 'EU')).toMatchObject({ status: 'inForce' })
})

test('[TF-01] the history says who changed what, from what to what, and the way back is a change too', async () => {
  const before = await openRule('CH')
  const { version: _, ...facts } = before
  await update('CH', { confidence: 'low', verifiedAt: '2026-11-20' })
  await update('CH', {}, 'Omar Said')
  const { changes } = await internal().jurisdiction.history({ jurisdictionId: 'CH' })
  const after = { ...facts, confidence: 'low', verifiedAt: '2026-11-20' }
  const made = { by: 'did:example:noor', byName: 'Noor Haddad' }
  // To save what stands there already is no change.
  expect(changes).toEqual([{ version: 2, at: expect.any(String), ...made, before: facts, after }])
  await update('CH', facts, 'Omar Said')
  const { changes: all } = await internal().jurisdiction.history({ jurisdictionId: 'CH' })
  expect(all.map(({ byName, version }) => [byName, version])).toEqual([
    ['Omar Said', 3],
    ['Noor Haddad', 2],
  ])
  expect(all[0]).toMatchObject({ before: after, after: facts })
  const audited = await fixture.database.withTenant('network', async (tx) => {
    const { rows } = await sql<{ detail: object }>`select detail from audit.entry
      where action = 'jurisdiction.update' and object = 'CH' order by number`.execute(tx)
    return rows.map(({ detail }) => detail)
  })
  expect(audited).toMatchObject([
    { fields: ['confidence', 'verifiedAt'], version: 2, source: facts.source },
    { fields: ['confidence', 'verifiedAt'], version: 3 },
  ])
})

test('[TF-01] of two admins at once one is told, and nothing is overwritten', async () => {
  const body = await openRule('JP')
  const save = (note: string) =>
    internal(note).jurisdiction.update({ jurisdictionId: 'JP', body: { ...body, note } })
  const answers = await Promise.allSettled(['Noor', 'Omar', 'Sara'].map(save))
  const saved = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.note] : []))
  expect(saved).toHaveLength(1)
  for (const one of answers)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  expect(await openRule('JP')).toMatchObject({ note: saved[0], version: 2 })
  expect(await refusal(save('late'))).toMatchObject({
    status: 409,
    body: { err: { message: expect.stringContaining('Someone else has changed this') } },
  })
})

test('[TF-01] a jurisdiction is added once, and its countries follow it', async () => {
  const { version: _, ...rule } = await openRule('SG')
  const add = (more: object) =>
    internal().jurisdiction.create({
      body: { ...rule, id: 'NG', name: 'Nigeria', countries: ['NG'], ...more },
    })
  const answers = await Promise.allSettled([add({}), add({})])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(add({}))).toMatchObject({ status: 409 })
  const { changes } = await internal().jurisdiction.history({ jurisdictionId: 'NG' })
  expect(changes).toMatchObject([{ version: 1, before: null, after: { name: 'Nigeria' } }])
  expect(await refusal(add({ id: 'KE', countries: ['KE', 'NG'] }))).toMatchObject({
    status: 422,
    body: { err: { message: expect.stringContaining('NG is already in Nigeria') } },
  })
  expect(await refusal(add({ id: 'ke', countries: ['KE'] }))).toMatchObject({ status: 422 })
})

test('[TF-01] 404 and 422 for what is no jurisdiction and no rule', async () => {
  const rule = await openRule('FATF')
  const attempt = (jurisdictionId: string, body: object) =>
    refusal(internal().jurisdiction.update({ jurisdictionId, body: { ...rule, ...body } }))
  expect(await attempt('XX', {})).toMatchObject({ status: 404 })
  expect(await refusal(internal().jurisdiction.history({ jurisdictionId: 'XX' }))).toMatchObject({
    status: 404,
  })
  const tier = { comparator: '>', amount: 1, currency: 'SEK', data: 'x' }
  for (const body of [
    { status: 'soon' },
    { source: '' },
    { sourceUrl: 'http://law.example' },
    { sourceUrl: 'javascript:alert(1)' },
    { verifiedAt: 'yesterday' },
    { verifiedAt: '2026-11-23' },
    { countries: ['Sweden'] },
    { countries: ['US'] },
    { countries: ['MX', 'MX'] },
    { tiers: [{ ...tier, amount: -1 }] },
    { tiers: [tier, tier] },
    { tiers: [tier, { ...tier, amount: 5, currency: 'EUR' }] },
    { extra: true },
  ])
    expect(await attempt('FATF', body), JSON.stringify(body)).toMatchObject({ status: 422 })
  expect(await openRule('FATF')).toEqual(rule)
})
