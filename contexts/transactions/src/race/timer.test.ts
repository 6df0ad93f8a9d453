import type { RuleIn } from '@countersign/contracts/transactions'
import { scaled } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { draft, granite, kestrel, vacant } from '../transfer/transfers.fixture.ts'
import { type Does, raceFixture } from './race.fixture.ts'

let fixture: Awaited<ReturnType<typeof raceFixture>>
beforeAll(async () => {
  fixture = await raceFixture(scaled(15))
  const at = { vaspDID: kestrel }
  const settings = await fixture.as(kestrel).settings(at)
  const onNoResponse = { action: 'CANCEL' as const, afterMinutes: 60, processFor: [] }
  await fixture.as(kestrel).saveSettings({ ...at, body: { ...settings, onNoResponse } })
})
afterAll(() => fixture.close())

const hour = 3_600_000
const txHash = `0x${'a'.repeat(64)}`
const ours = () => fixture.as(kestrel)
const sent = async (more: object = {}) => {
  const { id } = await ours().create({ body: draft(more) })
  await ours().approve({ query: { id } })
  return id
}
/** What somebody does meanwhile. */
const acts: Readonly<Record<string, Does>> = {
  approve: ({ ours }, { id }) => ours.approve({ query: { id } }),
  process: ({ ours }, { id }) =>
    ours.process({ body: { id, reason: 'OTHER', comment: 'By hand' } }),
  'update.hash': ({ ours }, { id }) => ours.setHash({ body: { id, txHash } }),
  cancel: ({ ours }, { id }) => ours.cancel({ body: { id, reason: 'WRONG_DETAILS' } }),
  confirm: ({ theirs }, { id }) => theirs.confirm({ query: { id } }),
  accept: ({ theirs }, { id }) => theirs.accept({ query: { id }, body: {} }),
}
const doing = (name: string): Does => acts[name] ?? expect.fail(name)

test.each(['process', 'update.hash', 'confirm'])(
  '[TX-02] a transfer expires while somebody does: %s',
  async (name) => {
    const before = async () => {
      const id = await sent()
      fixture.clock.advance(hour)
      return { id }
    }
    await fixture.race({ before, one: (by, { id }) => by.due(kestrel, id), other: doing(name) })
  },
  600_000,
)

test.each(['accept', 'cancel'])(
  '[TX-02] [TX-03] the time that a rule gives is over while somebody does: %s',
  async (name) => {
    const over = { check: 'TRANSACTION_CREATION_TIME', operator: '>=', minutes: 30 } as const
    const incoming: z.input<typeof RuleIn>[] = [
      { actionRule: 'REJECT', reason: 'SUSPICIOUS', conditions: [over] },
      { actionRule: 'SEND_TO_INBOX', ruleCheck: 'ALL' },
    ]
    await fixture.rulesOf(granite).set({ body: { ruleSet: { incoming } } })
    const before = async () => {
      const id = await sent()
      await fixture.as(granite).confirm({ query: { id } })
      fixture.clock.advance(hour / 2)
      return { id }
    }
    await fixture.race({ before, one: (by, { id }) => by.due(granite, id), other: doing(name) })
    await fixture.rulesOf(granite).set({ body: { ruleSet: {} } })
  },
  600_000,
)

test.each(['approve', 'cancel'])(
  '[TX-02] a company can be reached at last while somebody does: %s',
  async (name) => {
    const base = fixture.companies.get(vacant)
    if (!base) throw new Error('No such company')
    const before = async () => {
      fixture.companies.set(vacant, { ...base, hasAdmin: false })
      const id = await sent({ beneficiaryVASPdid: vacant })
      fixture.clock.advance(hour)
      fixture.companies.set(vacant, { ...base, hasAdmin: true })
      return { id }
    }
    await fixture.race({ before, one: (by, { id }) => by.due(kestrel, id), other: doing(name) })
  },
  600_000,
)
