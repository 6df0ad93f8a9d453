import { defaultTransferSettings } from '@countersign/contracts/transactions'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const [ana, bo] = ['did:example:ana', 'did:example:bo']
const rulesOf = (did: string, clientId?: string) =>
  fixture.rulesOf(kestrel, { did, ...(clientId !== undefined && { clientId }) })
async function takesTwo(rules: boolean) {
  const path = { vaspDID: kestrel }
  const { version } = await fixture.as(kestrel).settings(path)
  const fourEyes = { ...defaultTransferSettings.fourEyes, rules }
  await fixture
    .as(kestrel)
    .saveSettings({ ...path, body: { ...defaultTransferSettings, fourEyes, version } })
}
const approveAll = { ruleCheck: 'ALL', actionRule: 'APPROVE' } as const
const propose = (did: string, note: string) =>
  rulesOf(did).set({ body: { ruleSet: { outgoing: [approveAll] }, note } })
const statusOfNext = async () => {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  return (await fixture.rulesOf(kestrel).decisions({ query: { id } })).decisions.length
}

test('[TX-03] where rules take two people, a change decides nothing until somebody else activates it', async () => {
  await takesTwo(true)
  const before = await rulesOf(ana).get({ query: {} })
  const { version, state } = await propose(ana, 'Mine')
  expect(state).toBe('PENDING')
  expect(await rulesOf(bo).get({ query: {} })).toMatchObject({
    version: before.version,
    outgoing: [],
    takesTwo: true,
    pending: { version, note: 'Mine', by: { did: ana } },
  })
  expect(await statusOfNext(), 'no rules decide yet').toBe(0)
  const refused = { status: 403, body: { err: { name: 'SecondPersonNeededError' } } }
  const agree = { body: { version } }
  expect(await refusal(rulesOf(ana).agree(agree)), 'their author').toMatchObject(refused)
  expect(await refusal(rulesOf(bo, 'robot').agree(agree)), 'a machine').toMatchObject(refused)
  expect(await refusal(fixture.rulesOf(granite).agree(agree)), 'a stranger').toMatchObject({
    status: 404,
  })
  // Two who press at once: it is activated once.
  const both = await Promise.allSettled([rulesOf(bo).agree(agree), rulesOf(bo).agree(agree)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await rulesOf(ana).get({ query: {} })).toMatchObject({
    version,
    state: 'ACTIVE',
    by: { did: ana },
    agreedBy: { did: bo },
    pending: null,
  })
  expect(await statusOfNext()).toBe(1)
})

test('[TX-03] a newer proposal takes the place of an older one, and a discarded one is gone', async () => {
  await takesTwo(true)
  const { version: active } = await rulesOf(ana).get({ query: {} })
  const first = await propose(ana, 'First')
  const second = await rulesOf(bo).restore({ body: { version: active } })
  expect(await refusal(rulesOf(bo).agree({ body: { version: first.version } }))).toMatchObject({
    status: 409,
  })
  expect(await refusal(rulesOf(bo).agree({ body: { version: second.version } }))).toMatchObject({
    status: 403,
  })
  expect((await rulesOf(ana).discard({ body: { version: second.version } })).pending).toBeNull()
  expect(await refusal(rulesOf(ana).agree({ body: { version: second.version } }))).toMatchObject({
    status: 409,
  })
  const { versions } = await rulesOf(ana).versions({ query: {} })
  expect(versions.slice(0, 2).map(({ state }) => state)).toEqual(['PAST', 'PAST'])

  // One person is enough again: what waited is passed over.
  const waiting = await propose(ana, 'Third')
  await takesTwo(false)
  const direct = await propose(ana, 'Fourth')
  expect(direct).toMatchObject({ state: 'ACTIVE', pending: null, version: waiting.version + 1 })
})

test('[TX-02] [TX-03] a client that doesn’t know of a setting leaves it as it is', async () => {
  await takesTwo(true)
  const path = { vaspDID: kestrel }
  const [caller, { version }] = [fixture.as(kestrel), await fixture.as(kestrel).settings(path)]
  const before = {
    ...defaultTransferSettings,
    remindTimes: 2,
    checksExpected: ['RISK_SCORE' as const],
  }
  const fourEyes = { ...before.fourEyes, rules: true }
  await caller.saveSettings({ ...path, body: { ...before, fourEyes, version } })
  // What the first clients knew.
  const older = {
    onNoResponse: { action: 'CANCEL', afterMinutes: 60 },
    fourEyes: { approveFrom: '10', acceptFrom: null },
    dataRequestHours: 2,
  } as const
  const after = await caller.saveSettings({ ...path, body: { ...older, version: version + 1 } })
  expect(after).toEqual({
    ...before,
    ...older,
    onNoResponse: { ...before.onNoResponse, ...older.onNoResponse },
    fourEyes: { ...fourEyes, ...older.fourEyes },
    version: version + 2,
  })
  expect(await caller.settings(path)).toEqual(after)
})
