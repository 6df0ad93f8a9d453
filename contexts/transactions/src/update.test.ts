import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepSteps } from './step/index.ts'
import type { DB } from './tables.gen.ts'
import { draft, granite, ivms101, kestrel, transfersFixture } from './transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const sweep = async () => {
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  await sweepSteps({ deps: fixture.deps, relay })
  await relay.close()
}
async function sent() {
  const { id } = await ours().create({ body: draft() })
  await ours().approve({ query: { id } })
  return id
}
async function confirmed() {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  return id
}
/** The personal data with another name of the originator. */
const corrected = (primaryIdentifier: string) => ({
  originator: {
    ...ivms101.originator,
    originatorPerson: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [{ primaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' }],
          },
          customerIdentification: 'K-7',
        },
      },
    ],
  },
})
const reason = { code: 'DECIDE', comment: 'To decide' } as const
const opened = async (who: ReturnType<typeof ours>, id: string) =>
  JSON.stringify((await who.decrypt({ body: { id, reason } })).ivms101)

test('[TX-01] the beneficiary asks for data, the originator supplies it, and the turn goes back', async () => {
  const id = await confirmed()
  const asked = await theirs().requestData({
    body: { id, fields: ['originator.BIRTH', 'originator.ADDRESS'], dueInHours: 24 },
  })
  const dueAt = new Date(fixture.clock() + 86_400_000).toISOString()
  expect(asked).toMatchObject({
    status: 'ACK',
    section: null,
    waitsFor: 'them',
    openRequest: { by: granite, fields: ['originator.BIRTH', 'originator.ADDRESS'], dueAt },
  })
  expect(await ours().info({ query: { id } })).toMatchObject({
    section: 'DATA',
    waitsFor: 'us',
    dueAt,
    openRequest: { answeredAt: null },
  })
  const events = await fixture.rows(
    `select vasp_did, payload->>'dueAt' as due from outbox.event
     where object = '${id}' and type = 'notification.informationRequested'`,
  )
  expect(events).toEqual([{ vasp_did: kestrel, due: dueAt }])

  const supplied = await ours().update({ body: { id, ivms101: corrected('Marrowgate') } })
  expect(supplied).toMatchObject({
    status: 'ACK',
    waitsFor: 'them',
    openRequest: { answeredAt: expect.any(String) },
  })
  expect(await theirs().info({ query: { id } })).toMatchObject({
    section: 'TO_DECIDE',
    waitsFor: 'us',
    version: supplied.version,
  })
})

test('[TX-04] an amendment after the release reaches the beneficiary; what it leaves out stays', async () => {
  const id = await confirmed()
  await ours().update({ body: { id, ivms101: corrected('Marrowgate') } })
  const data = await opened(theirs(), id)
  expect(data).toContain('Marrowgate')
  expect(data).not.toContain('Quillbottom')
  expect(data, 'the beneficiary’s half').toContain('Thistlewood')
})

test('[TX-04] changes of a name are counted for the beneficiary, other changes are not', async () => {
  const id = await confirmed()
  const counted = `select name_amendments as n from transactions.side
    where vasp_did = '${granite}' and transfer_id = '${id}'`
  await ours().update({ body: { id, ivms101: corrected('Marrowgate') } })
  expect(await fixture.rows(counted)).toEqual([{ n: 1 }])
  await ours().update({ body: { id, ivms101: corrected('Marrowgate') } })
  expect(await fixture.rows(counted)).toEqual([{ n: 1 }])
})

test('[TX-04] an amendment before the confirmation stays sealed to its owner', async () => {
  const id = await sent()
  await ours().update({ body: { id, ivms101: corrected('Marrowgate') } })
  const keys = `select distinct vasp_did, version from transactions.sealed_key where transfer_id = '${id}'
    order by version`
  expect(await fixture.rows(keys)).toEqual([
    { vasp_did: kestrel, version: 1 },
    { vasp_did: kestrel, version: 2 },
  ])
  await theirs().confirm({ query: { id } })
  expect(await opened(theirs(), id)).toContain('Marrowgate')
})

test('[TX-02] a request that nobody answers ends on its date, for both companies', async () => {
  const id = await confirmed()
  await theirs().requestData({ body: { id, fields: ['originator.BIRTH'], dueInHours: 1 } })
  fixture.clock.advance(3_600_000)
  await sweep()
  expect(await theirs().info({ query: { id } })).toMatchObject({
    openRequest: null,
    section: 'TO_DECIDE',
    waitsFor: 'us',
  })
  expect(await ours().info({ query: { id } })).toMatchObject({ section: null, waitsFor: 'them' })
})

test('[TX-01] data that was missing at creation is supplied: the transfer is ready to send', async () => {
  const { beneficiary, ...rest } = ivms101
  const made = await ours().create({
    body: draft({ ivms101: rest, skipBeneficiaryDataValidation: true }),
  })
  expect(made.status).toBe('MISSING_BENEFICIARY_DATA')
  const half = await ours().update({ body: { id: made.id, ivms101: corrected('Marrowgate') } })
  expect(half).toMatchObject({ status: 'MISSING_BENEFICIARY_DATA', version: 2 })
  const whole = await ours().update({ body: { id: made.id, beneficiary } })
  expect(whole).toMatchObject({ status: 'NEW', version: 3 })
  const data = await opened(ours(), made.id)
  expect(data).toContain('Marrowgate')
  expect(data).toContain('Thistlewood')
})

