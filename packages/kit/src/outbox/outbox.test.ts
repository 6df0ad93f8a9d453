import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxFixture, verdict } from './outbox.fixture.ts'
import { emit } from './outbox.ts'

let fixture: Awaited<ReturnType<typeof outboxFixture>>
beforeAll(async () => {
  fixture = await outboxFixture()
})
afterAll(() => fixture.close())

const at = () => new Date(fixture.clock())
const [other, third] = ['did:web:other.example', 'did:web:third.example']

test('[WH-18] positions follow the order of the commits, and a writer that takes long holds nobody up', async () => {
  const company = 'did:web:commit-order.example'
  await fixture.database.withTenant(company, async (slow) => {
    emit(slow, verdict(company, other, at()))
    // Another transaction begins later and commits first.
    await fixture.write(company, [third])
    expect(await fixture.waiting(company)).toMatchObject([{ position: 1, object: third }])
  })
  expect(await fixture.waiting(company)).toMatchObject([
    { position: 1, object: third },
    { position: 2, object: other },
  ])
})

test('[WH-18] fifty writers at once get a position each, without a gap, also when some fail', async () => {
  const company = 'did:web:fifty.example'
  const writers = Array.from({ length: 50 }, (_, i) =>
    fixture.database.withTenant(company, async (tx) => {
      emit(tx, verdict(company, `did:web:object-${i}.example`, at()))
      if (i % 5 === 0) throw new Error('The work failed')
    }),
  )
  const results = await Promise.allSettled(writers)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  const waiting = await fixture.waiting(company)
  expect(waiting.map(({ position }) => position)).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
})

test('[WH-18] events of two companies in one transaction never block another that has them the other way round', async () => {
  const [a, b] = ['did:web:lock-a.example', 'did:web:lock-b.example']
  // A policy of a context lets it tell another company; here the owner of the database writes.
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      fixture.owner.withNobody(async (tx) => {
        for (const company of i % 2 ? [a, b] : [b, a]) emit(tx, verdict(company, other, at()))
      }),
    ),
  )
  expect(await fixture.waiting(a)).toHaveLength(40)
  expect(await fixture.waiting(b)).toHaveLength(40)
})

test('[WH-18] an event that its declaration does not allow, or that no transaction would store, is an error', async () => {
  const company = 'did:web:undeclared.example'
  const event = verdict(company, other, at())
  const named = Object.assign(event.payload, { name: 'Jane Doe' })
  const write = fixture.database.withTenant(company, async (tx) =>
    emit(tx, Object.assign(event, { payload: named })),
  )
  await expect(write).rejects.toThrow(/unrecognized_key/)
  const closed = await fixture.database.withTenant(company, async (tx) => tx)
  expect(() => emit(closed, verdict(company, other, at()))).toThrow(/needs a transaction/)
  expect(await fixture.waiting(company)).toEqual([])
})

test('[ID-08] who serves requests writes a company’s own events, chooses no position and reads none', async () => {
  const [own, stranger] = ['did:web:own.example', 'did:web:stranger.example']
  const forged = fixture.database.withTenant(own, async (tx) =>
    emit(tx, verdict(stranger, own, at())),
  )
  await expect(forged).rejects.toThrow(/row-level security/)
  for (const statement of [
    sql`insert into outbox.event (vasp_did, position, object, id, type, payload, created_at)
      values (${own}, 9, 'x', 'evt', 'vasp.updated', '{}', now())`,
    sql`select from outbox.event`,
    sql`delete from outbox.event`,
    sql`update outbox.sequence set position = 0`,
    sql`select from outbox.sequence`,
    sql`select from outbox.lane`,
  ])
    await expect(fixture.database.withTenant(own, (tx) => statement.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
})
