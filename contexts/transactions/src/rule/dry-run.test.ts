import type { RuleIn } from '@countersign/contracts/transactions'
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
    byRule: [{ name: 'Trusted', hits: 1 }, { hits: 1 }],
  })
  expect((await run({ outgoing: live }, 'NOW')).differing).toMatchObject([
    { id: passed, before: 'APPROVE', after: 'SEND_TO_INBOX' },
  ])
  const strict = await run({ outgoing: [{ ...everything, actionRule: 'REJECT' }] }, 'THEN')
  expect(strict.differing.map(({ id, after }) => [id, after]).sort()).toEqual(
    [passed, held].map((id) => [id, 'REJECT']).sort(),
  )
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
  const share = Math.round((100 * (byRule[0]?.hits ?? 0)) / considered)
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
