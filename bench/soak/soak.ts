import { setTimeout as sleep } from 'node:timers/promises'
import { quantiles, table } from '../figures.ts'
import { type House, onHouse } from '../house/house.ts'
import { oldOf } from './old.ts'
import { actsLine, cellsOf, columns, type Sample, sampleOf } from './sample.ts'
import { exported, type Load, read, transfer } from './script.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 60)
/** Transfers a second, and twice as many lists. */
const rate = Number(process.env.BENCH_RATE ?? 2)
/** Old transfers that are erased each minute. */
const erased = Number(process.env.BENCH_ROWS ?? 200)
/** So many at once; what would be more begins later. */
const atOnce = 50
/** How long the last steps and webhooks may take. */
const patienceMs = 120_000
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)
const old = ['did:web:old.example', 'did:web:older.example'] as const

/** What one minute brought. */
type Minute = { readonly sample: Sample; readonly times: ReadonlyMap<string, readonly number[]> }

/**
 * Companies work with each other for an hour on two processes: transfers that end in each way, lists, searches,
 * openings, exports, webhooks and erasures. A line for each minute says how the house stands; at the end, what grew,
 * and whether anything was lost.
 */
export const run = (): Promise<void> =>
  onHouse(
    { companies: [...companies, ...old], processes: 2, hears: companies.length },
    async (house) => {
      const meant = new Map<string, string>()
      const failures = new Map<string, number>()
      let times = new Map<string, number[]>()
      let [begun, late] = [0, 0]
      const load: Load = {
        fronts: house.products.map(({ url }) => url),
        people: house.people.slice(0, companies.length),
        meant,
        timed: async (act, once) => {
          const from = performance.now()
          const found = await once()
          const all = times.get(act) ?? []
          all.push(performance.now() - from)
          times.set(act, all)
          return found
        },
      }
      const running = new Set<Promise<void>>()
      const begin = (work: () => Promise<void>) => {
        const one: Promise<void> = work()
          .catch((error: unknown) => {
            const words = `${error}`.replaceAll(/[\da-f-]{36}/g, '…').slice(0, 160)
            failures.set(words, (failures.get(words) ?? 0) + 1)
          })
          .finally(() => running.delete(one))
        running.add(one)
      }
      const erasing = oldOf(house, old)
      const failed = () => [...failures.values()].reduce((sum, count) => sum + count, 0)
      const seen: Minute[] = []
      let before = await sampleOf(house)
      const began = performance.now()
      for (let minute = 0; minute < minutes; minute++) {
        const from = { meant: meant.size, at: performance.now(), late, failed: failed() }
        const end = began + (minute + 1) * 60_000
        begin(() => exported(load, minute))
        begin(() => erasing.erase(erased))
        while (performance.now() < end) {
          const due = ((performance.now() - began) / 1_000) * rate
          for (; begun < due; begun++) {
            const n = begun
            if (running.size >= atOnce) late++
            while (running.size >= atOnce) await Promise.race(running)
            begin(() => transfer(load, n))
            begin(() => read(load, 2 * n))
            begin(() => read(load, 2 * n + 1))
          }
          await sleep(20)
        }
        const sample = await sampleOf(house)
        const taken = times
        times = new Map()
        seen.push({ sample, times: taken })
        const made = (meant.size - from.meant) / ((performance.now() - from.at) / 1_000)
        const cells = [String(minute + 1), made.toFixed(1), ...cellsOf(sample, before)]
        cells.push(String(late - from.late), String(failed() - from.failed))
        console.log(columns.map((name, n) => `${name} ${cells[n]}`).join(', '))
        console.log(`  ms p50/p99: ${actsLine(taken)}`)
        before = sample
      }
      await Promise.all(running)
      slopes(seen)
      await settle(house)
      await lost(house, meant)
      const { added, recorded, left } = await erasing.found()
      console.log(`soak: ${recorded} of ${added} old transfers erased, ${left} left`)
      for (const [words, count] of failures) console.log(`soak: failed ${count} ×: ${words}`)
      if (failures.size === 0) console.log('soak: no call failed')
      await erasing.close()
    },
  )

