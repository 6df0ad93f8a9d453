import type { RuleIn } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

type Given = z.input<typeof RuleIn>

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.looks.clear()
  fixture.verdicts.clear()
})

const rules = () => fixture.rulesOf(kestrel)
const everything: Given = { actionRule: 'SEND_TO_INBOX', ruleCheck: 'ALL' }
const outgoing = (...given: Given[]) => rules().set({ body: { ruleSet: { outgoing: given } } })
const create = (more: object = {}) => fixture.as(kestrel).create({ body: draft(more) })
const decided = async (more: object = {}) => {
  fixture.clock.advance(1_000)
  const { id } = await create(more)
  return (await rules().decisions({ query: { id } })).decisions[0]
}
const day = 86_400_000
const inDays = (days: number) => new Date(fixture.clock() + days * day)

test('[TX-03] rules know a counterparty’s phase, questionnaire and group, an overdue review and the tier', async () => {
  await outgoing(everything)
  expect((await decided())?.facts).toMatchObject({
    REVIEWED_VASP_LIST: ['NOT_REVIEWED'],
    COUNTERPARTY: ['VERIFIED', 'LIVE', 'DDQ_NOT_VALID'],
    DIRECTION_GROUP: ['NO'],
    THRESHOLD_TIER: ['1'],
  })
  fixture.verdicts.set(`${kestrel} ${granite}`, 'TRUSTED')
  fixture.looks.set(granite, { nextReviewAt: inDays(0), questionnaireUntil: inDays(1) })
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(granite, { ...base, group: kestrel })
  expect((await decided())?.facts).toMatchObject({
    REVIEWED_VASP_LIST: ['TRUSTED', 'REVIEW_OVERDUE'],
    COUNTERPARTY: ['VERIFIED', 'LIVE', 'DDQ_VALID'],
    DIRECTION_GROUP: ['YES'],
  })
  fixture.companies.set(granite, base)
  fixture.looks.set(granite, { nextReviewAt: inDays(1), questionnaireUntil: inDays(0) })
  const small = await decided({ amount: '0.01', ivms101: undefined })
  expect(small?.facts).toMatchObject({
    REVIEWED_VASP_LIST: ['TRUSTED'],
    COUNTERPARTY: ['VERIFIED', 'LIVE', 'DDQ_NOT_VALID'],
    THRESHOLD_TIER: ['NONE'],
  })
})

test('[TX-03] a counterparty that never answered isn’t known to be fast or slow', async () => {
  const slow = (hours: number): Given => ({
    actionRule: 'REJECT',
    ruleCheck: 'RESPONSE_TIME',
    ruleValue: `> ${hours}h`,
  })
  await outgoing(slow(24), everything)
  expect(await decided()).toMatchObject({ cause: 'UNKNOWN', rule: { ruleCheck: 'RESPONSE_TIME' } })
  // Half of the answers came within the 30th bucket: from 1.48^29 seconds, a day, to 1.48^30, one and a half.
  await fixture.rows(`insert into transactions.pair_month (vasp_did, counterparty_did, month, answer_times)
    values ('${kestrel}', '${granite}', date_trunc('month', '${inDays(-60).toISOString()}'::date),
      transactions.histogram(array[0, 29, 29, 29]))`)
  expect(await decided()).toMatchObject({ cause: 'RULE', action: 'REJECT' })
  await outgoing(slow(36), everything)
  expect(await decided()).toMatchObject({ cause: 'RULE', action: 'SEND_TO_INBOX' })
  const selfHosted = { beneficiaryVASPdid: undefined, isNonCustodial: true, ivms101: undefined }
  expect(await decided(selfHosted)).toMatchObject({ trace: [{ result: 'FALSE' }, {}] })
})

test('[TX-03] a company’s own list of countries stands for its countries, as long as rules name it', async () => {
  const lists = [{ name: 'NEAR_US', countries: ['SG', 'MY'] }]
  const near: Given = { actionRule: 'REJECT', ruleCheck: 'JURISDICTION', ruleValue: 'NEAR_US' }
  const save = (ruleSet: object) => rules().set({ body: { ruleSet } })
  expect(await refusal(save({ outgoing: [near], lists: [] }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ type: 'UNKNOWN_VALUE' }] } },
  })
  const saved = await save({ outgoing: [near, everything], lists })
  expect(saved).toMatchObject({
    lists,
    findings: [],
    outgoing: [{ ruleValue: 'NEAR_US' }, {}],
  })
  expect(await decided()).toMatchObject({ action: 'REJECT', facts: { JURISDICTION: ['SG'] } })
  const run = (ruleSet: object) =>
    rules().dryRun({ body: { ruleSet, direction: 'outgoing', last: 1, facts: 'THEN' } })
  expect(await run({})).toMatchObject({ changed: 0 })
  const far = [{ name: 'NEAR_US', countries: ['CH'] }]
  expect(await run({ lists: far })).toMatchObject({ changed: 1 })
  const { findings } = await rules().check({
    body: { ruleSet: { outgoing: [near, { ...near, ruleValue: 'MY', actionRule: 'APPROVE' }] } },
  })
  expect(findings.map(({ code }) => code)).toContain('UNREACHABLE')

  // It stays while rules are removed, and can't go while a rule names it.
  const [, second] = saved.outgoing
  const less = await rules().delete({ body: { ids: [second?.id ?? ''] } })
  expect(less.lists).toEqual(lists)
  expect(await refusal(save({ lists: [] }))).toMatchObject({
    status: 422,
    body: { err: { fields: [{ loc: ['body', 'ruleSet', 'lists'] }] } },
  })
  const faulty = [
    { name: 'NEAR_US', countries: ['SG'] },
    { name: 'NEAR_US', countries: ['XX'] },
    { name: 'FATF_CALL_FOR_ACTION', countries: ['SG'] },
  ]
  const { body } = await refusal(save({ lists: faulty }))
  const { err } = body as { err: { fields: { loc: unknown[] }[] } }
  expect(err.fields.map(({ loc }) => loc.slice(3).join('.'))).toEqual([
    ...['1.name', '1.countries', '2.name'],
  ])
  expect(await save({ outgoing: [], lists: [] })).toMatchObject({ lists: [] })
})

