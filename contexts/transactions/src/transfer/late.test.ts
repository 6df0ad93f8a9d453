import type { TransferSettings } from '@countersign/contracts/transactions'
import { defaultTransferSettings } from '@countersign/contracts/transactions'
import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import { sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import { draft, granite, kestrel, singapore, transfersFixture } from './transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const ana = () => fixture.as(kestrel, { did: 'did:example:ana' })
const machine = () => fixture.as(kestrel, { did: 'did:example:machine', clientId: 'c-1' })
const sweep = async (other: Partial<TransactionsDeps> = {}) => {
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  // What one round leaves for the other company, the next one does.
  while ((await sweepSteps({ deps: { ...fixture.deps, ...other }, relay })) > 0);
  await relay.close()
}
async function choose(who: ReturnType<typeof ours>, did: string, more: Partial<TransferSettings>) {
  const path = { vaspDID: did }
  const { version } = await who.settings(path)
  return who.saveSettings({ ...path, body: { ...defaultTransferSettings, ...more, version } })
}
beforeEach(() => choose(ours(), kestrel, {}))
const created = async () => (await ours().create({ body: draft() })).id
const sent = async () => {
  const id = await created()
  await ours().approve({ query: { id } })
  return id
}
const statusOf = async (id: string) => (await ours().info({ query: { id } })).status

test('[TX-02] a transfer that nobody answers is cancelled where the settings say so', async () => {
  await choose(ours(), kestrel, {
    onNoResponse: { action: 'CANCEL', afterMinutes: 60, processFor: [] },
  })
  const id = await sent()
  const onChain = await sent()
  await ours().setHash({ body: { id: onChain, txHash: '0xfeed' } })
  fixture.clock.advance(3_599_000)
  await sweep()
  expect(await statusOf(id)).toBe('SENT')
  fixture.clock.advance(1_000)
  await sweep()
  expect(await ours().info({ query: { id } })).toMatchObject({
    status: 'CANCELLED',
    reason: { code: 'COUNTERPARTY_NO_RESPONSE', by: 'system' },
    lastAct: { action: 'expire', by: { kind: 'SYSTEM' } },
  })
  expect(await theirs().info({ query: { id } })).toMatchObject({ status: 'CANCELLED' })
  expect(await statusOf(onChain), 'its coins may be on the chain').toBe('SENT')

  const late = await sent()
  await choose(ours(), kestrel, {})
  fixture.clock.advance(3_600_000)
  await sweep()
  expect(await statusOf(late), 'the settings in force then').toBe('SENT')
})

test('[TX-02] coins go without an answer to a country that is chosen, as long as its law allows it', async () => {
  const laws = (mustReject?: boolean) =>
    fixture.as(
      kestrel,
      {},
      {
        jurisdictions: async () => [
          { ...singapore, ...(mustReject !== undefined && { mustReject }) },
        ],
      },
    )
  const settings = {
    onNoResponse: { action: 'CANCEL' as const, afterMinutes: 60, processFor: ['SG'] },
  }
  for (const mustReject of [true, undefined])
    expect(await refusal(choose(laws(mustReject), kestrel, settings))).toMatchObject({
      status: 422,
      body: { err: { fields: [{ loc: ['body', 'onNoResponse', 'processFor', 0] }] } },
    })
  await choose(laws(false), kestrel, settings)
  const expired = async (mustReject: boolean) => {
    const id = await sent()
    fixture.clock.advance(3_600_000)
    await sweep({ jurisdictions: async () => [{ ...singapore, mustReject }] })
    return ours().info({ query: { id } })
  }
  expect(await expired(false)).toMatchObject({
    status: 'SENT',
    processedAt: expect.any(String),
    lastAct: { action: 'expire' },
  })
  expect(await expired(true), 'its law has changed since').toMatchObject({
    status: 'SENT',
    processedAt: null,
  })
  // The counterparty's country counts, not the own one: elsewhere it is as the company does otherwise.
  const there = fixture.companies.get(granite)
  if (!there) throw new Error('No such company')
  fixture.companies.set(granite, { ...there, countries: ['CH'], incorporation: 'CH' })
  expect(await expired(false)).toMatchObject({ status: 'CANCELLED', processedAt: null })
  fixture.companies.set(granite, there)
})

test('[TX-02] the own law’s duties stand at a transfer on which the company still decides', async () => {
  const strict = {
    jurisdictions: async () => [
      {
        ...singapore,
        mustReject: true,
        mustVerify: true,
        source: 'The Act',
        sourceUrl: 'https://law.example/',
      },
    ],
  }
  const found = async (company: string, id: string) =>
    (await fixture.as(company, {}, strict).info({ query: { id } })).findings
  const duty = (code: string) => [
    { code, jurisdiction: 'SG', source: 'The Act', sourceUrl: 'https://law.example/' },
  ]
  const id = await created()
  expect(await found(kestrel, id)).toEqual(duty('LAW_SAYS_VERIFY'))
  await fixture.customersOf(kestrel).create({
    body: {
      customerRef: 'Law-1',
      ivms101: {
        legalPerson: {
          name: {
            nameIdentifier: [{ legalPersonName: 'Oak', legalPersonNameIdentifierType: 'LEGL' }],
          },
        },
      },
    },
  })
  const known = await ours().create({ body: draft({ originatorRef: 'Law-1' }) })
  expect(await found(kestrel, known.id), 'a registered customer').toEqual([])
  await ours().approve({ query: { id } })
  expect(await found(kestrel, id), 'nothing is left to decide').toEqual([])
  await theirs().confirm({ query: { id } })
  expect(await found(granite, id), 'its data is complete').toEqual([])
  await fixture.rows(
    `update transactions.transfer set threshold = jsonb_set(threshold, '{warnings}', '["COUNTERPARTY_RULE_APPLIES"]')
     where id = '${id}'`,
  )
  expect(await found(granite, id)).toEqual(duty('LAW_SAYS_REFUSE'))
  for (const query of [{}, { txGroup: 'INBOX' as const }]) {
    const { transactions } = await fixture.as(granite, {}, strict).list({ query })
    expect(transactions.find((one) => one.id === id)?.findings, 'in lists').toEqual(
      duty('LAW_SAYS_REFUSE'),
    )
  }
})

test('[TX-04] thirty days after a cancellation the beneficiary can open nothing, but for a legal hold', async () => {
  const cancelled = async () => {
    const id = await sent()
    await theirs().confirm({ query: { id } })
    await ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } })
    return id
  }
  const [id, held] = [await cancelled(), await cancelled()]
  await fixture.rows(
    `insert into transactions.legal_hold (vasp_did, transfer_id, at, until, reason, by_did)
     values ('${granite}', '${held}', now(), current_date + 90, '', 'did:example:x')`,
  )
  const reason = { code: 'AUDIT', comment: 'Why we stopped it' } as const
  expect(await theirs().decrypt({ body: { id, reason } })).toHaveProperty('viewId')
  // The database itself counts the days.
  await fixture.rows(
    `update transactions.transfer set updated_at = now() - interval '31 days' where id in ('${id}', '${held}')`,
  )
  fixture.clock.advance(30 * 86_400_000)
  await sweep()
  expect(await refusal(theirs().decrypt({ body: { id, reason } }))).toMatchObject({ status: 409 })
  expect(await theirs().decrypt({ body: { id: held, reason } })).toHaveProperty('viewId')
  await fixture.rows(
    `update transactions.legal_hold set ended_at = now() where transfer_id = '${held}'`,
  )
  fixture.clock.advance(86_400_000)
  await sweep()
  const after = refusal(theirs().decrypt({ body: { id: held, reason } }))
  expect(await after).toMatchObject({ status: 409 })
})

