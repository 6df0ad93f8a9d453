import type { RuleIn } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { runSteps } from '../step/index.ts'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

type Given = z.input<typeof RuleIn>

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.settings.clear()
  fixture.verdicts.clear()
  for (const company of [kestrel, granite])
    await fixture.rulesOf(company).set({ body: { ruleSet: { incoming: [], outgoing: [] } } })
})

const ours = () => fixture.as(kestrel)
const outgoing = (...rules: Given[]) =>
  fixture.rulesOf(kestrel).set({ body: { ruleSet: { outgoing: rules } } })
const create = (more: object = {}) => ours().create({ body: draft(more) })
const trusted = { ruleCheck: 'REVIEWED_VASP_LIST', ruleValue: 'TRUSTED' } as const
const everything = { ruleCheck: 'ALL' } as const
const decisionOf = async (company: string, id: string) =>
  (await fixture.rulesOf(company).decisions({ query: { id } })).decisions[0]
const processed = (id: string) =>
  fixture.rows(`select 1 from outbox.event where object = '${id}'
    and type = 'notification.processBlockchainTransaction'`)

test('[TX-03] rules are saved in versions, in order, and earlier ones come back', async () => {
  const rules = fixture.rulesOf(kestrel)
  const before = (await rules.get({ query: {} })).version
  const saved = await outgoing(
    { ...everything, actionRule: 'SEND_TO_INBOX', order: 7 },
    { ...trusted, actionRule: 'APPROVE', order: 3, name: 'Trusted' },
  )
  expect(saved.version).toBe(before + 1)
  expect(saved.outgoing).toMatchObject([
    {
      order: 10,
      name: 'Trusted',
      ruleCheck: 'REVIEWED_VASP_LIST',
      ruleValue: 'TRUSTED',
      conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED'] }],
    },
    { order: 20, ruleCheck: 'ALL' },
  ])
  const [first] = saved.outgoing
  const less = await rules.delete({ body: { ids: [first?.id ?? ''] } })
  expect(less.outgoing.map(({ order, ruleCheck }) => [order, ruleCheck])).toEqual([[10, 'ALL']])
  expect((await rules.get({ query: { version: saved.version } })).outgoing).toEqual(saved.outgoing)
  const back = await rules.restore({ body: { version: saved.version } })
  expect(back.outgoing).toEqual(saved.outgoing)
  expect(back.version).toBe(saved.version + 2)
  expect(
    (await rules.versions({ query: {} })).versions.map(({ version }) => version).slice(0, 3),
  ).toEqual([back.version, less.version, saved.version])
  const late = { ruleSet: { outgoing: [] }, baseVersion: saved.version }
  expect(await refusal(rules.set({ body: late }))).toMatchObject({
    status: 409,
    body: { err: { name: 'RulesChangedError', details: { version: back.version } } },
  })
  expect(
    await refusal(fixture.rulesOf(granite).get({ query: { version: back.version } })),
  ).toMatchObject({
    status: 404,
  })
})

test('[TX-03] faults of rules are refused with pointers, and a DID twice as before', async () => {
  const rules: Given[] = [
    { actionRule: 'NOT_READY', ruleCheck: 'ALL', order: 1 },
    { actionRule: 'APPROVE', ruleCheck: 'TRANSACTION_AMOUNT', ruleValue: 'much', order: 1 },
    { actionRule: 'REJECT', ruleCheck: 'TRANSACTION_TYPE', ruleValue: 'TRAVEL', reason: 'OTHER' },
  ]
  const { status, body } = await refusal(outgoing(...rules))
  expect(status).toBe(422)
  expect(body).toMatchObject({ err: { name: 'RulesInvalidError' } })
  const { err } = body as { err: { fields: { loc: unknown[] }[] } }
  expect(err.fields.map(({ loc }) => loc.slice(3).join('.')).sort()).toEqual([
    '0.actionRule',
    '1.order',
    '1.ruleValue',
    '2.conditions.0.values',
    '2.reason',
  ])
  const twice = {
    actionRule: 'APPROVE',
    ruleCheck: 'VASP',
    ruleValue: `${granite},${granite}`,
  } as const
  expect(await refusal(outgoing(twice))).toMatchObject({ status: 400 })
})