test('[TX-03] a rule that names a provider counts its checks alone', async () => {
  const score = (source: string): Given => ({
    actionRule: 'REJECT',
    ruleCheck: 'RISK_SCORE',
    ruleValue: 'SEVERE',
    source,
  })
  await outgoing(score('Ours'), { ...everything })
  const { id } = await create()
  const check = (source: string) =>
    fixture.as(kestrel).check({ body: { id, kind: 'RISK_SCORE', source, result: 'SEVERE' } })
  expect(await check('Another')).toMatchObject({ status: 'NEW' })
  expect(await check('Ours')).toMatchObject({ status: 'CANCELLED' })
  const { findings } = await rules().check({
    body: { ruleSet: { outgoing: [score('Ours'), score('Another')] } },
  })
  expect(
    findings.map(({ code }) => code),
    'they say different things',
  ).not.toContain('DUPLICATE')
})

test('[TX-03] a rule about a company counts its subsidiaries where it says so, now and in a dry run', async () => {
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  const head = 'did:ethr:0x00000000000000000000000000000000000000aa'
  fixture.companies.set(granite, { ...base, group: head })
  const about = (ruleValue: string): Given => ({
    actionRule: 'REJECT',
    ruleCheck: 'VASP',
    ruleValue,
  })
  const tried = async (ruleValue: string) => {
    const ruleSet = { outgoing: [about(ruleValue), everything] }
    const one = { direction: 'outgoing', last: 1 } as const
    return [
      await rules().dryRun({ body: { ruleSet, ...one, facts: 'THEN' } }),
      await rules().dryRun({ body: { ruleSet, ...one, facts: 'NOW' } }),
    ].map(({ byRule }) => byRule[0]?.hits)
  }
  const saved = await outgoing(about(`${head} group`), everything)
  expect(saved.outgoing[0]).toMatchObject({
    ruleValue: `${head} group`,
    conditions: [{ check: 'VASP', values: [head], group: true }],
  })
  expect(await decided()).toMatchObject({
    action: 'REJECT',
    facts: { VASP: [granite], 'VASP GROUP': [granite, head] },
  })
  expect(await tried(`${head} group`)).toEqual([1, 1])
  expect(await tried(`${granite} group`)).toEqual([1, 1])
  expect(await tried(head)).toEqual([0, 0])
  expect(await tried(`!${head} group`)).toEqual([0, 0])
  fixture.companies.set(granite, base)
})

test('[TX-03] rules know the first transfer to a destination and with a customer', async () => {
  await outgoing(
    { actionRule: 'REJECT', ruleCheck: 'FIRST_WITH', ruleValue: 'ADDRESS' },
    everything,
  )
  const nameIdentifier = [{ primaryIdentifier: 'Example', naturalPersonNameIdentifierType: 'LEGL' }]
  const person = { naturalPerson: { name: { nameIdentifier } } }
  await fixture.customersOf(kestrel).create({ body: { customerRef: 'F-1', ivms101: person } })
  const destination = `0x${'5eed'.repeat(10)}`
  const fresh = { transactionBlockchainInfo: { destination }, originatorRef: 'F-1' }
  expect(await decided(fresh)).toMatchObject({
    action: 'REJECT',
    facts: { 'FIRST_WITH ADDRESS': ['ADDRESS'], 'FIRST_WITH CUSTOMER': ['CUSTOMER'] },
  })
  expect(await decided(fresh)).toMatchObject({
    ...{ action: 'SEND_TO_INBOX', cause: 'RULE' },
    facts: {
      FIRST_WITH: ['SEEN'],
      'FIRST_WITH ADDRESS': ['SEEN'],
      'FIRST_WITH CUSTOMER': ['SEEN'],
    },
  })
  const notFirst: Given = { actionRule: 'REJECT', ruleCheck: 'FIRST_WITH', ruleValue: '!CUSTOMER' }
  await outgoing(notFirst, everything)
  expect(await decided(fresh)).toMatchObject({ action: 'REJECT' })
  expect(await decided(), 'of nobody').toMatchObject({
    ...{ cause: 'UNKNOWN', facts: { 'FIRST_WITH CUSTOMER': [] } },
  })
  expect(await refusal(outgoing({ ...notFirst, ruleValue: 'ADDRESS,CUSTOMER' }))).toMatchObject({
    status: 422,
  })
})
