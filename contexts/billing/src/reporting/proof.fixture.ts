import { randomUUID } from 'node:crypto'
import { connect, type Database } from '@countersign/kit/db'
import { seeded } from '@countersign/kit/seeded'
import { testDatabase } from '@countersign/kit/testing'
import { testPool } from '@countersign/kit/testing-query'
import { sql } from 'kysely'
import type pg from 'pg'
import { fakeChargebee, fakeStripe } from '../provider/fake.fixture.ts'
import {
  type BillingProvider,
  chargebeeProvider,
  stripeProvider,
  stripeVersion,
} from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'
import { meter } from '../usage/index.ts'
import { countUsage } from './counting.ts'
import { reportUsage } from './reporting.worker.ts'

const minute = 60_000
const start = Date.parse('2026-11-24T10:00:00Z')
/** One payer’s period ends within a day. */
const oddEnd = Date.parse('2026-11-25T14:05:00Z')
const payers = Array.from({ length: 3 }, (_, n) => `did:web:payer${n}.example`)
const odd = payers[0] ?? ''

/** What a mistake replaces. The world does the rest as the product does. */
export type Plant = {
  /** Done to the database before anything happens. */
  readonly prepare?: (owner: pg.Pool) => Promise<unknown>
  readonly send?: (world: World, did: string, id: string, at: Date) => Promise<void>
  readonly count?: (world: World) => Promise<unknown>
  readonly report?: (world: World) => Promise<unknown>
}

/** Where the proof happens. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** A process that ended here: what was committed stays, what was not is gone. */
class Died extends Error {}

/** A database whose transactions are cut off before or after their commit, as a killed process leaves them. */
function mortal<T>(database: Database<T>, dies: () => boolean): Database<T> {
  const cut = async <R>(run: (work: () => void) => Promise<R>): Promise<R> => {
    const result = await run(() => {
      if (dies()) throw new Died()
    })
    if (dies()) throw new Died()
    return result
  }
  return {
    ...database,
    withNobody: (work) =>
      cut((check) =>
        database.withNobody(async (tx) => {
          const result = await work(tx)
          check()
          return result
        }),
      ),
    withTenant: (tenant, work) =>
      cut((check) =>
        database.withTenant(tenant, async (tx) => {
          const result = await work(tx)
          check()
          return result
        }),
      ),
  }
}

/** A provider’s fake with what is asked of it at the end. */
async function openProvider(name: 'stripe' | 'chargebee', clock: () => number) {
  if (name === 'stripe') {
    const key = 'sk_test_proof'
    const fake = await fakeStripe(key, stripeVersion, clock)
    const options = {
      apiKey: key,
      webhookSecrets: [],
      url: fake.url,
      meter: 'countersign_transfers',
    }
    const unitsOf = (did: string, day: string) =>
      fake.meter.unitsOf(`cus ${did}`, Date.parse(day) / 1000)
    const headers = { authorization: `Bearer ${key}`, 'stripe-version': stripeVersion }
    return { fake, headers, meter: fake.meter, provider: await stripeProvider(options), unitsOf }
  }
  const fake = await fakeChargebee('key')
  const options = { site: 'acme', apiKey: 'key', webhookLogins: [], url: fake.url }
  const unitsOf = (did: string, day: string) =>
    fake.usages
      .filter((one) => one.subscription_id === `sub ${did}`)
      .filter((one) => new Date(one.usage_date * 1000).toISOString().startsWith(day))
      .reduce((sum, { quantity }) => sum + Number(quantity), 0)
  const provider = await chargebeeProvider({ ...options, usagePrice: 'transfers' })
  return { fake, headers: {}, meter: undefined, provider, unitsOf }
}

/** Three payers of a provider, a history of transfers, and a clock. */
export async function openWorld(name: 'stripe' | 'chargebee', seed: number) {
  // One for each who acts, so that who is first at something changes nothing that is drawn.
  const [random, counting, provided] = [seeded(seed), seeded(seed + 1), seeded(seed + 2)]
  const now = { time: start }
  const clock = () => now.time
  const { url, drop } = await testDatabase()
  const owner = testPool({ connectionString: url, max: 4 })
  const own = connect<DB>({ url, role: 'countersign_app', max: 4 })
  const all = connect<DB>({ url, role: 'countersign_relay', max: 4 })
  const { fake, headers, meter: meterOf, provider, unitsOf } = await openProvider(name, clock)
  const trouble = { on: true }
  const dies = (draw: () => number) => () => trouble.on && draw() < 0.04
  // What happened, written by hand: the check reads this and nothing of the product’s.
  await owner.query(`create table public.history (id uuid primary key, did text, at timestamptz);
    grant usage on schema public to countersign_app; grant select, insert on public.history to countersign_app`)
  for (const did of payers) {
    const end = did === odd ? oddEnd : Date.parse('2026-12-01T00:00:00Z')
    await owner.query(
      `insert into billing.customer (vasp_did, provider, customer_id, due_at) values ($1, $2, 'cus ' || $1, now())`,
      [did, name],
    )
    await owner.query(
      `insert into billing.subscription (vasp_did, plan, status, customer_id, subscription_id, period_start,
         period_end, read_at)
       values ($1, 'standard', 'active', 'cus ' || $1, 'sub ' || $1, $2, $3, now())`,
      [did, new Date('2026-11-01T00:00:00Z'), new Date(end)],
    )
  }
  fake.fault.next = ({ method }) => {
    if (!trouble.on || method !== 'POST') return undefined
    const drawn = provided()
    if (drawn < 0.05) return 'cut after'
    if (drawn < 0.1) return 'broken after'
    if (drawn < 0.15) return 'busy'
    return drawn < 0.17 ? 'held back' : undefined
  }
  return {
    ...{ owner, random, provided, clock, now, trouble },
    ...{ unitsOf, fake, headers, meter: meterOf, provider },
    own: mortal(own, dies(random)),
    relay: mortal(all, dies(counting)),
    close: async () => {
      await Promise.all([own.close(), all.close(), owner.end(), fake.close()])
      await drop()
    },
  }
}

