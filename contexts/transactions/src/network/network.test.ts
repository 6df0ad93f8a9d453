import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import { sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import { draft, granite, kestrel, transfersFixture, vacant } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
const survivor = 'did:web:survivor.example'
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(survivor, { ...base, did: survivor, name: 'survivor', group: survivor })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const sweep = () => sweepSteps({ deps: fixture.deps, relay })
const desk = () => fixture.networkOf('network', { did: 'did:example:noor' })
const ours = () => fixture.as(kestrel)
async function sent(more: object = {}) {
  const { id } = await ours().create({ body: draft(more) })
  await ours().approve({ query: { id } })
  return id
}
const caseOf = async (name: string) =>
  (await desk().unreachable({})).cases.find((one) => one.name === name)

test('[TX-02] the network sees which companies transfers can’t reach, and nothing of the transfers', async () => {
  const ids = [
    await sent({ beneficiaryVASPdid: vacant }),
    await sent({ beneficiaryVASPdid: vacant }),
  ]
  const { cases } = await desk().unreachable({})
  expect(cases).toEqual([
    {
      id: expect.stringMatching(/^req_/),
      vaspDID: vacant,
      name: 'vacant',
      website: null,
      contact: null,
      cause: 'NO_USERS',
      waiting: 2,
      companies: 1,
      oldestAt: expect.any(String),
    },
  ])
  const text = JSON.stringify(cases)
  for (const secret of [kestrel, ...ids, 'Quillbottom', '0x8617'])
    expect(text).not.toContain(secret)
  const [{ id: caseId = '' } = {}] = cases
  const resolve = (body: object) => refusal(desk().resolve({ caseId, body }))
  expect(await resolve({})).toMatchObject({ status: 422 })
  expect(await resolve({ vaspDID: granite }), 'it would divert them').toMatchObject({ status: 409 })
  expect(await refusal(desk().resolve({ caseId: 'req_0', body: {} }))).toMatchObject({
    status: 404,
  })

  expect(await desk().resolve({ caseId, body: { contact: 'desk@vacant.example' } })).toEqual({
    retried: 2,
  })
  await sweep()
  for (const id of ids)
    expect(await ours().info({ query: { id } })).toMatchObject({ status: 'SENT', heldBy: null })
  expect((await desk().unreachable({})).cases).toEqual([])
  const [mail] = await fixture.rows(
    `select subject, body from mail.outbox where recipient = 'desk@vacant.example'`,
  )
  expect(mail).toMatchObject({ subject: 'Travel Rule transfers are waiting for vacant' })
  expect(JSON.stringify(mail)).not.toMatch(/kestrel|ETH|1\.5/)
  expect(await fixture.as(vacant).info({ query: { id: ids[0] ?? '' } })).toMatchObject({
    section: 'TO_CONFIRM',
  })
})

test('[TX-02] the network says which company a name stands for, and the transfer goes there', async () => {
  const id = await sent({ beneficiaryVASPdid: undefined, beneficiaryVASPname: 'Granite Ltd' })
  expect(await ours().info({ query: { id } })).toMatchObject({
    transactionType: 'UNKNOWN',
    status: 'WAITING_FOR_INFORMATION',
  })
  const found = await caseOf('Granite Ltd')
  expect(found).toMatchObject({ cause: 'NOT_IN_DIRECTORY', vaspDID: null, waiting: 1 })
  const body = { vaspDID: granite }
  await desk().resolve({ caseId: found?.id ?? '', body })
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({
    status: 'SENT',
    beneficiaryVASPdid: granite,
    transactionType: 'TRAVELRULE',
    counterparty: { did: granite },
  })
  expect(await fixture.as(granite).info({ query: { id } })).toMatchObject({ status: 'SENT' })
  expect(fixture.metered.filter((one) => one === id)).toHaveLength(1)
})

test('[TX-02] the network hands a transfer to the company that a duplicate was merged into, and nowhere else', async () => {
  const id = await sent()
  await desk().redirect({ body: { id, to: survivor } })
  await sweep()
  expect(await ours().info({ query: { id } }), 'not its survivor').toMatchObject({
    beneficiaryVASPdid: granite,
  })
  fixture.survivors.set(granite, survivor)
  await desk().redirect({ body: { id, to: survivor } })
  await sweep()
  const now = await ours().info({ query: { id } })
  expect(now).toMatchObject({ status: 'SENT', beneficiaryVASPdid: survivor })
  expect(now.lastAct).toMatchObject({
    action: 'redirect',
    side: 'network',
    by: { kind: 'NETWORK' },
  })
  expect(await fixture.as(survivor).info({ query: { id } })).toMatchObject({
    section: 'TO_CONFIRM',
  })
  expect(await refusal(fixture.as(granite).confirm({ query: { id } }))).toMatchObject({
    status: 400,
  })
  const unknown = { id: crypto.randomUUID(), to: survivor }
  expect(await refusal(desk().redirect({ body: unknown }))).toMatchObject({ status: 404 })
  fixture.survivors.clear()
})

test('[TX-02] in another tenant the network’s functions do nothing', async () => {
  await fixture.deps.database.withTenant(kestrel, async (tx) => {
    const id = await sent()
    const { rows } = await sql<{ n: number }>`select
      (select count(*)::int from transactions.unreachable_cases())
      + transactions.network_redirect(${id}, '{}', now())
      + transactions.network_contact('req_1', '{}', now()) as n`.execute(tx)
    expect(rows).toEqual([{ n: 0 }])
  })
})
