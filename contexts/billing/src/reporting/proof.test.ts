import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { meter } from '../usage/index.ts'
import { bookedOn, oldestAt } from './booking.rules.ts'
import { addToDays, findUncounted, storeBookings } from './counting.store.ts'
import {
  countNow,
  live,
  openWorld,
  type Plant,
  reportingOf,
  sendTransfer,
  type World,
} from './proof.fixture.ts'
import { takeDue } from './reporting.store.ts'

const worlds: World[] = []
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()))
})
async function outcome(name: 'stripe' | 'chargebee', plant: Plant = {}): Promise<string[]> {
  const world = await openWorld(name, 20_261_125)
  worlds.push(world)
  return live(world, plant)
}

/** Counting as it is, but for one step. */
const counting =
  (mistake: 'marked elsewhere' | 'booked by arrival') =>
  async ({ relay, clock }: World) => {
    const now = new Date(clock())
    const bookings = await relay.withNobody(async (tx) => {
      const found = await findUncounted(tx, 20_000, oldestAt(now))
      const booked = found.map((one) => {
        const { periodStart: start, periodEnd: end } = one
        const term = start && end ? { start, end } : undefined
        const at = mistake === 'booked by arrival' ? now : one.at
        return { ...one, day: bookedOn(at, now, term).toISOString().slice(0, 10) }
      })
      if (mistake === 'booked by arrival') {
        const sums = await storeBookings(tx, booked)
        if (sums.length > 0) await addToDays(tx, sums, now)
        return []
      }
      for (const { payer, day, from, until } of booked) {
        const { rows } = await sql<{ units: number }>`
          select count(*)::int as units from billing.usage_event where not counted
            and payer_did = ${payer} and occurred_at between ${from}::timestamptz and ${until}::timestamptz`.execute(
          tx,
        )
        await addToDays(tx, [{ payer, day, units: rows[0]?.units ?? 0 }], now)
      }
      return booked
    })
    if (bookings.length > 0) await relay.withNobody((tx) => storeBookings(tx, bookings))
  }

/** Reporting by steps of its own; `tell` is what it calls the provider with. */
const reporting =
  (tell: (world: World, day: Awaited<ReturnType<typeof takeDue>>[number]) => Promise<void>) =>
  async (world: World) => {
    const { relay, clock, provider } = world
    for (;;) {
      const now = new Date(clock())
      const due = await relay.withNobody((tx) => takeDue(tx, provider, now, 8))
      if (due.length === 0) return
      for (const day of due) await tell(world, day)
    }
  }

const noteAll = (world: World, { did, day, total, revision }: Parameters<typeof noting>[1]) =>
  noting(world, { did, day, total, revision })
const noting = (
  { relay, clock }: World,
  { did, day, total, revision }: { did: string; day: string; total: number; revision: number },
) =>
  relay.withNobody((tx) =>
    sql`update billing.usage_day set state = case when revision = ${revision} then 'sent' else state end,
        sent_total = ${total}, sent_revision = ${revision}, lease_until = null,
        due_at = ${new Date(clock())}::timestamptz + interval '15 minutes'
      where vasp_did = ${did} and day = ${day}::date`.execute(tx),
  )

/** Sends what was added since the last time to a meter that adds up. */
const additive = (identifierOf: (did: string, day: string, revision: number) => string) =>
  reporting(async (world, day) => {
    const { owner, fake, meter: meterOf } = world
    if (meterOf) meterOf.settings.window = null
    const { rows } = await owner.query<{ sent: number }>(
      'select sent_total as sent from billing.usage_day where vasp_did = $1 and day = $2',
      [day.did, day.day],
    )
    const answer = await fetch(`${fake.url}/v1/billing/meter_events`, {
      method: 'POST',
      headers: world.headers,
      body: new URLSearchParams({
        event_name: 'countersign_transfers',
        'payload[stripe_customer_id]': day.customer,
        'payload[value]': String(day.total - (rows[0]?.sent ?? 0)),
        identifier: identifierOf(day.did, day.day, day.revision),
        timestamp: String(Date.parse(day.day) / 1000),
      }),
    }).catch(() => undefined)
    // An identifier that is known was taken before.
    if (answer?.status === 200 || answer?.status === 400) await noteAll(world, day)
  })

test.each(['stripe', 'chargebee'] as const)(
  '[BI-06] %s charges each transfer once, whatever dies and whatever fails',
  async (name) => {
    expect(await outcome(name)).toEqual([])
    const [world] = worlds
    const { rows } = (await world?.owner.query('select count(*)::int as count from history')) ?? {}
    expect(rows?.[0].count).toBeGreaterThan(500)
  },
  60_000,
)

test.each<[string, Plant]>([
  [
    'additions are reported instead of totals',
    { report: additive((did, day, revision) => `cs/${did}/${day}/${revision}`) },
  ],
  [
    'a unit is written in another transaction than its transfer',
    {
      send: async (world, did, id, at) => {
        await world.own.withTenant(did, (tx) =>
          sql`insert into public.history values (${id}, ${did}, ${at}) on conflict do nothing`.execute(
            tx,
          ),
        )
        await world.own.withTenant(did, (tx) => meter(tx, { did, transferId: id, at }))
      },
    },
  ],
  [
    'nothing in the database keeps a unit from being there twice',
    {
      prepare: (owner) =>
        owner.query('alter table billing.usage_event drop constraint usage_event_pkey'),
      send: sendTransfer,
    },
  ],
  [
    'units are marked in another transaction than they are added',
    { count: counting('marked elsewhere') },
  ],
  ['units are booked on the day when they are counted', { count: counting('booked by arrival') }],
  [
    'a total is noted as sent although it has changed meanwhile',
    {
      report: reporting(async (world, day) => {
        const { provider } = reportingOf(world)
        const start = new Date(day.day)
        await provider
          .setUsage({
            ...{ customer: day.customer, subscription: day.subscription, day: start },
            until: new Date(start.getTime() + 86_400_000),
            ...{ units: day.total, revision: day.revision },
          })
          .then(
            async () => {
              // What comes together while the provider answers.
              await sendTransfer(world, day.did, randomUUID(), new Date(world.clock())).catch(
                () => undefined,
              )
              await countNow(world)
              await world.owner.query(
                `update billing.usage_day set state = 'sent', sent_total = total, sent_revision = revision,
                   lease_until = null, due_at = $3::timestamptz + interval '15 minutes'
                 where vasp_did = $1 and day = $2`,
                [day.did, day.day, new Date(world.clock())],
              )
            },
            () => undefined,
          )
      }),
    },
  ],
  ['a repeated call has another name each time', { report: additive(() => randomUUID()) }],
])(
  '[BI-06] the proof notices that %s',
  async (_, plant) => {
    expect((await outcome('stripe', plant)).length).toBeGreaterThan(0)
  },
  60_000,
)
