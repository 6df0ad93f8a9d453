import {
  type Action,
  actions,
  reasonsFor,
  type Side,
  type Status,
  statuses,
} from '@countersign/contracts/transactions'
import { ApiError } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { drawn, scaled } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import {
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
  vacant,
} from '../transfer/transfers.fixture.ts'
import { linesOf } from './transition.rules.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: ReturnType<typeof connect<DB>>
/** A subsidiary of Granite. */
const slate = 'did:web:slate.example'
/** What failed in steps: a request that fails is seen by whoever sent it. */
const warnings: string[] = []
beforeAll(async () => {
  const warn = (facts: { err?: unknown }) => void warnings.push(codeOf(facts.err))
  fixture = await transfersFixture({ log: { warn } })
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 1 })
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(slate, { ...base, did: slate, name: 'slate', group: granite })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const codeOf = (error: unknown) => String(Reflect.get(Object(error), 'code') ?? error)
const expectNoDeadlock = () => expect(warnings.filter((code) => code === '40P01')).toEqual([])
type Calls = ReturnType<typeof fixture.as>
const hash = () => `0x${crypto.randomUUID().replaceAll('-', '').padEnd(64, '0')}`

const why = (use: Parameters<typeof reasonsFor>[0]) => reasonsFor(use)[0] ?? 'OTHER'

/** How people and machines do each act; steps and timers alone do the others. A new act needs a line here. */
const performers: {
  readonly [A in Action]: ((by: Calls, id: string) => Promise<unknown>) | null
} = {
  approve: (by, id) => by.approve({ query: { id } }),
  cancel: (by, id) => by.cancel({ body: { id, reason: why('cancel'), notBroadcast: true } }),
  'update.data': (by, id) => by.update({ body: { id, ivms101 } }),
  'update.route': (by, id) => by.update({ body: { id, beneficiaryVASPdid: slate } }),
  'update.hash': (by, id) => by.setHash({ body: { id, txHash: hash() } }),
  'update.own': (by, id) => by.update({ body: { id, tags: ['vip'] } }),
  confirm: (by, id) => by.confirm({ query: { id } }),
  reject: (by, id) => by.reject({ body: { id } }),
  accept: (by, id) => by.accept({ query: { id }, body: { reason: 'RISK_BASED' } }),
  decline: (by, id) => by.decline({ body: { id, reason: why('decline') } }),
  notReady: (by, id) => by.notReady({ body: { id } }),
  redirect: (by, id) => by.redirect({ query: { id, to: slate } }),
  requestData: (by, id) => by.requestData({ body: { id, fields: ['originator.BIRTH'] } }),
  process: (by, id) => by.process({ body: { id, reason: why('process') } }),
  check: (by, id) =>
    by.check({ body: { id, kind: 'RISK_SCORE', source: 'Own model', result: 'LOW' } }),
  release: (by, id) => by.release({ body: { id, reason: why('release') } }),
  contactFound: null,
  expire: null,
  deadline: null,
  merge: null,
}

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const created = async (more: object = {}) => (await ours().create({ body: draft(more) })).id
const then = async (id: Promise<string>, act: (id: string) => Promise<unknown>) => {
  await act(await id)
  return id
}
const sent = (more: object = {}) => then(created(more), (id) => ours().approve({ query: { id } }))
const acknowledged = () => then(sent(), (id) => theirs().confirm({ query: { id } }))
const { beneficiary: _, ...withoutBeneficiary } = ivms101

