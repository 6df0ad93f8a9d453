import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import { localCounterparty, sweepSteps } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import type { CounterpartyPort } from './index.ts'

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

const sides = (id: string) =>
  fixture.rows(
    `select vasp_did, status, version from transactions.side where transfer_id = '${id}' order by vasp_did`,
  )

test('[TX-02] an adapter that fails for an hour holds back its own transfer alone, and then all of it comes in order', async () => {
  const broken = new Set<string>()
  const counterparty: CounterpartyPort = {
    ...localCounterparty,
    deliver: async (...delivery) => {
      if (broken.has(delivery[3].transferId)) throw new Error('Nobody answers there')
      await localCounterparty.deliver(...delivery)
    },
  }
  const warned: string[] = []
  const deps: TransactionsDeps = {
    ...fixture.deps,
    counterparty,
    log: { warn: (facts: object) => void warned.push(JSON.stringify(facts)) },
  }
  const ours = fixture.as(kestrel, {}, deps)
  const theirs = fixture.as(granite, {}, deps)
  const create = async () => (await ours.create({ body: draft() })).id
  const [held, free] = [await create(), await create()]
  broken.add(held)
  expect(await ours.approve({ query: { id: held } }), 'the act stays').toMatchObject({
    status: 'SENT',
  })
  expect(await refusal(theirs.info({ query: { id: held } }))).toMatchObject({ status: 404 })
  const began = fixture.clock()
  let done = 0
  while (fixture.clock() - began < 3_600_000) {
    // Others go all the way meanwhile.
    const id = done++ === 0 ? free : await create()
    await ours.approve({ query: { id } })
    await theirs.confirm({ query: { id } })
    await theirs.accept({ query: { id }, body: {} })
    expect(await ours.info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
    fixture.clock.advance(12 * 60_000)
    await sweepSteps({ deps, relay })
  }
  await ours.cancel({ body: { id: held, reason: 'WRONG_DETAILS' } })
  const waiting = `select vasp_did, kind, tries > 3 as tried, stuck from transactions.step
    where transfer_id = '${held}' and done_at is null and kind in ('ARRIVE', 'FOLLOW') order by version`
  expect(await fixture.rows(waiting)).toEqual([
    { vasp_did: granite, kind: 'ARRIVE', tried: true, stuck: false },
    { vasp_did: granite, kind: 'FOLLOW', tried: false, stuck: false },
  ])
  expect(warned.length).toBeGreaterThan(3)
  expect(warned.every((facts) => facts.includes(held))).toBe(true)
  broken.clear()
  fixture.clock.advance(600_000)
  await sweepSteps({ deps, relay })
  expect(await sides(held)).toEqual([
    { vasp_did: granite, status: 'CANCELLED', version: 3 },
    { vasp_did: kestrel, status: 'CANCELLED', version: 3 },
  ])
  const { actions } = await theirs.info({ query: { id: held } })
  expect(actions.map(({ action }) => action)).toEqual(['approve', 'cancel'])
})

test('[TX-02] nothing reaches the other company but through the port', async () => {
  const left: string[] = []
  // As an adapter of another protocol does: what is left is the acting company's own to deliver.
  const counterparty: CounterpartyPort = {
    leave: (company, step) => ({ ...step, company }),
    deliver: async (_, __, company, { kind, args }) => {
      left.push(`${company} ${kind} ${'action' in args ? args.action : ''}`)
    },
  }
  const ours = fixture.as(kestrel, {}, { counterparty })
  const { id } = await ours.create({ body: draft() })
  await ours.approve({ query: { id } })
  await ours.cancel({ body: { id, reason: 'WRONG_DETAILS' } })
  expect(left).toEqual([`${kestrel} ARRIVE approve`, `${kestrel} FOLLOW cancel`])
  expect(await sides(id)).toEqual([{ vasp_did: kestrel, status: 'CANCELLED', version: 3 }])
})
