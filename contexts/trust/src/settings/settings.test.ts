import { refusal } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf, people } from '../governance.fixture.ts'
import { aster, asterEu, briar, trustFixture } from '../trust.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeEach(async () => {
  fixture = await trustFixture()
})
afterEach(() => fixture.close())

test('[TF-10] 200 settings begin safe, what is not given stays, and the audit says from and to', async () => {
  const { officer } = people(fixture)
  expect(await officer().settings.get({ did: aster })).toEqual({
    statusToProcessBlockchain: null,
    vaspDiscoverability: true,
    autoDecryption: false,
    reviewsTakeTwo: false,
  })
  await officer().settings.update({ did: aster, body: { statusToProcessBlockchain: 'ACK' } })
  const body = { vaspDiscoverability: false, autoDecryption: true }
  const after = { statusToProcessBlockchain: 'ACK', reviewsTakeTwo: false, ...body }
  expect(await officer().settings.update({ did: aster, body })).toEqual(after)
  expect(await officer().settings.get({ did: aster })).toEqual(after)
  expect(await officer().settings.update({ did: aster, body })).toEqual(after)
  const chain = await chainOf(fixture, aster)
  expect(chain.map(({ detail }) => detail)).toEqual([
    { statusToProcessBlockchain: { from: null, to: 'ACK' } },
    {
      vaspDiscoverability: { from: true, to: false },
      autoDecryption: { from: false, to: true },
    },
  ])
})

test('[TF-10] 403 automatic decryption needs the right to decrypt, and nothing else is stored then', async () => {
  const { adminOf } = people(fixture)
  const body = { autoDecryption: true, vaspDiscoverability: false }
  const refused = refusal(adminOf(asterEu).settings.update({ did: asterEu, body }))
  expect(await refused).toMatchObject({ status: 403 })
  expect(await adminOf(asterEu).settings.get({ did: asterEu })).toMatchObject({
    vaspDiscoverability: true,
    autoDecryption: false,
    reviewsTakeTwo: false,
  })
  // The value that stands there already needs no right.
  await adminOf(asterEu).settings.update({ did: asterEu, body: { autoDecryption: false } })
})

test('[TF-10] 404 and 422', async () => {
  const { network } = people(fixture)
  const nobody = { did: 'did:x:nobody', body: {} }
  expect(await refusal(network().settings.get(nobody))).toMatchObject({ status: 404 })
  expect(await refusal(network().settings.update(nobody))).toMatchObject({ status: 404 })
  for (const body of [{ statusToProcessBlockchain: 'SOON' }, { vaspDiscoverability: 1 }, { a: 1 }])
    expect(
      await refusal(network().settings.update({ did: aster, body: body as object })),
    ).toMatchObject({ status: 422 })
})

test('[TF-10] many changes at once follow one another, and none is lost', async () => {
  const { officer } = people(fixture)
  const before = await officer().settings.get({ did: briar })
  const known = (await chainOf(fixture, briar)).length
  await Promise.all([
    ...(['CREATED', 'SENT', 'ACK', 'ACCEPTED'] as const).map((status) =>
      officer().settings.update({ did: briar, body: { statusToProcessBlockchain: status } }),
    ),
    officer().settings.update({ did: briar, body: { vaspDiscoverability: false } }),
  ])
  const after = await officer().settings.get({ did: briar })
  expect(after.vaspDiscoverability).toBe(false)
  // Each began where the one before it had ended, and the last one stands.
  const changes = (await chainOf(fixture, briar)).slice(known).map(({ detail }) => detail)
  const steps = changes
    .flatMap(({ statusToProcessBlockchain: step }) => (step ? [step] : []))
    .map((step) => ({
      from: Reflect.get(Object(step), 'from'),
      to: Reflect.get(Object(step), 'to'),
    }))
  expect(changes).toHaveLength(5)
  expect(steps.map(({ to }) => String(to)).toSorted()).toEqual([
    'ACCEPTED',
    'ACK',
    'CREATED',
    'SENT',
  ])
  expect(steps.map(({ from }) => from)).toEqual([
    before.statusToProcessBlockchain,
    ...steps.slice(0, -1).map(({ to }) => to),
  ])
  expect(after.statusToProcessBlockchain).toBe(steps.at(-1)?.to)
})

test('[TF-05] the compliance phase and its data: stated, claimed, told and audited once', async () => {
  const { officer } = people(fixture)
  const body = {
    compliancePhase: 'ENFORCED',
    compliancePhaseData: { plannedDate: '2027-03-01', note: 'Blocks unanswered withdrawals' },
  } as const
  expect(await officer().settings.updateCompliance({ did: aster, body })).toMatchObject(body)
  await officer().settings.updateCompliance({ did: aster, body })
  expect(await officer().settings.compliance({ did: aster })).toMatchObject(body)
  expect(await officer().vasp.get({ did: aster })).toMatchObject({ compliancePhase: 'ENFORCED' })
  const chain = await chainOf(fixture, aster)
  expect(chain.filter(({ action }) => action === 'settings.updateCompliance')).toHaveLength(1)
  const history = await officer().vasp.profile({ did: aster })
  expect(history.fields.map(({ fieldName }) => fieldName)).toEqual(
    expect.arrayContaining(['compliancePhase', 'compliancePhaseData']),
  )
  const bad = { ...body, compliancePhaseData: { secretPlan: true } as object }
  expect(
    await refusal(officer().settings.updateCompliance({ did: aster, body: bad })),
  ).toMatchObject({ status: 422 })
  const nobody = { did: 'did:x:nobody', body }
  expect(await refusal(officer().settings.updateCompliance(nobody))).toMatchObject({ status: 404 })
  expect(await refusal(officer().settings.compliance(nobody))).toMatchObject({ status: 404 })
})

test('[TF-05] what is stated of a phase is possible: its days and its countries', async () => {
  const { officer } = people(fixture)
  const state = (compliancePhaseData: object) =>
    officer().settings.updateCompliance({
      did: aster,
      body: { compliancePhase: 'PREPARING', compliancePhaseData },
    })
  const day = (days: number) =>
    new Date(fixture.clock() + days * 86_400_000).toISOString().slice(0, 10)
  const inside = (more: object) => ({ perJurisdiction: [{ phase: 'ACTIVE', ...more }] })
  for (const wrong of [
    { plannedDate: day(-1) },
    { since: day(2) },
    inside({ country: 'SE', since: day(2) }),
    inside({ country: 'XX' }),
  ])
    expect(await refusal(state(wrong)), JSON.stringify(wrong)).toMatchObject({ status: 422 })
  const right = { plannedDate: day(0), since: day(0), ...inside({ country: 'SE', since: day(-9) }) }
  expect(await state(right)).toMatchObject({ compliancePhaseData: right })
})