/** A transfer at each status. A new status needs a line here. */
const at: { readonly [S in Status]: () => Promise<string> } = {
  SAVED: () => created({ amount: '0.001' }),
  MISSING_BENEFICIARY_DATA: () =>
    created({ ivms101: withoutBeneficiary, skipBeneficiaryDataValidation: true }),
  NEW: () => created(),
  WAITING_FOR_INFORMATION: () => sent({ beneficiaryVASPdid: vacant }),
  SENT: () => sent(),
  ACK: acknowledged,
  NOT_READY: () => then(sent(), (id) => theirs().notReady({ body: { id } })),
  ACCEPTED: () => then(acknowledged(), (id) => theirs().accept({ query: { id }, body: {} })),
  DECLINED: () =>
    then(acknowledged(), (id) => theirs().decline({ body: { id, reason: 'SANCTIONS' } })),
  REJECTED: () => then(sent(), (id) => theirs().reject({ body: { id } })),
  CANCELLED: () => then(sent(), (id) => ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } })),
  INCOMPLETE: async () => {
    const { beneficiaryVASPdid: __, ivms101: ___, transactionBlockchainInfo, ...coins } = draft()
    const { destination } = transactionBlockchainInfo
    const { id } = await theirs().notify({ body: { ...coins, destination, txHash: hash() } })
    return id
  },
}

type Act = { readonly action: Action; readonly side: Side }
const companyOf = (side: Side) => (side === 'originator' ? ours() : theirs())

/** What a person of a side may change at a status, by the table of the state machine. */
const actsAt = (status: Status): Act[] =>
  (['originator', 'beneficiary'] as const).flatMap((side) =>
    actions
      .filter((action) => performers[action])
      .filter((action) =>
        linesOf(status, action, side).some(({ result }) => result === 'MOVE' || result === 'STAY'),
      )
      .map((action) => ({ action, side })),
  )
const pairs = statuses.flatMap((status) => {
  const acts = actsAt(status)
  return acts.flatMap((one, place) => acts.slice(place).map((other) => ({ status, one, other })))
})
const nameOf = ({ action, side }: Act) => `${side} ${action}`

/** Does acts at once. @returns those that were done, by name, and what failed instead of being refused with a reason */
async function atOnce(id: string, acts: readonly Act[]) {
  const failed: string[] = []
  const outcomes = await Promise.allSettled(
    acts.map(({ action, side }) => performers[action]?.(companyOf(side), id)),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    const { reason } = outcome
    if (!(reason instanceof ApiError) || reason.status >= 500) failed.push(String(reason))
  }
  const done = acts.filter((_, place) => outcomes[place]?.status === 'fulfilled').map(nameOf)
  return { id, done, failed }
}

async function drain() {
  while ((await sweepSteps({ deps: fixture.deps, relay })) > 0);
}

/** What holds of a transfer after whatever was done to it: nothing got lost, and all happened in one order. */
async function expectSound(id: string, done: readonly string[]) {
  const [transfer] = await fixture.rows(
    `select status, version, type, sent_at, originator_did, beneficiary_did, simulated
     from transactions.transfer where id = '${id}'`,
  )
  const sides = await fixture.rows(
    `select vasp_did, status, version from transactions.side where transfer_id = '${id}'`,
  )
  const { status, version } = transfer ?? {}
  for (const side of sides)
    if ([transfer?.originator_did, transfer?.beneficiary_did].includes(side.vasp_did))
      expect(side).toEqual({ vasp_did: side.vasp_did, status, version })
  const told = await fixture.rows(
    `select distinct version, seq, side, action, from_status as "from", to_status as "to" from transactions.act
     where transfer_id = '${id}' and (company_did = vasp_did or by_kind in ('SYSTEM', 'NETWORK')) order by version, seq`,
  )
  const acts = [...new Map(told.map((act) => [`${act.version} ${act.action}`, act])).values()]
  expect([...new Set(acts.map((act) => act.version))]).toEqual(
    Array.from({ length: Number(version) }, (_, n) => n + 1),
  )
  for (const [place, { action, side, from, to, version: now }] of acts.entries()) {
    const before = acts[place - 1]
    if (!before) continue
    expect(from).toBe(before.version === now ? before.from : before.to)
    const lines = linesOf(from as Status, action as Action, side as Side)
    expect(lines.map((line) => line.to ?? from)).toContain(to)
  }
  expect(acts.at(-1)?.to).toBe(status)
  const isSilent = new Set(['update.own'])
  for (const name of done)
    if (!isSilent.has(name.split(' ')[1] ?? ''))
      expect(acts.map((act) => `${act.side} ${act.action}`)).toContain(name)
  const charges = fixture.metered.filter((one) => one === id).length
  expect(charges).toBe(transfer?.sent_at && transfer.type === 'TRAVELRULE' ? 1 : 0)
}

