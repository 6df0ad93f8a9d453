import type { RuleIn } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

type Given = z.input<typeof RuleIn>

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const everything = { ruleCheck: 'ALL' } as const
const create = () => fixture.as(kestrel).create({ body: draft() })

test('[TX-03] a dry run decides as the live run did, and says what would change', async () => {
  fixture.verdicts.set(`${kestrel} ${granite}`, 'TRUSTED')
  const rules: Given[] = [
    {
      ruleCheck: 'REVIEWED_VASP_LIST',
      ruleValue: 'TRUSTED',
      actionRule: 'APPROVE',
      name: 'Trusted',
    },
    { ...everything, actionRule: 'SEND_TO_INBOX' },
  ]
  const { outgoing: live } = await fixture
    .rulesOf(kestrel)
    .set({ body: { ruleSet: { outgoing: rules } } })
  const passed = (await create()).id
  fixture.verdicts.clear()
  const held = (await create()).id
  const run = (ruleSet: { outgoing: Given[] }, facts: 'THEN' | 'NOW') =>
    fixture.rulesOf(kestrel).dryRun({ body: { ruleSet, direction: 'outgoing', last: 2, facts } })
  const same = await run({ outgoing: live }, 'THEN')
  expect(same).toMatchObject({
    considered: 2,
    changed: 0,
    differing: [],
    matrix: { APPROVE: { APPROVE: 1 }, SEND_TO_INBOX: { SEND_TO_INBOX: 1 } },
    byRule: [
      { name: 'Trusted', hits: 1, firstHits: 1, neverTrue: false },
      // Meets both, and decides what the first doesn't.
      { hits: 2, firstHits: 1, neverTrue: false },
    ],
  })
  expect((await run({ outgoing: live }, 'NOW')).differing).toMatchObject([
    {
      ...{ id: passed, before: 'APPROVE', after: 'SEND_TO_INBOX' },
      trace: [
        { name: 'Trusted', result: 'FALSE', conditions: ['FALSE'] },
        { name: null, result: 'TRUE', conditions: ['TRUE'] },
      ],
    },
  ])
  const strict = await run({ outgoing: [{ ...everything, actionRule: 'REJECT' }] }, 'THEN')
  expect(strict.differing.map(({ id, after }) => [id, after]).sort()).toEqual(
    [passed, held].map((id) => [id, 'REJECT']).sort(),
  )
  const never = { ruleCheck: 'REVIEWED_VASP_LIST', ruleValue: 'BLOCKED' } as const
  const { byRule } = await run(
    { outgoing: [{ ...never, actionRule: 'REJECT' }, ...rules.toReversed()] },
    'THEN',
  )
  expect(byRule).toMatchObject([
    { hits: 0, firstHits: 0, neverTrue: true },
    { hits: 2, firstHits: 2, neverTrue: false },
    { name: 'Trusted', hits: 1, firstHits: 0, neverTrue: false },
  ])
  expect(await fixture.as(kestrel).info({ query: { id: held } }), 'nothing is done').toMatchObject({
    status: 'NEW',
  })
  const theirRun = { ruleSet: {}, direction: 'outgoing', last: 10_000 } as const
  expect((await fixture.rulesOf(granite).dryRun({ body: theirRun })).considered).toBe(0)
})

test('[TX-03] findings say how often earlier rules decide what a rule is about', async () => {
  const rules = fixture.rulesOf(kestrel)
  const trusted = { ruleCheck: 'REVIEWED_VASP_LIST', ruleValue: 'TRUSTED' } as const
  const from: Given['conditions'] = [{ check: 'JURISDICTION', operator: 'IN', values: ['SG'] }]
  fixture.verdicts.set(`${kestrel} ${granite}`, 'TRUSTED')
  await rules.set({ body: { ruleSet: { outgoing: [{ ...trusted, actionRule: 'APPROVE' }] } } })
  for (let n = 0; n < 3; n++) await create()
  fixture.verdicts.clear()
  await create()
  const shadowed = async (...outgoing: Given[]) =>
    (await rules.check({ body: { ruleSet: { outgoing } } })).findings.flatMap(
      ({ code, others, share }) =>
        code === 'SHADOWED_PARTLY' ? [{ others: others.length, share }] : [],
    )
  const first = { ...trusted, actionRule: 'APPROVE' } as const
  const then = { conditions: from, ruleCheck: 'CONDITIONS' } as const
  const { considered, byRule } = await rules.dryRun({
    body: { ruleSet: { outgoing: [first] }, direction: 'outgoing', last: 1_000, facts: 'THEN' },
  })
  const share = Math.round((100 * (byRule[0]?.firstHits ?? 0)) / considered)
  expect(share).toBeGreaterThan(50)
  expect(share).toBeLessThan(100)
  expect(await shadowed(first, { ...then, actionRule: 'REJECT' })).toEqual([{ others: 1, share }])
  expect(await shadowed(first, { ...then, actionRule: 'APPROVE' }), 'the same action').toEqual([])
  expect(await shadowed({ ...then, actionRule: 'REJECT' }, first), 'never reached there').toEqual([
    { others: 1, share: 100 },
  ])
  expect(
    await shadowed(first, { ...everything, actionRule: 'SEND_TO_INBOX' }),
    'a rule for the rest',
  ).toEqual([])
})

