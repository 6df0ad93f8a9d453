import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { query } from '../testing/testing.ts'
import { outboxFixture } from './outbox.fixture.ts'
import { HandoverError } from './outbox.rules.ts'
import { claimEvents } from './outbox.store.ts'

let fixture: Awaited<ReturnType<typeof outboxFixture>>
beforeAll(async () => {
  fixture = await outboxFixture()
})
afterEach(() => fixture.obstruct(() => undefined))
afterAll(() => fixture.close())

const [one, two, three] = ['did:web:one.example', 'did:web:two.example', 'did:web:three.example']
const refused = (scope: 'object' | 'company' | 'service') =>
  new HandoverError(scope, { cause: new Error('refused') })

/** Turns until nothing is due. */
async function relayAll(relay = fixture.relay()) {
  while ((await relay.turn()) > 0) {}
}

test('[WH-18] events are handed over once, those of one object in order and with their sequence', async () => {
  const company = 'did:web:in-order.example'
  await fixture.write(company, [one, two, one, one, two])
  await relayAll()
  await relayAll()
  expect(fixture.about(company, one)).toEqual([1, 3, 4])
  expect(fixture.about(company, two)).toEqual([2, 5])
  expect(await fixture.waiting(company)).toEqual([])
})

test('[WH-18] a claim takes the first events of a company, not just any', async () => {
  const company = 'did:web:first.example'
  await fixture.write(
    company,
    Array.from({ length: 6 }, (_, i) => `did:web:o${6 - i}.example`),
  )
  const claimed = await fixture.relayDatabase.withNobody((tx) =>
    claimEvents(tx, {
      now: new Date(fixture.clock()),
      until: new Date(fixture.clock()),
      after: 'did:web:firss',
      companies: 1,
      events: 3,
    }),
  )
  expect(claimed.map(({ company: of, position }) => [of, position])).toEqual([
    [company, 1],
    [company, 2],
    [company, 3],
  ])
  await relayAll()
})

test('[WH-18] a refused event holds back the later ones of its object, and no others', async () => {
  const [company, other] = ['did:web:refused.example', 'did:web:not-refused.example']
  await fixture.write(company, [one, two, one, two])
  await fixture.write(other, [one])
  fixture.obstruct(({ application, sequence }) =>
    application === `app of ${company}` && sequence === 1 ? refused('object') : undefined,
  )
  await relayAll()
  expect(fixture.about(company, one)).toEqual([])
  expect(fixture.about(company, two)).toEqual([2, 4])
  expect(fixture.about(other, one)).toEqual([1])
  fixture.obstruct(() => undefined)
  fixture.clock.advance(60_000)
  await relayAll()
  expect(fixture.about(company, one)).toEqual([1, 3])
})

test('[WH-18] what is refused again and again is tried less and less often, and a success starts anew', async () => {
  const company = 'did:web:back-off.example'
  await fixture.write(company, [one, one])
  const tried: number[] = []
  const start = fixture.clock()
  let taken = 0
  fixture.obstruct(({ application }) => {
    if (application !== `app of ${company}`) return undefined
    tried.push(fixture.clock() - start)
    return taken-- > 0 ? undefined : refused('object')
  })
  const relay = fixture.relay()
  for (let second = 0; second <= 65; second++) {
    await relay.turn()
    fixture.clock.advance(1000)
  }
  const gaps = tried.slice(1).map((at, i) => at - (tried[i] ?? 0))
  expect(gaps).toEqual([1000, 1000, 1000, 2000, 4000, 8000, 16_000, 32_000])
  // A minute is the longest wait.
  const times = tried.length
  fixture.clock.advance(58_000)
  await relay.turn()
  expect(tried).toHaveLength(times)
  fixture.clock.advance(1000)
  await relay.turn()
  expect(tried).toHaveLength(times + 1)
  taken = 1
  tried.length = 0
  fixture.clock.advance(60_000)
  await relay.turn()
  expect(fixture.about(company, one)).toEqual([1])
  // The first event was taken, so the second, refused now, waits for the shortest time.
  fixture.clock.advance(1000)
  await relay.turn()
  expect(tried).toHaveLength(3)
  fixture.obstruct(() => undefined)
  fixture.clock.advance(60_000)
  await relayAll()
  expect(fixture.about(company, one)).toEqual([1, 2])
})

test('[WH-18] an application that is not there holds back its company alone', async () => {
  const [company, other] = ['did:web:gone.example', 'did:web:there.example']
  await fixture.write(company, [one, two, three])
  await fixture.write(other, [one])
  let tries = 0
  fixture.obstruct(({ application }) => {
    if (application !== `app of ${company}`) return undefined
    tries++
    return refused('company')
  })
  const relay = fixture.relay()
  await relay.turn()
  const first = tries
  await fixture.write(company, ['did:web:later.example'])
  await relay.turn()
  expect(tries).toBe(first)
  expect(fixture.about(other, one)).toEqual([1])
  fixture.obstruct(() => undefined)
  fixture.clock.advance(60_000)
  await relayAll()
  expect([one, two, three].map((object) => fixture.about(company, object))).toEqual([[1], [2], [3]])
})