test('[TX-02] from an amount on two approve, the second of them another person', async () => {
  await choose(ours(), kestrel, {
    fourEyes: {
      approveFrom: '0.01',
      acceptFrom: null,
      personalExports: false,
      rules: false,
      payer: false,
    },
  })
  const id = await created()
  const first = await ours().approve({ query: { id } })
  expect(first).toMatchObject({
    section: 'SECOND_APPROVAL',
    status: 'NEW',
    version: 1,
    pendingSecond: { action: 'approve', by: { did: `did:example:person-of-${kestrel.slice(8)}` } },
  })
  expect(await refusal(ours().approve({ query: { id } }))).toMatchObject({
    status: 403,
    body: { err: { name: 'SecondPersonNeededError' } },
  })
  expect(await refusal(machine().approve({ query: { id } }))).toMatchObject({ status: 403 })
  const inSection = async () => {
    const inbox = { txGroup: 'INBOX', section: 'SECOND_APPROVAL' } as const
    const { transactions } = await ours().list({ query: inbox })
    const { sections } = await ours().counts({ query: {} })
    return [transactions.map((one) => one.id), sections.SECOND_APPROVAL]
  }
  expect(await inSection()).toEqual([[id], 1])
  expect(await ana().approve({ query: { id } })).toMatchObject({
    status: 'SENT',
    pendingSecond: null,
    section: null,
  })
  expect(await inSection()).toEqual([[], undefined])
  const audited = await fixture.rows(`select action from audit.entry where object = '${id}'`)
  expect(audited.map(({ action }) => action)).toContain('transaction.approve.first')
})

