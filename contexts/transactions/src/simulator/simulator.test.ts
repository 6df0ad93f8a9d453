import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import {
  draft,
  ivms101,
  kestrel,
  simulatorBranch,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: ReturnType<typeof connect<DB>>
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const ours = () => fixture.as(kestrel)
const simulator = () => fixture.simulatorOf(kestrel)
const sweep = () => sweepSteps({ deps: fixture.deps, relay })

async function addressOf(answer: string): Promise<string> {
  const { addresses } = await simulator().get({ query: {} })
  const found = addresses.find((one) => one.answer === answer && one.asset === 'ETH')
  if (!found) throw new Error(`No address for ${answer}`)
  return found.address
}

/** A transfer to the simulator, as it stands once it was approved. */
async function tried(answer: string) {
  const { company } = await simulator().get({ query: {} })
  const destination = await addressOf(answer)
  const { id } = await ours().create({
    body: draft({
      beneficiaryVASPdid: company.did,
      transactionBlockchainInfo: { destination },
    }),
  })
  return ours().approve({ query: { id } })
}

test.each([
  ['ACCEPT', 'ACCEPTED', null],
  ['DECLINE', 'DECLINED', 'BENEFICIARY_UNKNOWN'],
  ['NAME_MISMATCH', 'DECLINED', 'BENEFICIARY_NAME_MISMATCH'],
  ['REJECT', 'REJECTED', 'NOT_OUR_ADDRESS'],
  ['SILENT', 'SENT', null],
] as const)(
  '[TX-02] the simulator’s %s: a transfer is %s when it is approved',
  async (answer, status, code) => {
    const found = await tried(answer)
    expect(found).toMatchObject({
      status,
      simulated: true,
      chargedQuantity: 0,
      reason: code && { code },
    })
    expect(fixture.metered, 'nothing is charged').not.toContain(found.id)
  },
)

test.each([
  ['ACCEPT_LATER', 'SENT'],
  ['NOT_READY', 'NOT_READY'],
] as const)('[TX-02] %s: five minutes later it is accepted', async (answer, first) => {
  const { id, status } = await tried(answer)
  expect(status).toBe(first)
  fixture.clock.advance(4 * 60_000)
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({ status: first })
  fixture.clock.advance(2 * 60_000)
  await sweep()
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
})

test('[TX-02] REQUEST_DATA: it is accepted once the data is supplied', async () => {
  const { id } = await tried('REQUEST_DATA')
  expect(await ours().info({ query: { id } })).toMatchObject({
    status: 'SENT',
    section: 'DATA',
    openRequest: { fields: ['originator.NATIONAL_ID'] },
  })
  await ours().update({ body: { id, ivms101 } })
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
})

test('[TX-02] REDIRECT: the simulator’s branch accepts it', async () => {
  const { id } = await tried('REDIRECT')
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({
    status: 'ACCEPTED',
    beneficiaryVASPdid: simulatorBranch,
  })
})

test('[TX-02] what was tried is in the inbox, and in no other list unless asked for', async () => {
  const { id } = await simulator().send({ body: { scenario: 'WITH_DATA' } })
  const listed = async (query: object) => {
    const { transactions } = await ours().list({ query })
    return transactions.some((one) => one.id === id)
  }
  expect(await listed({ txGroup: 'INBOX' })).toBe(true)
  expect(await listed({})).toBe(false)
  expect(await listed({ simulated: 'true' })).toBe(true)
  expect(await listed({ txGroup: 'INBOX', simulated: 'false' })).toBe(false)
  const { byStatus } = await ours().counts({ query: {} })
  expect(byStatus, 'nothing is counted').toEqual([])
  // Statistics, badges and top lists are made of these alone.
  for (const table of ['cell_count', 'cell_delta', 'cell_day', 'pair', 'pair_month', 'outcome_day'])
    expect(await fixture.rows(`select t::text from transactions.${table} t`), table).toEqual([])
  expect(fixture.metered).toEqual([])
})

test('[TX-02] what it sends to an address of the book confirms by itself where the company wants that; to an unknown one never', async () => {
  const wallet = { address: '0x00000000000000000000000000000000000051ed', network: 'ethereum' }
  await fixture.bookOf(kestrel).registerCustomer({ body: { ...wallet, customerRef: 'SIM-1' } })
  const { version, ...settings } = await ours().settings({ vaspDID: kestrel })
  const body = { ...settings, autoconfirm: true, version }
  await ours().saveSettings({ vaspDID: kestrel, body })
  const sent = async (scenario: 'WITH_DATA' | 'UNKNOWN_ADDRESS') => {
    const { id } = await simulator().send({ body: { scenario, destination: wallet.address } })
    await sweep()
    return (await ours().info({ query: { id } })).status
  }
  expect(await sent('WITH_DATA')).toBe('ACK')
  expect(await sent('UNKNOWN_ADDRESS')).toBe('SENT')
})

test('[TX-02] it sends a transfer: to confirm, with data that opens after that', async () => {
  const { id, status, direction } = await simulator().send({ body: { scenario: 'WITH_DATA' } })
  expect({ status, direction }).toEqual({ status: 'SENT', direction: 'incoming' })
  await ours().confirm({ query: { id } })
  const reason = { code: 'DECIDE' } as const
  const opened = await ours().decrypt({ body: { id, reason } })
  expect(JSON.stringify(opened.ivms101)).toContain('Receiver')
  const wrong = await simulator().send({ body: { scenario: 'WRONG_NAME' } })
  await ours().confirm({ query: { id: wrong.id } })
  const other = await ours().decrypt({ body: { id: wrong.id, reason } })
  expect(JSON.stringify(other.ivms101)).toContain('Nobody')
})

test('[TX-02] it sends a deposit without data, and supplies it', async () => {
  const { id } = await simulator().send({ body: { scenario: 'WITHOUT_DATA', asset: 'XRP' } })
  await sweep()
  const found = await ours().info({ query: { id } })
  expect(found).toMatchObject({ status: 'ACK', section: 'TO_DECIDE', simulated: true })
  expect(found.actions.map(({ action }) => action)).toContain('notify')
})

test('[TX-02] of a deposit and the message about it one stays', async () => {
  const { id } = await simulator().send({ body: { scenario: 'DUPLICATE' } })
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'SENT' })
  const { transactions } = await ours().list({
    query: { simulated: 'true', status: ['CANCELLED'] },
  })
  expect(transactions.map(({ mergedInto }) => mergedInto)).toContain(id)
})

