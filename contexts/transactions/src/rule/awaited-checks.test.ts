import { defaultTransferSettings, type RuleIn } from '@countersign/contracts/transactions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { runSteps } from '../step/index.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

type Given = z.input<typeof RuleIn>

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.rows('delete from transactions.setting'))

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const minute = 60_000
const clean: Given = {
  actionRule: 'REJECT',
  ruleCheck: 'SANCTION_LIST_CHECK',
  ruleValue: 'MATCH',
  name: 'Sanctions',
}
const everything: Given = { actionRule: 'APPROVE', ruleCheck: 'ALL' }
const outgoing = (...rules: Given[]) =>
  fixture.rulesOf(kestrel).set({ body: { ruleSet: { outgoing: rules } } })
const incoming = (...rules: Given[]) =>
  fixture.rulesOf(granite).set({ body: { ruleSet: { incoming: rules, outgoing: [] } } })
type Kinds = (typeof defaultTransferSettings)['checksExpected']
const expects = (company: string, checksExpected: Kinds, checksWithinMinutes = 10) =>
  fixture.as(company).saveSettings({
    vaspDID: company,
    body: { ...defaultTransferSettings, checksExpected, checksWithinMinutes, version: 0 },
  })
const create = () => ours().create({ body: draft() })
const info = (id: string, company: string = kestrel) => fixture.as(company).info({ query: { id } })
const inInbox = async (id: string, company: string = kestrel) =>
  (await fixture.as(company).list({ query: { txGroup: 'INBOX' } })).transactions.some(
    (one) => one.id === id,
  )
const later = async (id: string, company: string, minutes: number) => {
  fixture.clock.advance(minutes * minute)
  await runSteps(fixture.deps, id, [company])
}
const last = async (id: string) =>
  (await fixture.rulesOf(kestrel).decisions({ query: { id } })).decisions[0]
const check = (id: string, result: 'MATCH' | 'NO_MATCH', company: string = kestrel) =>
  fixture
    .as(company)
    .check({ body: { id, kind: 'SANCTION_LIST_CHECK', source: 'Own systems', result } })

test('[TX-03] rules wait for a check that is expected, and no later rule decides meanwhile', async () => {
  await expects(kestrel, ['SANCTION_LIST_CHECK'])
  await outgoing(clean, everything)
  const made = await create()
  const until = new Date(fixture.clock() + 10 * minute).toISOString()
  expect(made).toMatchObject({
    status: 'NEW',
    heldBy: 'UNKNOWN',
    awaitedChecks: { checks: ['SANCTION_LIST_CHECK'], until },
  })
  const { id } = made
  expect(await last(id)).toMatchObject({
    cause: 'WAITING',
    action: 'SEND_TO_INBOX',
    rule: { name: 'Sanctions' },
    trace: [{ result: 'UNKNOWN' }],
  })
  expect(await inInbox(id), 'nobody need look yet').toBe(false)
  expect(await check(id, 'NO_MATCH')).toMatchObject({ status: 'SENT', awaitedChecks: null })
  const { id: other } = await create()
  expect(await check(other, 'MATCH')).toMatchObject({ status: 'CANCELLED', awaitedChecks: null })
})

test('[TX-03] a check that has not arrived in time brings the transfer to the inbox', async () => {
  await expects(kestrel, ['SANCTION_LIST_CHECK'], 3)
  await outgoing(clean, everything)
  const { id } = await create()
  await later(id, kestrel, 2)
  expect(await info(id)).toMatchObject({ awaitedChecks: { checks: ['SANCTION_LIST_CHECK'] } })
  await later(id, kestrel, 1)
  expect(await info(id)).toMatchObject({ status: 'NEW', heldBy: 'UNKNOWN', awaitedChecks: null })
  expect(await inInbox(id)).toBe(true)
  expect(await last(id)).toMatchObject({ cause: 'UNKNOWN', action: 'SEND_TO_INBOX' })
  expect(await check(id, 'NO_MATCH'), 'a late one still counts').toMatchObject({ status: 'SENT' })
})

