import { readFile } from 'node:fs/promises'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const admin = () =>
  fixture.as({ email: null, grants: [{ vaspDID: null, role: 'Countersign Admin' }] })

const file = async (name: string) =>
  JSON.parse(
    await readFile(new URL(`../../data/jurisdiction-${name}.json`, import.meta.url), 'utf8'),
  )

const openRule = async (jurisdictionId: string) => {
  const { jurisdictions } = await admin().jurisdiction.list({})
  const found = jurisdictions.find(({ id }) => id === jurisdictionId)
  if (!found) throw new Error(`No ${jurisdictionId}`)
  const { id: _, updatedAt: __, ...rule } = found
  return rule
}

test('[TX-01] every jurisdiction says for machines what it asks for, and its duties where they are known', async () => {
  const [requirements, obligations] = [await file('requirements'), await file('obligations')]
  const { jurisdictions } = await admin().jurisdiction.list({})
  expect(jurisdictions.map(({ id }) => id).toSorted()).toEqual(Object.keys(requirements).toSorted())
  for (const { id, tiers, ...rule } of jurisdictions) {
    const known = requirements[id]
    expect(
      tiers.map(({ data: _, ...tier }) => tier),
      id,
    ).toEqual(known.tiers)
    expect(rule.selfHostedProofAbove, id).toEqual(known.selfHosted?.proofAbove)
    expect(rule.recordYears, id).toBe(known.recordYears)
    const duty = obligations[id === 'EU' ? 'DE' : id]
    expect(rule.mustReject, id).toBe(duty?.rejectIncompleteTransfers)
    expect(rule.mustVerify, id).toBe(duty?.mustVerifyOriginatorData)
    if (duty) expect(rule.recordYears, id).toBe(duty.recordKeepingYears)
  }
})

test('[TX-01] the duties of the EU are those of each of its countries that the source lists', async () => {
  const [{ countries, ...eu }, obligations] = [await openRule('EU'), await file('obligations')]
  const listed = countries.filter((country) => country in obligations)
  expect(listed.length).toBeGreaterThan(10)
  for (const country of listed)
    expect(obligations[country], country).toMatchObject({
      mustVerifyOriginatorData: eu.mustVerify,
      rejectIncompleteTransfers: eu.mustReject,
      recordKeepingYears: eu.recordYears,
    })
})

test('[TX-01] what a rule asks for is changed, taken away and brought back as one statement', async () => {
  const rule = await openRule('CH')
  const save = async (changes: object) =>
    admin().jurisdiction.update({
      jurisdictionId: 'CH',
      body: { ...rule, version: (await openRule('CH')).version, ...changes },
    })
  const requires = { any: ['originator.NAME', { all: ['originator.BIRTH', 'beneficiary.NAME'] }] }
  const tiers = [{ ...rule.tiers[0], requires, unlessBothIn: ['CH', 'LI'] }]
  await save({ tiers, mustReject: undefined, recordYears: 10, selfHostedProofAbove: undefined })
  const changed = await openRule('CH')
  expect(changed).toMatchObject({ tiers, recordYears: 10 })
  expect(changed).not.toHaveProperty('mustReject')
  expect(changed).not.toHaveProperty('selfHostedProofAbove')
  const { changes } = await admin().jurisdiction.history({ jurisdictionId: 'CH' })
  expect(changes[0]).toMatchObject({ before: { mustReject: true }, after: { recordYears: 10 } })
  await save({})
  expect(await openRule('CH')).toEqual({ ...rule, version: rule.version + 2 })
})

test('[TX-01] 422 for what is no requirement', async () => {
  const rule = await openRule('KR')
  const deep = (times: number): unknown =>
    times === 0 ? 'originator.NAME' : { all: [deep(times - 1)] }
  const attempt = (tier: object) =>
    refusal(
      admin().jurisdiction.update({
        jurisdictionId: 'KR',
        body: { ...rule, tiers: [{ ...rule.tiers[0], ...tier }] },
      } as never),
    )
  for (const tier of [
    { requires: 'originator.SHOE_SIZE' },
    { requires: { any: [] } },
    { requires: { all: ['originator.NAME'], any: ['originator.BIRTH'] } },
    { requires: deep(4) },
    { asReceived: ['NAME'] },
    { unlessBothIn: ['Korea'] },
  ])
    expect(await attempt(tier), JSON.stringify(tier)).toMatchObject({ status: 422 })
  expect(await openRule('KR')).toEqual(rule)
})

test('[TX-01] V1 gets the rule of a country, and FATF’s for one that nobody described where it asks so', async () => {
  const get = (query: { countryCode: string; fallbackToFATF?: 'true' | 'false' }) =>
    admin().jurisdiction.listV1({ query })
  const [singapore, ...more] = await get({ countryCode: 'SG' })
  expect(more).toEqual([])
  expect(singapore).toMatchObject({ countryCode: 'SG', currency: 'SGD' })
  const { tiers } = await openRule('SG')
  expect(singapore?.thresholds.map(({ threshold }) => threshold)).toEqual(
    tiers.map(({ amount }) => amount),
  )
  const [german] = await get({ countryCode: 'DE' })
  expect(german?.thresholds[0]?.rules).toContainEqual({
    type: 'ORIGINATOR',
    fields: ['originator.NAME', 'originator.ACCOUNT'],
    conditions: [
      {
        any: [
          { all: ['originator.ADDRESS', 'originator.NATIONAL_ID', 'originator.CUSTOMER_ID'] },
          'originator.BIRTH',
        ],
      },
    ],
  })
  expect(await get({ countryCode: 'AQ' })).toEqual([])
  expect(await get({ countryCode: 'AQ', fallbackToFATF: 'false' })).toEqual([])
  expect(await get({ countryCode: 'AQ', fallbackToFATF: 'true' })).toMatchObject([
    { countryCode: 'AQ', currency: 'USD', thresholds: [{ threshold: 0 }, { threshold: 1_000 }] },
  ])
  expect(await refusal(get({ countryCode: 'Singapore' }))).toMatchObject({ status: 422 })
})