test('[TX-02] it states a hash a minute late', async () => {
  const { id } = await simulator().send({ body: { scenario: 'LATE_HASH' } })
  await sweep()
  const hash = async () => (await ours().info({ query: { id } })).transactionBlockchainInfo.txHash
  expect(await hash()).toBeNull()
  fixture.clock.advance(61_000)
  await sweep()
  expect(await hash()).not.toBeNull()
})

test('[TX-02] a storm is twenty changes, each told in its order', async () => {
  const { id } = await simulator().send({ body: { scenario: 'WEBHOOK_STORM' } })
  for (let n = 0; n < 5; n++) await sweep()
  const told = await fixture.rows(
    `select (payload->>'version')::int as version from outbox.event where object = '${id}'
     and vasp_did = '${kestrel}' and type = 'notification.transactionUpdated' order by position`,
  )
  expect(told.map(({ version }) => version)).toEqual([...Array(20).keys()].map((n) => n + 3))
})

test('[TX-02] 501 in a deployment without simulator', async () => {
  const off = fixture.simulatorOf(kestrel, {}, { simulator: null })
  const send = off.send({ body: { scenario: 'WITH_DATA' } })
  expect(await refusal(send)).toMatchObject({
    status: 501,
    body: { err: { name: 'SimulatorOffError' } },
  })
  expect(await refusal(off.get({ query: {} }))).toMatchObject({ status: 501 })
})