test('[TX-03] an outgoing transfer is sent, cancelled or held by rules, and the decision is explained', async () => {
  fixture.verdicts.set(`${kestrel} ${granite}`, 'TRUSTED')
  const { version } = await outgoing(
    {
      actionRule: 'REJECT',
      ruleCheck: 'REVIEWED_VASP_LIST',
      ruleValue: 'BLOCKED',
      reason: 'COUNTERPARTY_NOT_ACCEPTED',
    },
    { ...trusted, actionRule: 'APPROVE', name: 'Trusted companies' },
  )
  const passed = await create()
  expect(passed).toMatchObject({
    status: 'SENT',
    heldBy: null,
    lastAct: {
      action: 'approve',
      by: { kind: 'RULE', did: null },
      rule: { name: 'Trusted companies', ruleVersion: version },
    },
  })
  const decision = await decisionOf(kestrel, passed.id)
  expect(decision).toMatchObject({
    stage: 'NEW',
    action: 'APPROVE',
    cause: 'RULE',
    version,
    rule: { name: 'Trusted companies' },
    facts: { REVIEWED_VASP_LIST: ['TRUSTED'], JURISDICTION: ['SG'], FIRST_WITH: ['COUNTERPARTY'] },
    trace: [
      { result: 'FALSE', conditions: ['FALSE'] },
      { result: 'TRUE', conditions: ['TRUE'], name: 'Trusted companies' },
    ],
  })
  for (const canary of canaries) expect(JSON.stringify(decision)).not.toContain(canary)
  const others = await fixture.rulesOf(granite).decisions({ query: { id: passed.id } })
  expect(JSON.stringify(others), 'the other company sees its own decisions alone').not.toContain(
    'Trusted companies',
  )

  fixture.verdicts.set(`${kestrel} ${granite}`, 'BLOCKED')
  expect(await create()).toMatchObject({
    status: 'CANCELLED',
    reason: { code: 'COUNTERPARTY_NOT_ACCEPTED' },
  })
  fixture.verdicts.set(`${kestrel} ${granite}`, 'MANUAL')
  expect(await create()).toMatchObject({ status: 'NEW', heldBy: 'NO_RULE' })
  await outgoing({ ...everything, actionRule: 'SEND_TO_INBOX' })
  expect(await create()).toMatchObject({ status: 'NEW', heldBy: 'RULE', section: 'TO_APPROVE' })
})

test('[TX-03] a fact that is not known stops the rules, and a machine cannot pass', async () => {
  await outgoing(
    { actionRule: 'REJECT', ruleCheck: 'TRANSACTION_AMOUNT', ruleValue: '> 100000 CHF' },
    { ...everything, actionRule: 'APPROVE' },
  )
  const { id, status, heldBy } = await create()
  expect([status, heldBy]).toEqual(['NEW', 'UNKNOWN'])
  expect(await decisionOf(kestrel, id)).toMatchObject({
    cause: 'UNKNOWN',
    action: 'SEND_TO_INBOX',
    rule: { ruleCheck: 'TRANSACTION_AMOUNT' },
  })
  const machine = fixture.as(kestrel, { clientId: 'cid_1' })
  expect(await refusal(machine.approve({ query: { id } }))).toMatchObject({ status: 403 })
  expect(await ours().approve({ query: { id } })).toMatchObject({ status: 'SENT' })
})

test('[TX-03] no coins move before the rules have decided, and none for what they hold', async () => {
  fixture.settings.set(kestrel, 'CREATED')
  await outgoing({ ...everything, actionRule: 'SEND_TO_INBOX' })
  const held = await create()
  expect(await processed(held.id)).toEqual([])
  await outgoing({ ...everything, actionRule: 'APPROVE' })
  const { id } = await create()
  expect(await processed(id)).toHaveLength(1)
  const small = await create({ amount: '0.01', ivms101: undefined, transactionRef: undefined })
  expect(small).toMatchObject({ status: 'SAVED', heldBy: null })
  expect(await processed(small.id)).toHaveLength(1)
})

test('[TX-03] while the rules cannot run, transfers wait in the inbox for a person', async () => {
  await outgoing({ ...everything, actionRule: 'APPROVE' })
  let fails = true
  const broken = {
    counterparties: async () => {
      if (fails) throw new Error('The verdicts can’t be read')
      return []
    },
  }
  const attempt = fixture.as(kestrel, {}, broken)
  await refusal(attempt.create({ body: draft({ transactionRef: 'down-1' }) }))
  const [made] = (await ours().query({ query: { transactionRef: 'down-1' } })).transactions
  expect(made).toMatchObject({ status: 'NEW', heldBy: 'UNKNOWN', section: 'TO_APPROVE' })
  const id = made?.id ?? ''
  expect(
    await refusal(fixture.as(kestrel, { clientId: 'cid_1' }).approve({ query: { id } })),
  ).toMatchObject({
    status: 403,
  })
  fails = false
  fixture.clock.advance(2_000)
  await runSteps(fixture.deps, id, [kestrel])
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'SENT' })
})

test('[TX-03] a transfer created with autoApprove false is approved by a person alone', async () => {
  await outgoing({ ...everything, actionRule: 'APPROVE' })
  expect(await create({ autoApprove: false })).toMatchObject({ status: 'NEW', heldBy: 'RULE' })
  await outgoing({ ...everything, actionRule: 'REJECT' })
  expect(await create({ autoApprove: false })).toMatchObject({ status: 'CANCELLED' })
})

test('[TX-03] rules that cannot be read decide nothing', async () => {
  await outgoing({ ...everything, actionRule: 'APPROVE' })
  const put = (body: string) =>
    fixture.rows(`update transactions.rule_set set body = '${body}'
      where vasp_did = '${kestrel}' and state = 'ACTIVE'`)
  await put('{"outgoing":[{"all":true}]}')
  const { id, heldBy } = await create()
  await put('{"incoming":[],"outgoing":[]}')
  expect(heldBy).toBe('UNKNOWN')
  expect(await decisionOf(kestrel, id)).toMatchObject({ cause: 'FAILED', action: 'SEND_TO_INBOX' })
})