/** A transfer becomes chargeable: it and its unit, together or not at all. */
export const sendTransfer = async ({ own }: World, did: string, id: string, at: Date) =>
  own.withTenant(did, async (tx) => {
    await sql`insert into public.history values (${id}, ${did}, ${at}) on conflict do nothing`.execute(
      tx,
    )
    await meter(tx, { did, transferId: id, at })
  })

/** A provider that dies after it was called, before that is noted. */
const forgetful = (world: World): BillingProvider => ({
  ...world.provider,
  setUsage: async (usage) => {
    await world.provider.setUsage(usage)
    if (world.trouble.on && world.provided() < 0.05) throw new Died()
  },
})

/** What reporting takes of the world. */
export const reportingOf = (world: World) => ({
  ...{ relay: world.relay, clock: world.clock, provider: forgetful(world) },
  log: { warn: () => undefined },
})

/** Counts as the product does. */
export const countNow = ({ relay, clock }: World) => countUsage({ relay, clock })

const survived = async (work: () => Promise<unknown>) => {
  await work().catch((error: unknown) => {
    // A dead process is started again; what else fails is a fault of the proof.
    if (!(error instanceof Died)) throw error
  })
}

/**
 * Two days of transfers, some sent twice, while processes die and the provider fails; then the faults end.
 * @returns where the provider’s number is not the history’s
 */
export async function live(world: World, plant: Plant): Promise<string[]> {
  const { now, random, owner, trouble, fake } = world
  await plant.prepare?.(owner)
  const send = plant.send ?? sendTransfer
  const count = () => plant.count?.(world) ?? countNow(world)
  const report = () => plant.report?.(world) ?? reportUsage(reportingOf(world))
  const transfers = async () => {
    for (const did of payers)
      for (let n = Math.floor(random() * 8); n > 0; n--) {
        const [id, at] = [randomUUID(), new Date(now.time)]
        await survived(() => send(world, did, id, at))
        // Some are asked for again, at once or later.
        if (random() < 0.2) await survived(() => send(world, did, id, at))
      }
  }
  for (let step = 0; step < 45; step++) {
    await transfers()
    // Who dies is started again: no unit waits until its period is billed, and so is late.
    for (let n = 0; n < 3; n++) await survived(count)
    await Promise.all([survived(report), survived(transfers)])
    fake.release()
    now.time += 50 * minute
    if (now.time > oddEnd && now.time - 50 * minute <= oddEnd)
      await owner.query(
        `update billing.subscription set period_start = period_end,
           period_end = period_end + interval '30 days' where vasp_did = $1`,
        [odd],
      )
  }
  trouble.on = false
  // Long enough for the last day to be over, where only closed days are told.
  const most = world.provider.reports === 'closed' ? 26 : 5
  for (let hours = 0; hours < most; hours++) {
    await count()
    await report()
    fake.release()
    now.time += 60 * minute
  }
  return differences(world)
}

/** What the history says of each payer and day, and what the provider has: independent of how the product counts. */
async function differences({ owner, unitsOf }: World): Promise<string[]> {
  const { rows } = await owner.query<{ did: string; day: string; units: number }>(
    `select did, to_char(case when did = $1 and at >= $2 and at < '2026-11-26T00:00:00Z'
         then date '2026-11-26' else (at at time zone 'UTC')::date end, 'YYYY-MM-DD') as day, count(*)::int as units
     from public.history group by 1, 2 order by 1, 2`,
    [odd, new Date(oddEnd)],
  )
  return rows.flatMap(({ did, day, units }) => {
    const theirs = unitsOf(did, day)
    return theirs === units ? [] : [`${did} ${day}: ${units} sent, ${theirs} charged`]
  })
}