test('[TX-03] where no timer runs, the transfer is in the inbox all the same once the time is over', async () => {
  await expects(kestrel, ['SANCTION_LIST_CHECK'])
  await outgoing(clean, everything)
  const { id } = await create()
  fixture.clock.advance(10 * minute)
  expect(await inInbox(id)).toBe(true)
  expect(await info(id)).toMatchObject({ status: 'NEW', heldBy: 'UNKNOWN', awaitedChecks: null })
})

test('[TX-03] of two expected checks the time counts from the start, and only what a rule asks for is awaited', async () => {
  await expects(kestrel, ['RISK_SCORE', 'SANCTION_LIST_CHECK'])
  const score: Given = { actionRule: 'REJECT', ruleCheck: 'RISK_SCORE', ruleValue: 'SEVERE' }
  await outgoing(clean, score, everything)
  const { id, awaitedChecks } = await create()
  expect(awaitedChecks?.checks).toEqual(['SANCTION_LIST_CHECK'])
  await later(id, kestrel, 4)
  const next = await check(id, 'NO_MATCH')
  expect(next.awaitedChecks).toEqual({ checks: ['RISK_SCORE'], until: awaitedChecks?.until })
  await later(id, kestrel, 6)
  expect(await info(id)).toMatchObject({ status: 'NEW', awaitedChecks: null })
  expect(await inInbox(id)).toBe(true)
})

test('[TX-03] a check that nobody expects and nobody made is no match: the next rule decides', async () => {
  await outgoing(clean, everything)
  const { id, status } = await create()
  expect(status).toBe('SENT')
  expect(await last(id)).toMatchObject({
    cause: 'RULE',
    facts: { SANCTION_LIST_CHECK: [] },
    trace: [{ result: 'FALSE' }, { result: 'TRUE' }],
  })
  // “Not a match” can’t be said of what nobody checked: it passes nothing.
  await outgoing({ ...clean, actionRule: 'APPROVE', ruleValue: '!MATCH' }, everything)
  expect(await create()).toMatchObject({ status: 'NEW', heldBy: 'UNKNOWN', awaitedChecks: null })
})

test('[TX-03] a person may decide while rules wait, and the wait ends', async () => {
  await expects(kestrel, ['SANCTION_LIST_CHECK'])
  await outgoing(clean, everything)
  const { id } = await create()
  expect(await ours().approve({ query: { id } })).toMatchObject({
    status: 'SENT',
    awaitedChecks: null,
  })
  await later(id, kestrel, 10)
  expect((await info(id)).status).toBe('SENT')
})

test('[TX-03] an incoming transfer waits on arrival and again with its data; the other company learns nothing', async () => {
  await outgoing(everything)
  await expects(granite, ['SANCTION_LIST_CHECK'])
  await incoming(clean, everything)
  const { id, awaitedChecks } = await create()
  expect(awaitedChecks).toBeNull()
  expect(await info(id, granite)).toMatchObject({
    status: 'SENT',
    awaitedChecks: { checks: ['SANCTION_LIST_CHECK'] },
  })
  expect(await inInbox(id, granite)).toBe(false)
  expect(await theirs().confirm({ query: { id } })).toMatchObject({
    status: 'ACK',
    awaitedChecks: { checks: ['SANCTION_LIST_CHECK'] },
  })
  expect(await info(id)).toMatchObject({ awaitedChecks: null })
  expect(await check(id, 'NO_MATCH', granite)).toMatchObject({ status: 'ACCEPTED' })
  const { id: late } = await create()
  await later(late, granite, 10)
  expect(await info(late, granite)).toMatchObject({ status: 'SENT', awaitedChecks: null })
  expect(await inInbox(late, granite)).toBe(true)
})