test('[TX-02] each pair of acts, done at once at each status, happens in one order, and nothing is lost', async () => {
  // All of them take minutes: even of the share that every run has, it takes a share.
  const queue = drawn(drawn(pairs, 1, 1))
  const raced: (Awaited<ReturnType<typeof atOnce>> & { readonly name: string })[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let pair = queue.pop(); pair; pair = queue.pop()) {
        const { status, one, other } = pair
        const name = `${status}: ${nameOf(one)} and ${nameOf(other)}`
        raced.push({ name, ...(await atOnce(await at[status](), [one, other])) })
      }
    }),
  )
  await drain()
  const wrong: string[] = []
  for (const { name, id, done, failed } of raced) {
    wrong.push(...failed.map((message) => `${name}: ${message}`))
    await expectSound(id, done).catch((error) => wrong.push(`${name}: ${error.message}`))
  }
  expect(wrong).toEqual([])
}, 1_200_000)

/** Some ten seconds of each race with all fifty. */
const rounds = scaled(5)

/** How often an act was done that cannot be repeated. */
async function movesOf(id: string, name: string): Promise<number> {
  const [side, action] = name.split(' ')
  const rows = await fixture.rows(`select distinct version from transactions.act
    where transfer_id = '${id}' and side = '${side}' and action = '${action}'`)
  return rows.length
}

test.each<[Status, Act[]]>([
  ['NEW', [{ action: 'approve', side: 'originator' }]],
  [
    'ACK',
    [
      { action: 'accept', side: 'beneficiary' },
      { action: 'cancel', side: 'originator' },
    ],
  ],
  [
    'SENT',
    [
      { action: 'confirm', side: 'beneficiary' },
      { action: 'redirect', side: 'beneficiary' },
    ],
  ],
])(
  '[TX-02] fifty people at once at %s: one of them is first',
  async (status, acts) => {
    for (let round = 0; round < rounds; round++) {
      const all = Array.from({ length: scaled(50) }, (_, n) => acts[n % acts.length] ?? acts[0])
      const { id, done, failed } = await atOnce(
        await at[status](),
        all.filter((act) => act !== undefined),
      )
      await drain()
      expect(failed).toEqual([])
      await expectSound(id, done)
      for (const name of new Set(done)) expect(await movesOf(id, name), name).toBe(1)
    }
    expectNoDeadlock()
  },
  600_000,
)

test('[TX-01] fifty that create a transfer with one reference at once create one', async () => {
  for (let round = 0; round < rounds; round++) {
    const body = draft({ transactionRef: `raced-${round}` })
    const made = await Promise.all(
      Array.from({ length: scaled(50) }, () => ours().create({ body })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  }
  expectNoDeadlock()
}, 600_000)

test('[TX-01] [TX-02] fifty that report a deposit and state its hash at once make one transfer of them', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await sent()
    const txHash = hash()
    const { transactionBlockchainInfo, beneficiaryVASPdid: __, ivms101: ___, ...coins } = draft()
    const { destination } = transactionBlockchainInfo
    const outcomes = await Promise.allSettled(
      Array.from({ length: scaled(50) }, (_, n) =>
        n % 2 === 0
          ? theirs().notify({ body: { ...coins, destination, txHash } })
          : ours().setHash({ body: { id, txHash } }),
      ),
    )
    const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failed.filter((one) => !(one instanceof ApiError) || one.status >= 500)).toEqual([])
    await drain()
    const { transactions } = await theirs().query({ query: { txHash } })
    const open = transactions.filter(({ mergedInto }) => mergedInto === null)
    expect(
      open.map((one) => one.id),
      'never both and never neither',
    ).toEqual([id])
    expect(transactions.length, 'the deposit and what it was merged into').toBeLessThanOrEqual(2)
    await expectSound(id, [])
  }
  expectNoDeadlock()
}, 600_000)
