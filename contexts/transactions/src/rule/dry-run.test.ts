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
