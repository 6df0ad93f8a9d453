import { CreateIn } from '@countersign/contracts/transactions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldCounters } from '../list/index.ts'
import { seedTransfers } from '../seed.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { addHistory, type PastTransfer } from './index.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const person = 'did:example:mei'
const at = new Date('2026-11-01T10:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

const endings: readonly (readonly [string, PastTransfer['acts']])[] = [
  ['new', []],
  ['sent', [{ company: kestrel, by: person, action: 'approve', at: later(1) }]],
  [
    'accepted',
    [
      { company: kestrel, by: person, action: 'approve', at: later(1) },
      { company: granite, by: person, action: 'confirm', at: later(2) },
      { company: granite, by: person, action: 'accept', at: later(3) },
    ],
  ],
  [
    'declined',
    [
      { company: kestrel, by: person, action: 'approve', at: later(1) },
      { company: granite, by: person, action: 'confirm', at: later(2) },
      {
        company: granite,
        by: person,
        action: 'decline',
        at: later(3),
        reason: 'BENEFICIARY_UNKNOWN',
      },
    ],
  ],
]

const past = (ref: string, acts: PastTransfer['acts']): PastTransfer => ({
  at,
  by: person,
  body: { ...CreateIn.parse(draft()), transactionRef: ref },
  acts,
})

/** A transfer as a company sees it, without what differs between any two. */
async function seen(company: string, id: string) {
  const {
    id: _,
    transactionRef: __,
    ...rest
  } = await fixture.as(company, { did: person }).info({ query: { id } })
  return rest
}

const idOf = async (ref: string): Promise<string> => {
  const { transactions } = await fixture.as(kestrel).query({ query: { transactionRef: ref } })
  return transactions[0]?.id ?? ''
}

test.each(endings)(
  '[TX-02] history makes of a transfer what its acts make of it: %s',
  async (name, acts) => {
    await addHistory(fixture.deps, [past(`past-${name}`, acts)], at)
    await seedTransfers({ ...fixture.deps, clock: () => at.getTime() }, [
      past(`done-${name}`, acts),
    ])
    const [made, done] = [await idOf(`past-${name}`), await idOf(`done-${name}`)]
    expect(await seen(kestrel, made)).toEqual(await seen(kestrel, done))
    if (name === 'new') return
    const [theirs, real] = [await seen(granite, made), await seen(granite, done)]
    expect(theirs).toEqual(real)
    const reason = { code: 'DECIDE' } as const
    if (name === 'accepted') {
      const { ivms101 } = await fixture.as(granite).decrypt({ body: { id: made, reason } })
      expect(JSON.stringify(ivms101)).toContain('Quillbottom')
      expect(fixture.metered).toEqual(expect.arrayContaining([made, done]))
    }
  },
)

test('[TX-02] [TF-11] it counts as the acts do, once, however often it is added', async () => {
  for (const [name, acts] of endings)
    expect(await addHistory(fixture.deps, [past(`past-${name}`, acts)], at)).toBe(0)
  for (const company of [kestrel, granite])
    await fixture.deps.database.withTenant(company, (tx) => foldCounters(tx, company))
  const counted = await fixture.rows(
    `select vasp_did, incoming::int, outgoing::int, answered::int from transactions.pair_month
     where month = '2026-11-01' order by vasp_did`,
  )
  expect(counted).toEqual([
    { vasp_did: granite, incoming: 6, outgoing: 0, answered: 0 },
    { vasp_did: kestrel, incoming: 0, outgoing: 8, answered: 4 },
  ])
})
