import type { RuleIn } from '@countersign/contracts/transactions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { runSteps } from '../step/index.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.verdicts.clear())

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const incoming = (...rules: z.input<typeof RuleIn>[]) =>
  fixture.rulesOf(granite).set({ body: { ruleSet: { incoming: rules } } })
const sent = async () => {
  const { id } = await ours().create({ body: draft() })
  await ours().approve({ query: { id } })
  return id
}
const everything = { ruleCheck: 'ALL' } as const
const decisionOf = async (company: string, id: string) =>
  (await fixture.rulesOf(company).decisions({ query: { id } })).decisions[0]

test('[TX-03] an incoming transfer is declined on arrival, or accepted with its data', async () => {
  await incoming({ ...everything, actionRule: 'APPROVE' })
  const id = await sent()
  const arrived = await theirs().info({ query: { id } })
  expect(arrived.status, 'no rule accepts an unconfirmed address').toBe('SENT')
  expect(await theirs().confirm({ query: { id } })).toMatchObject({
    status: 'ACCEPTED',
    lastAct: { action: 'accept', by: { kind: 'RULE' } },
  })
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
  await incoming({
    actionRule: 'REJECT',
    ruleCheck: 'JURISDICTION',
    ruleValue: 'SG',
    reason: 'OWN_POLICY',
  })
  const other = await sent()
  expect(await ours().info({ query: { id: other } })).toMatchObject({
    status: 'DECLINED',
    reason: { code: 'OWN_POLICY', by: 'beneficiary' },
  })
  expect(await decisionOf(granite, other)).toMatchObject({ stage: 'ARRIVAL', action: 'REJECT' })
})

test('[TX-03] data that is withheld is unknown: a person decides', async () => {
  await incoming({ actionRule: 'APPROVE', ruleCheck: 'DATA_COMPLETE', ruleValue: 'YES' })
  const id = await sent()
  fixture.verdicts.set(`${kestrel} ${granite}`, 'BLOCKED')
  expect(await theirs().confirm({ query: { id } })).toMatchObject({ status: 'ACK' })
  expect(await decisionOf(granite, id)).toMatchObject({ stage: 'DECISION', cause: 'UNKNOWN' })
  // What a verdict withholds takes two people to release.
  const body = { id, reason: 'RISK_BASED', comment: 'Known for years' } as const
  expect(await ours().release({ body })).toMatchObject({ pendingSecond: { action: 'release' } })
  await fixture.as(kestrel, { did: 'did:example:ana' }).release({ body })
  expect(await theirs().info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
})

test('[TX-02] [TX-03] a check that arrives later lets the rules run again', async () => {
  await incoming({ actionRule: 'REJECT', ruleCheck: 'RISK_SCORE', ruleValue: 'SEVERE' })
  const id = await sent()
  const check = { id, kind: 'RISK_SCORE', source: 'Own analytics' } as const
  expect(await theirs().check({ body: { ...check, result: 'LOW', score: 3 } })).toMatchObject({
    status: 'SENT',
  })
  expect(await theirs().check({ body: { ...check, result: 'SEVERE' } })).toMatchObject({
    status: 'DECLINED',
  })
  const kept = `select kind, result from transactions.check_result where transfer_id = '${id}'
    and vasp_did = '${granite}' order by id`
  expect(await fixture.rows(kept)).toEqual([
    { kind: 'RISK_SCORE', result: 'LOW' },
    { kind: 'RISK_SCORE', result: 'SEVERE' },
  ])
})

test('[TX-03] after two changes of a name a person decides', async () => {
  await incoming({ ...everything, actionRule: 'APPROVE' })
  const id = await sent()
  await fixture.rows(`update transactions.side set name_amendments = 2
    where vasp_did = '${granite}' and transfer_id = '${id}'`)
  expect(await theirs().confirm({ query: { id } })).toMatchObject({ status: 'ACK' })
  expect(await decisionOf(granite, id)).toMatchObject({ cause: 'PERSON', action: 'SEND_TO_INBOX' })
})

test('[TX-03] a rule about the age of a transfer runs once it is old enough', async () => {
  await incoming({
    actionRule: 'REJECT',
    ruleCheck: 'TRANSACTION_CREATION_TIME',
    ruleValue: '>= 60',
    reason: 'DUE_DILIGENCE_OPEN',
  })
  const id = await sent()
  fixture.clock.advance(59 * 60_000)
  await runSteps(fixture.deps, id, [granite])
  expect((await theirs().info({ query: { id } })).status).toBe('SENT')
  fixture.clock.advance(60_000)
  await runSteps(fixture.deps, id, [granite])
  expect((await theirs().info({ query: { id } })).status).toBe('DECLINED')
})
