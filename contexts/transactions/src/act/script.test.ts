import type { RuleIn } from '@countersign/contracts/transactions'
import { ApiError } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { scaled, seed } from '@countersign/kit/testing-volume'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import {
  canaries,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: ReturnType<typeof connect<DB>>
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const sweep = () => sweepSteps({ deps: fixture.deps, relay })
const [hour, day] = [3_600_000, 86_400_000]

/** What either company or time may do to a transfer. */
const moves: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  approve: (id) => ours().approve({ query: { id } }),
  cancel: (id) => ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } }),
  hash: (id) =>
    ours().setHash({ body: { id, txHash: `0x${id.replaceAll('-', '').padEnd(64, '0')}` } }),
  amend: (id) => ours().update({ body: { id, ivms101 } }),
  process: (id) => ours().process({ body: { id, reason: 'OTHER', comment: 'By hand' } }),
  release: (id) => ours().release({ body: { id, reason: 'OTHER', comment: 'By hand' } }),
  confirm: (id) => theirs().confirm({ query: { id } }),
  reject: (id) => theirs().reject({ body: { id } }),
  accept: (id) => theirs().accept({ query: { id }, body: {} }),
  decline: (id) => theirs().decline({ body: { id, reason: 'SANCTIONS' } }),
  notReady: (id) => theirs().notReady({ body: { id } }),
  ask: (id) => theirs().requestData({ body: { id, fields: ['originator.BIRTH'], dueInHours: 2 } }),
  anHour: async () => void fixture.clock.advance(hour),
  aDay: async () => void fixture.clock.advance(day),
  back: async () => void fixture.clock.advance(-hour),
  sweep,
}
/** Those that lead somewhere come more often than those that end it. */
const move = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('approve', 'confirm', 'ask', 'amend', 'sweep') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(moves)) },
)

type Given = z.input<typeof RuleIn>
const approve = { actionRule: 'APPROVE', ruleCheck: 'ALL' } as const
const toInbox = { actionRule: 'SEND_TO_INBOX', ruleCheck: 'ALL' } as const
const reject = { actionRule: 'REJECT', reason: 'SUSPICIOUS' } as const
const over = { check: 'TRANSACTION_CREATION_TIME', operator: '>=', minutes: 90 } as const
const match = { check: 'NAME_MATCH' as const, operator: 'IN' as const, values: ['DIFFERENT'] }
/** What a company lets rules decide: nothing, all, or what only time or the data tells. */
const outgoing: readonly Given[][] = [
  [],
  [approve],
  [{ ...reject, ruleCheck: 'ALL' }],
  [{ ...reject, conditions: [over] }, toInbox],
]
const incoming: readonly Given[][] = [
  [],
  [approve],
  [{ actionRule: 'NOT_READY', ruleCheck: 'ALL' }],
  [{ ...reject, conditions: [match] }, approve],
  [{ ...reject, conditions: [over] }, toInbox],
]

/** Whatever was done, in whichever order. */
async function expectSound(id: string) {
  const one = async (statement: string) => (await fixture.rows(statement))[0] ?? {}
  const transfer = await one(
    `select status, version, type, sent_at is not null as sent from transactions.transfer where id = '${id}'`,
  )
  const { status, version } = transfer
  for (const side of await fixture.rows(
    `select status, version from transactions.side where transfer_id = '${id}'`,
  ))
    expect(side, 'both companies see the same').toEqual({ status, version })
  const charges = fixture.metered.filter((charged) => charged === id).length
  expect(charges, 'charged once').toBe(transfer.sent && transfer.type === 'TRAVELRULE' ? 1 : 0)
  const { cause } = await one(
    `select process_cause as cause from transactions.side where transfer_id = '${id}' and role = 'O'`,
  )
  const { told } = await one(`select count(*)::int as told from outbox.event
    where object = '${id}' and type = 'notification.processBlockchainTransaction'`)
  expect(told, 'told once to send').toBe(cause === null || cause === 'ALREADY_ON_CHAIN' ? 0 : 1)
  if (status === 'CANCELLED') expect(cause, 'nothing is cancelled that may be on-chain').toBeNull()
  const { said } = await one(
    `select coalesce(string_agg(payload::text, ''), '') as said from outbox.event where object = '${id}'`,
  )
  const { destination } = draft().transactionBlockchainInfo
  for (const secret of [destination, ...canaries])
    expect(said, 'no event has a name or an address').not.toContain(secret)
  const { keys } = await one(`select count(*)::int as keys from transactions.sealed_key
    where transfer_id = '${id}' and vasp_did = '${granite}' and part <> 'COMMENTS'`)
  for (const company of [kestrel, granite]) {
    const acts = await fixture.rows(`select action, version from transactions.act
      where transfer_id = '${id}' and vasp_did = '${company}' order by seq`)
    const versions = acts.map((act) => Number(act.version))
    expect(versions, 'in the order of the versions').toEqual(versions.toSorted((a, b) => a - b))
    if (Number(keys) > 0) expect(acts.map(({ action }) => action)).toContain('confirm')
    // Where an act implies that the address is confirmed, the timeline says so first: the act is one all the same.
    const { done } = await one(`select count(*)::int as done from transactions.act a
      where transfer_id = '${id}' and vasp_did = '${company}' and company_did = '${company}'
        and not (action = 'confirm' and exists (select from transactions.act next
          where next.transfer_id = a.transfer_id and next.vasp_did = a.vasp_did
            and next.seq = a.seq + 1 and next.version = a.version))`)
    // That a rule left a transfer to people is on record as well, but changes nothing.
    const { noted } = await one(`select count(*)::int as noted from audit.entry
      where object = '${id}' and vasp_did = '${company}' and action <> 'transaction.hold'`)
    expect(noted, 'on record as often as something was done').toBe(done)
    const recount = await fixture.rows(
      `select direction, status, count(*)::int as count from transactions.side
       where vasp_did = '${company}' group by direction, status order by direction, status`,
    )
    const { byStatus } = await fixture.as(company).counts({ query: {} })
    expect(byStatus, 'counters say what a recount says').toEqual(recount)
  }
}

test('[TX-02] [TX-04] [BI-06] whatever both companies and time do to a transfer, in whichever order, it stays sound', async () => {
  const levels = fc.constantFrom('CREATED', 'SENT', 'ACK', 'ACCEPTED', null)
  const script = fc.array(move, { minLength: 1, maxLength: 30 })
  const rules = fc.record({
    outgoing: fc.constantFrom(...outgoing),
    incoming: fc.constantFrom(...incoming),
  })
  const property = fc.asyncProperty(levels, rules, script, async (level, ruleSet, names) => {
    if (level === null) fixture.settings.delete(kestrel)
    else fixture.settings.set(kestrel, level)
    for (const company of [kestrel, granite])
      await fixture.rulesOf(company).set({ body: { ruleSet } })
    const { id } = await ours().create({ body: draft() })
    for (const name of names)
      await moves[name]?.(id).catch((error) => {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
      })
    do fixture.clock.advance(1_000)
    while ((await sweep()) > 0)
    await expectSound(id)
  })
  await fc.assert(property, { seed, numRuns: scaled(100), endOnFailure: true })
}, 600_000)