test('[WH-18] while the service is away the relay begins nothing new, and goes on soon after', async () => {
  const company = 'did:web:away.example'
  await fixture.write(
    company,
    Array.from({ length: 100 }, (_, i) => `did:web:away-${i}.example`),
  )
  let tries = 0
  fixture.obstruct(({ application }) => {
    if (application === `app of ${company}`) tries++
    return refused('service')
  })
  const relay = fixture.relay()
  await relay.turn()
  expect(tries).toBeLessThanOrEqual(32)
  fixture.obstruct(() => undefined)
  fixture.clock.advance(2000)
  await relayAll(relay)
  expect(
    fixture.sent.filter(({ application }) => application === `app of ${company}`),
  ).toHaveLength(100)
})

test('[WH-18] a company that nobody listens for loses its events and holds up none', async () => {
  await fixture.write('did:web:unlisten', [one])
  await relayAll()
  expect(await fixture.waiting('did:web:unlisten')).toEqual([])
})

test('[WH-18] relays that claim at once share the companies and never wait for each other', async () => {
  const companies = ['did:web:share-a.example', 'did:web:share-b.example']
  for (const company of companies) await fixture.write(company, [one])
  const claim = {
    now: new Date(fixture.clock()),
    until: new Date(fixture.clock() + 1000),
    after: 'did:web:share',
    events: 10,
  }
  const both = await fixture.relayDatabase.withNobody(async (tx) => {
    const first = await claimEvents(tx, { ...claim, companies: 1 })
    // The first claim is still open.
    const second = await fixture.relayDatabase.withNobody((second) =>
      claimEvents(second, { ...claim, companies: 1 }),
    )
    return [...first, ...second].map(({ company }) => company)
  })
  expect(both).toEqual(companies)
  fixture.clock.advance(1000)
  await relayAll()
})

test('[WH-18] three relays at once hand over each event once, and each object’s in order', async () => {
  const companies = Array.from({ length: 6 }, (_, i) => `did:web:crowd-${i}.example`)
  await Promise.all(companies.map((company) => fixture.write(company, [one, two, one, two, one])))
  const before = fixture.sent.length
  await Promise.all([relayAll(), relayAll(), relayAll()])
  await relayAll()
  for (const company of companies) {
    expect(fixture.about(company, one)).toEqual([1, 3, 5])
    expect(fixture.about(company, two)).toEqual([2, 4])
  }
  expect(fixture.sent.length - before).toBe(30)
})

test('[WH-18] what a relay had in hand when it died is handed over by another, when the claim has run out', async () => {
  const company = 'did:web:died.example'
  await fixture.write(company, [one, one])
  await fixture.relayDatabase.withNobody((tx) =>
    claimEvents(tx, {
      now: new Date(fixture.clock()),
      until: new Date(fixture.clock() + 30_000),
      after: 'did:web:died',
      companies: 1,
      events: 1,
    }),
  )
  await relayAll()
  expect(fixture.about(company, one)).toEqual([])
  fixture.clock.advance(30_000)
  await relayAll()
  expect(fixture.about(company, one)).toEqual([1, 2])
})

test('[WH-18] a commit wakes the relay; what nobody told it of it finds by itself', async () => {
  const company = 'did:web:woken.example'
  const relay = fixture.relay({ pollMs: 600_000 })
  relay.start()
  try {
    // Also the first event may come before the relay listens: it looks when it begins to.
    for (const count of [1, 2, 3]) {
      await fixture.write(company, [one])
      await vi.waitFor(() => expect(fixture.about(company, one)).toHaveLength(count), {
        timeout: 60_000,
      })
    }
  } finally {
    await relay.stop()
  }
  const poller = fixture.relay({ pollMs: 20 })
  poller.start()
  try {
    await vi.waitFor(async () => expect(await fixture.waiting(company)).toEqual([]), {
      timeout: 60_000,
    })
    await query(
      fixture.url,
      `insert into outbox.event (vasp_did, object, id, type, payload, created_at)
       values ('${company}', '${one}', 'evt_silent', 'vasp.reviewed',
         '{"reviewedVaspDID": "${one}"}', now())`,
    )
    await vi.waitFor(() => expect(fixture.about(company, one)).toEqual([1, 2, 3, 4]), {
      timeout: 60_000,
    })
  } finally {
    await poller.stop()
  }
})

test('[WH-18] a relay that stops lets its messages arrive and leaves the rest to others at once', async () => {
  const company = 'did:web:stopped.example'
  await fixture.write(company, [one, one, one])
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let begun = 0
  fixture.obstruct(({ application }) => {
    if (application !== `app of ${company}`) return undefined
    begun++
    return gate
  })
  const relay = fixture.relay()
  relay.start()
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 60_000 })
  const stopped = relay.stop()
  open()
  await stopped
  expect(fixture.about(company, one)).toEqual([1])
  await relayAll()
  expect(fixture.about(company, one)).toEqual([1, 2, 3])
})