test('[TX-01] data that would be incomplete, or has a fault, is refused whole', async () => {
  const { id } = await ours().create({ body: draft() })
  const nameless = { originator: { accountNumber: ['0x1'] } }
  const refused = refusal(ours().update({ body: { id, ivms101: nameless, tags: ['vip'] } }))
  expect(await refused).toMatchObject({ status: 422 })
  const now = await ours().info({ query: { id } })
  expect(now).toMatchObject({ version: 1, tags: [] })
})

test('[TX-02] several changes at once: all of them, or none', async () => {
  const id = await confirmed()
  const all = { id, ivms101: corrected('Marrowgate'), txHash: '0xab', tags: ['vip'] }
  const { version } = await ours().info({ query: { id } })
  const changed = await ours().update({ body: { ...all, version } })
  expect(changed).toMatchObject({
    version: version + 2,
    tags: ['vip'],
    transactionBlockchainInfo: { txHash: '0xab' },
  })
  expect(await refusal(ours().update({ body: { ...all, version } }))).toMatchObject({ status: 409 })
  const other = refusal(ours().update({ body: { id, txHash: '0xcd', tags: ['x'] } }))
  expect(await other).toMatchObject({ status: 409 })
  expect(await ours().info({ query: { id } })).toMatchObject({ tags: ['vip'] })
  expect(await refusal(ours().update({ body: { id } }))).toMatchObject({ status: 422 })
})

test('[TX-02] the beneficiary can’t amend, and the originator can’t ask', async () => {
  const id = await confirmed()
  const amending = refusal(theirs().update({ body: { id, ivms101: corrected('Marrowgate') } }))
  expect(await amending).toMatchObject({ status: 403 })
  const asking = refusal(ours().requestData({ body: { id, fields: ['originator.BIRTH'] } }))
  expect(await asking).toMatchObject({ status: 403 })
})

test('[TX-02] [TX-03] a check that is said to be made in the future is refused and not kept', async () => {
  const { id } = await ours().create({ body: draft() })
  const at = (ms: number) => new Date(fixture.clock() + ms).toISOString()
  const check = { id, kind: 'RISK_SCORE', source: 'Own analytics', result: 'LOW' } as const
  const day = 86_400_000
  for (const ms of [6 * 60_000, day, 1_000 * 365 * day])
    expect(await refusal(ours().check({ body: { ...check, at: at(ms) } }))).toMatchObject({
      status: 422,
      body: { err: { message: expect.stringContaining('this is in the future') } },
    })
  // A clock that is a little ahead is no fault.
  for (const ms of [-day, 4 * 60_000])
    expect(await ours().check({ body: { ...check, at: at(ms) } })).toMatchObject({ id })
  const kept = `select 1 from transactions.check_result where transfer_id = '${id}'`
  expect(await fixture.rows(kept)).toHaveLength(2)
})

test('[TX-01] V1 asks what a transfer takes before anybody’s data is entered', async () => {
  const body = {
    originatorVASPdid: kestrel,
    transactionAsset: 'ETH',
    network: 'ethereum',
    transactionAmount: '1500000000000000000',
    destination: '0xde709f2102306220921060314715629080e2fb77',
    originatorEqualsBeneficiary: false,
  }
  const stored = 'select count(*) from transactions.transfer'
  const before = await fixture.rows(stored)
  const ask = (more: object = {}) => ours().validateV1({ body: { ...body, ...more } })
  expect(await ask({ beneficiaryVASPdid: granite })).toEqual({
    isValid: false,
    type: 'TRAVELRULE',
    beneficiaryAddressType: 'UNKNOWN',
    addressSource: 'UNKNOWN',
    beneficiaryVASPdid: granite,
    beneficiaryVASPname: 'granite',
    errors: ['beneficiaryNameMissing'],
  })
  const named = { beneficiaryVASPdid: granite, beneficiaryName: 'Elsa Lindqvist' }
  expect(await ask(named)).toMatchObject({ isValid: true, errors: [] })
  expect(await ask({ transactionAmount: '1' })).toMatchObject({ type: 'BELOW_THRESHOLD' })
  const address = { address: body.destination, network: 'ethereum', customerRef: 'C-1' }
  await fixture.bookOf(kestrel).registerCustomer({ body: address })
  expect(await ask({ beneficiaryName: 'Elsa Lindqvist' })).toMatchObject({
    beneficiaryAddressType: 'HOSTED',
    addressSource: 'INTERNAL',
    beneficiaryVASPdid: kestrel,
  })
  const stranger = ask({ beneficiaryVASPdid: 'did:web:nobody.example' })
  expect(await refusal(stranger)).toMatchObject({ status: 404 })
  expect(await refusal(ask({ destination: '0x1' }))).toMatchObject({ status: 422 })
  expect(await refusal(ask({ surprise: 1 }))).toMatchObject({ status: 422 })
  expect(await fixture.rows(stored)).toEqual(before)
})