test('[TX-03] a dry run pages through what differs, and keeps to a period', async () => {
  const rules = fixture.rulesOf(kestrel)
  await rules.set({ body: { ruleSet: { outgoing: [{ ...everything, actionRule: 'APPROVE' }] } } })
  fixture.clock.advance(60_000)
  const from = new Date(fixture.clock()).toISOString()
  const { id: old } = await create()
  // Like it, 450 more: of the same second, so that only their ids tell them apart.
  await fixture.rows(`
    insert into transactions.transfer select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from transactions.transfer t, generate_series(1, 450) where t.id = '${old}';
    insert into transactions.side select (jsonb_populate_record(s, jsonb_build_object('transfer_id', t.id, 'transaction_ref', null))).*
      from transactions.side s, transactions.transfer t where s.transfer_id = '${old}' and s.vasp_did = '${kestrel}'
      and t.created_at = (select created_at from transactions.transfer where id = '${old}') and t.id <> '${old}';`)
  const run = (more: object) =>
    rules.dryRun({
      body: {
        ruleSet: { outgoing: [{ ...everything, actionRule: 'REJECT' }] },
        direction: 'outgoing',
        last: 10_000,
        from,
        ...more,
      },
    })
  const first = await run({})
  expect(first).toMatchObject({ considered: 451, changed: 451, more: false })
  expect(first.differing).toHaveLength(200)
  // What comes in meanwhile moves nothing.
  fixture.clock.advance(60_000)
  await create()
  const second = await run({ cursor: first.next })
  const third = await run({ cursor: second.next })
  expect(second).toMatchObject({ considered: 451, changed: 451, matrix: first.matrix })
  const ids = [first, second, third].flatMap(({ differing }) => differing.map(({ id }) => id))
  expect(ids).toHaveLength(451)
  expect(new Set(ids).size).toBe(451)
  expect(third.next).toBeNull()
  expect(await run({ last: 451 })).toMatchObject({ considered: 451, more: true })
  expect(await run({ to: from })).toMatchObject({ considered: 451, more: false })
  const before = new Date(Date.parse(from) - 1).toISOString()
  expect(await refusal(run({ to: before }))).toMatchObject({ status: 422 })
  expect((await run({ from: undefined, to: before })).considered).toBeLessThan(10)
  expect(await refusal(run({ cursor: 'x' }))).toMatchObject({ status: 422 })
})

test('[TX-03] a dry run says what is missing', async () => {
  const francs: Given = {
    actionRule: 'REJECT',
    ruleCheck: 'TRANSACTION_AMOUNT',
    ruleValue: '> 1 CHF',
  }
  const { unknown, missing } = await fixture.rulesOf(kestrel).dryRun({
    body: { ruleSet: { outgoing: [francs] }, direction: 'outgoing', last: 3 },
  })
  expect([unknown, missing]).toEqual([3, [{ check: 'TRANSACTION_AMOUNT', transfers: 3 }]])
})

test('[TX-03] whatever the rules, a dry run of them decides as they did', async () => {
  const rules = fixture.rulesOf(kestrel)
  const condition = fc.constantFrom<NonNullable<Given['conditions']>[number]>(
    { check: 'ALL' },
    { check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED', 'REVIEW_OVERDUE'] },
    { check: 'JURISDICTION', operator: 'NOT_IN', values: ['HOME'] },
    { check: 'THRESHOLD_TIER', operator: 'IN', values: ['1'] },
    { check: 'COUNTERPARTY', operator: 'NOT_IN', values: ['DDQ_VALID'] },
    { check: 'SANCTION_LIST_CHECK', operator: 'NOT_IN', values: ['MATCH'] },
    { check: 'RESPONSE_TIME', operator: '>', hours: 24 },
    { check: 'SUM_WINDOW', operator: '>', amount: '1', currency: 'SGD', hours: 24 },
    { check: 'TRANSACTION_AMOUNT', operator: '<=', amount: '999999', currency: 'SGD' },
  )
  const rule = fc.record({
    actionRule: fc.constantFrom('APPROVE' as const, 'REJECT' as const, 'SEND_TO_INBOX' as const),
    enabled: fc.boolean(),
    conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  })
  const lists = [{ name: 'HOME', countries: ['SG'] }]
  for (const outgoing of fc.sample(fc.array(rule, { minLength: 1, maxLength: 3 }), 8)) {
    fixture.clock.advance(1_000)
    const from = new Date(fixture.clock()).toISOString()
    // Of two that are the same, the second is refused.
    const saved = await rules.set({ body: { ruleSet: { outgoing, lists } } }).catch(() => undefined)
    if (!saved) continue
    const { id } = await create()
    const { decisions } = await rules.decisions({ query: { id } })
    const ruleSet = { outgoing: saved.outgoing }
    const run = await rules.dryRun({
      body: { ruleSet, direction: 'outgoing', from, facts: 'THEN' },
    })
    const decided = decisions[0]?.action ?? 'SEND_TO_INBOX'
    expect(run).toMatchObject({ considered: 1, changed: 0, after: { [decided]: 1 } })
  }
})
