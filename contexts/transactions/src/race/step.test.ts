import { scaled } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, doerOf } from '../transfer/index.ts'
import { draft, granite, kestrel } from '../transfer/transfers.fixture.ts'
import { raceFixture } from './race.fixture.ts'

let fixture: Awaited<ReturnType<typeof raceFixture>>
beforeAll(async () => {
  fixture = await raceFixture(scaled(15))
})
afterAll(() => fixture.close())

const created = async () => (await fixture.as(kestrel).create({ body: draft() })).id

/** The beneficiary's company acts, and its process dies before anything follows. */
async function actAlone(id: string, action: 'notReady' | 'confirm') {
  const { deps } = fixture
  const did = 'did:example:person-of-granite'
  const viewer = { did, grants: [{ vaspDID: granite, role: 'compliance_officer' as const }] }
  const caller = { viewer, requestId: 'test', company: granite }
  const doer = doerOf(caller, granite, { did }, new Date(fixture.clock()))
  await deps.database.withTenant(granite, (tx) => act(deps, tx, doer, { id, action }))
}

test('[TX-02] two processes at once let a company follow two versions, one after the other', async () => {
  const before = async () => {
    const id = await created()
    await fixture.as(kestrel).approve({ query: { id } })
    await actAlone(id, 'notReady')
    await actAlone(id, 'confirm')
    return { id }
  }
  const followed = async ({ id }: { id: string }) => {
    const acts = await fixture.rows(`select version, action from transactions.act
      where transfer_id = '${id}' and vasp_did = '${kestrel}' order by seq`)
    expect(acts.map(({ version, action }) => `${version} ${action}`)).toEqual([
      '1 create',
      '2 approve',
      '3 notReady',
      '4 confirm',
      '5 release',
    ])
  }
  await fixture.race({
    before,
    one: (by, { id }) => by.due(kestrel, id),
    other: (by, { id }) => by.due(kestrel, id),
    alike: true,
    seen: followed,
  })
}, 600_000)

test('[TX-02] [TX-03] rules change while a transfer arrives: the decision names the version that it used', async () => {
  const all = { ruleCheck: 'ALL' } as const
  const notReady = { incoming: [{ ...all, actionRule: 'NOT_READY' as const }] }
  const reject = {
    incoming: [{ ...all, actionRule: 'REJECT' as const, reason: 'SUSPICIOUS' as const }],
  }
  let first = 0
  await fixture.race({
    before: async () => {
      const id = await created()
      const saved = await fixture.rulesOf(granite).set({ body: { ruleSet: notReady } })
      first = saved.version
      return { id }
    },
    one: (by) => by.rulesOf(granite).set({ body: { ruleSet: reject } }),
    other: ({ ours }, { id }) => ours.approve({ query: { id } }),
    seen: async ({ id }) => {
      const [transfer] = await fixture.rows(
        `select status from transactions.transfer where id = '${id}'`,
      )
      const decisions = await fixture.rows(`select rule_version, action from transactions.decision
        where transfer_id = '${id}' and vasp_did = '${granite}'`)
      const isNew = transfer?.status === 'DECLINED'
      const action = isNew ? 'REJECT' : 'NOT_READY'
      expect(decisions).toEqual([{ rule_version: first + (isNew ? 1 : 0), action }])
    },
  })
}, 600_000)