test('[TX-02] the first approval ends after a day, and with a change of the data', async () => {
  await choose(ours(), kestrel, {
    fourEyes: {
      approveFrom: '0',
      acceptFrom: null,
      personalExports: false,
      rules: false,
      payer: false,
    },
  })
  const [old, changed] = [await created(), await created()]
  await ours().approve({ query: { id: old } })
  fixture.clock.advance(86_400_000)
  expect(await ana().approve({ query: { id: old } })).toMatchObject({ status: 'NEW' })
  await ours().approve({ query: { id: changed } })
  await ours().update({ body: { id: changed, ivms101: draft().ivms101 } })
  expect(await ana().approve({ query: { id: changed } })).toMatchObject({
    status: 'NEW',
    pendingSecond: { by: { did: 'did:example:ana' } },
  })
  await ours().cancel({ body: { id: changed, reason: 'WRONG_DETAILS' } })
  expect(await statusOf(changed), 'to refuse takes one').toBe('CANCELLED')
})

test('[TX-02] a transfer is to be answered as the company’s settings say, or sooner as a profile promises', async () => {
  const dueIn = async () => {
    const id = await sent()
    const { dueAt } = await theirs().info({ query: { id } })
    return (Date.parse(dueAt ?? '') - fixture.clock()) / 60_000
  }
  expect(await dueIn()).toBe(1_440)
  await choose(theirs(), granite, { answerWithinMinutes: 90 })
  expect(await dueIn()).toBe(90)
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(granite, { ...base, answersWithin: 30 })
  expect(await dueIn()).toBe(30)
  fixture.companies.set(granite, base)
  await fixture.rows(`delete from transactions.setting where vasp_did = '${granite}'`)
})

test('[TX-02] settings: two people can’t overwrite each other, and only those who may change them', async () => {
  const path = { vaspDID: granite }
  expect(await theirs().settings(path)).toEqual({ ...defaultTransferSettings, version: 0 })
  const body = { ...defaultTransferSettings, dataRequestHours: 2, version: 0 }
  expect(await theirs().saveSettings({ ...path, body })).toMatchObject({ version: 1 })
  expect(await refusal(theirs().saveSettings({ ...path, body }))).toMatchObject({ status: 409 })
  const id = await sent()
  const asked = await theirs().requestData({ body: { id, fields: ['originator.BIRTH'] } })
  const dueAt = new Date(fixture.clock() + 7_200_000).toISOString()
  expect(asked.openRequest).toMatchObject({ dueAt })
})

test('[TX-02] a snoozed transfer leaves the inbox until its time', async () => {
  const id = await created()
  const inbox = async () =>
    (await ours().list({ query: { txGroup: 'INBOX' } })).transactions.map((one) => one.id)
  expect(await inbox()).toContain(id)
  const until = new Date(fixture.clock() + 3_600_000).toISOString()
  expect(await ours().snooze({ body: { ids: [id], until } })).toEqual({ ids: [id] })
  expect(await inbox()).not.toContain(id)
  fixture.clock.advance(3_600_000)
  expect(await inbox()).toContain(id)
  const past = refusal(ours().snooze({ body: { ids: [id], until } }))
  expect(await past).toMatchObject({ status: 422 })
  expect(await theirs().snooze({ body: { ids: [id], until: null } })).toEqual({ ids: [] })
})
