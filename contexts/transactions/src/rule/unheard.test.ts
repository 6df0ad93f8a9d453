import type { RuleIn } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

type Given = z.input<typeof RuleIn>

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const rules = () => fixture.rulesOf(kestrel)
const everything: Given = { actionRule: 'APPROVE', ruleCheck: 'ALL' }
const unknown = async (...outgoing: Given[]) =>
  (await rules().check({ body: { ruleSet: { outgoing } } })).findings.flatMap(
    ({ code, level, check, values }) =>
      code === 'UNKNOWN_VALUE' ? [[level, check, ...(values ?? [])]] : [],
  )

test('[TX-03] findings name companies that the directory doesn’t know, and checks that nobody has sent', async () => {
  const stranger = 'did:web:stranger.example'
  const reject = { actionRule: 'REJECT' } as const
  const vasp = { ...reject, ruleCheck: 'VASP' } as const
  expect(await unknown({ ...vasp, ruleValue: `${granite},${stranger}` })).toEqual([
    ['WARNING', 'VASP', stranger],
  ])
  expect(await unknown({ ...vasp, ruleValue: stranger, enabled: false })).toEqual([])
  const score: Given = { ...reject, ruleCheck: 'RISK_SCORE', ruleValue: 'SEVERE' }
  expect(await unknown(score)).toEqual([['WARNING', 'RISK_SCORE']])
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  const made = { id, kind: 'RISK_SCORE', source: 'Own analytics', result: 'LOW' } as const
  await fixture.as(kestrel).check({ body: made })
  expect(await unknown(score)).toEqual([])
  expect(await unknown({ ...score, source: 'Own analytics' })).toEqual([])
  expect(await unknown({ ...score, source: 'Another' })).toEqual([
    ['WARNING', 'RISK_SCORE', 'Another'],
  ])
  expect(await unknown({ ...reject, ruleCheck: 'JURISDICTION', ruleValue: 'SG,Iran' })).toEqual([
    ['ERROR', 'JURISDICTION', 'Iran'],
  ])
})

test('[TX-03] rules with errors are not saved, and those with warnings are', async () => {
  const save = (ruleSet: { incoming?: Given[]; outgoing?: Given[] }) =>
    rules().set({ body: { ruleSet } })
  const country = { actionRule: 'REJECT', ruleCheck: 'JURISDICTION' } as const
  const { status, body } = await refusal(
    save({
      outgoing: [
        { ...country, ruleValue: 'KP', order: 9 },
        { ...country, ruleValue: 'KP', order: 3 },
        { ...country, ruleValue: 'Iran', order: 5 },
        { ...everything, actionRule: 'NOT_READY', order: 10, enabled: false },
      ],
    }),
  )
  expect(status).toBe(422)
  expect(body).toMatchObject({ err: { name: 'RulesInvalidError' } })
  const { err } = body as { err: { fields: { loc: unknown[]; type: string }[] } }
  expect(err.fields.map(({ loc, type }) => [loc.slice(2).join('.'), type]).sort()).toEqual([
    ['outgoing.0.conditions', 'DUPLICATE'],
    ['outgoing.2.conditions', 'UNKNOWN_VALUE'],
    ['outgoing.3.actionRule', 'NOT_READY_OUTGOING'],
  ])
  expect((await rules().get({ query: {} })).version, 'nothing is saved').toBe(0)
  const saved = await save({ outgoing: [everything] })
  expect(saved.findings).toMatchObject([{ code: 'APPROVES_ALL', level: 'WARNING' }])
  // Rules of before don't keep the other direction from changing, and can always be removed.
  await fixture.rows(`update transactions.rule_set set body = jsonb_set(body, '{outgoing}',
    (body -> 'outgoing') || jsonb_build_array((body #> '{outgoing,0}') || '{"id":"same"}'))
    where state = 'ACTIVE'`)
  const other = await save({ incoming: [everything] })
  expect(other.findings.map(({ level }) => level)).toContain('ERROR')
  expect((await rules().delete({ body: { ids: ['same'] } })).outgoing).toHaveLength(1)
})
