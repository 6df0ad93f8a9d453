import { type Accepted, delivered, type Receipt } from './delivered.ts'
import { quantiles, table } from './figures.ts'
import { type Actor, application, loadOf, onStage, type Stage } from './stage.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const rounds = 3
const healthy = 7
const hanging = 3
/** Messages a second for each application. */
const each = 20

/** What 30 % receivers that never answer cost those that do: the aim is at most 1.2× at p99. */
export async function run(): Promise<void> {
  await onStage(async (stage) => {
    const quiet = await scene(stage, 'quiet', 0)
    const noisy = await scene(stage, 'noisy', hanging)
    await quiet.round()
    await noisy.round()
    const [without, beside]: [Receipt[], Receipt[]] = [[], []]
    // In turn, so that whatever else this machine does meets both.
    for (let n = 0; n < rounds; n++) {
      without.push(await quiet.round())
      beside.push(await noisy.round())
    }
    const median = (of: (one: Receipt) => number, all: readonly Receipt[]) =>
      quantiles(all.map(of)).p50
    const row = (name: string, of: (one: Receipt) => number) => {
      const [a, b] = [median(of, without), median(of, beside)]
      return [name, a.toFixed(1), b.toFixed(1), `${(b / a).toFixed(2)}×`]
    }
    table([
      [`${healthy} healthy receivers, ${healthy * each} messages/s`, 'alone', '30 % hang', 'ratio'],
      row('request to receipt p50 ms', (one) => one.p50),
      row('request to receipt p99 ms', (one) => one.p99),
      row('received', (one) => one.count),
    ])
  })
}

/** A service with healthy applications, and with some whose receivers hang. */
async function scene(stage: Stage, name: string, hangs: number) {
  const actor = await stage.actor(name)
  const good = await paths(actor, healthy, stage.target('hook'))
  const bad = await paths(actor, hangs, stage.target('hang'))
  const load = await loadOf(stage, actor)
  const all = [...good, ...bad]
  return {
    async round(): Promise<Receipt> {
      await stage.receiver.ask({ reset: true })
      const perSecond = all.length * each
      const rate = { seconds, connections: 32, perSecond, paths: all, bytes: 900 }
      const { accepted } = await load.ask<Accepted>(rate)
      return delivered(stage.receiver, Math.floor((accepted * healthy) / all.length) - 1, 5_000)
    },
  }
}

async function paths({ tenant }: Actor, count: number, url: string): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => application(tenant, [url])))
  return made.map(({ appId }) => `/api/v1/app/${appId}/msg/`)
}