/** What the last quarter is beside the first. */
function slopes(seen: readonly Minute[]): void {
  const quarter = Math.max(1, Math.floor(seen.length / 4))
  const [first, last] = [seen.slice(0, quarter), seen.slice(-quarter)]
  const line = (name: string, of: (some: readonly Minute[]) => number) => {
    const [a, b] = [of(first), of(last)]
    return [name, a.toFixed(1), b.toFixed(1), `${(b / a).toFixed(2)}×`]
  }
  const median = (of: (one: Sample) => number) => (some: readonly Minute[]) =>
    quantiles(some.map(({ sample }) => of(sample))).p50
  const acts = [...new Set(seen.flatMap(({ times }) => [...times.keys()]))].sort()
  const all = (act: string, some: readonly Minute[]) =>
    some.flatMap(({ times }) => times.get(act) ?? [])
  table([
    ['', 'first quarter', 'last quarter', 'ratio'],
    line(
      'MB of the first process',
      median(({ products }) => products[0] ?? 0),
    ),
    line(
      'MB of the second',
      median(({ products }) => products[1] ?? 0),
    ),
    line(
      'MB of the webhook service',
      median(({ webhooks }) => webhooks),
    ),
    line(
      'connections',
      median(({ connections }) => connections),
    ),
    ...acts.flatMap((act) => [
      line(`${act}, p50 ms`, (some) => quantiles(all(act, some)).p50),
      line('  p99', (some) => quantiles(all(act, some)).p99),
    ]),
  ])
}

/** Waits until nothing is on its way any longer, or the patience is over. */
async function settle(house: House): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { steps, outbox } = await sampleOf(house)
    if ((steps === 0 && outbox === 0) || performance.now() > until) return
    await sleep(500)
  }
}

/** Whether each transfer ended as it was meant to, on both sides, with its row in the ledger and its webhooks. */
async function lost({ owner, receiver }: House, meant: ReadonlyMap<string, string>) {
  const { rows } = await owner.query<Record<string, number>>(
    `with meant as (select * from unnest($1::uuid[], $2::text[]) as t (id, status)),
       sent as (select id from transactions.transfer join meant using (id)
         where sent_at is not null and type = 'TRAVELRULE')
     select (select count(*) from meant m left join transactions.transfer t using (id)
         where t.status is distinct from m.status)::int as otherwise,
       (select count(*) from transactions.side s join meant m on m.id = s.transfer_id
         where s.status <> m.status)::int as sides,
       (select count(*) from transactions.step where done_at is null and not timer)::int as steps,
       (select count(*) from outbox.event)::int as outbox,
       (select count(*) from sent)::int as chargeable,
       (select count(*) from billing.usage_event u join sent on sent.id::text = u.id::text)::int as charged,
       (select count(*) from billing.usage_event)::int as ledger,
       (select count(*) from webhooks.message)::int as messages`,
    [[...meant.keys()], [...meant.values()]],
  )
  const one = (name: string) => rows[0]?.[name] ?? Number.NaN
  const until = performance.now() + patienceMs
  let received = 0
  while (received < one('messages') && performance.now() < until) {
    received = (await receiver.ask<{ count: number }>({})).count
    await sleep(200)
  }
  console.log(
    `soak: ${meant.size} transfers, ${one('otherwise')} ended otherwise than meant, ${one('sides')} sides behind; ` +
      `${one('steps')} steps and ${one('outbox')} events left`,
  )
  console.log(
    `soak: ${one('chargeable')} chargeable, ${one('charged')} in the ledger of ${one('ledger')} rows; ` +
      `${one('messages')} webhooks, ${received} received`,
  )
}
