import { type Child, child } from './child.ts'
import { type Accepted, delivered, type Receipt } from './delivered.ts'
import { quantiles, table } from './figures.ts'
import { type Actor, application, loadOf, onStage, type Stage } from './stage.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const rounds = 3
const healthy = 7
const hanging = 3
/** Messages a second for each application. */
const each = 20
/** For the last to arrive; what has not come by then counts as not delivered. */
const patienceMs = 5_000

/** What 30 % receivers that never answer cost those that do: the aim is at most 1.2× at p99. */
export async function run(): Promise<void> {
  await onStage(async (stage) => {
    const quiet = await scene(stage, 'quiet', 0)
    const noisy = await scene(stage, 'noisy', hanging)
    await quiet.round()
    await noisy.round()
    const without: Receipt[] = []
    const beside: Receipt[] = []
    const naively: Receipt[] = []
    // In turn, so that whatever else this machine does meets both.
    for (let n = 0; n < rounds; n++) {
      without.push(await quiet.round())
      beside.push(await noisy.round())
    }
    // What hangs fills all of its places, so once is enough.
    const naive = await scene(stage, 'naive', hanging, startNaive)
    naively.push(await naive.round())
    const median = (of: (one: Receipt) => number, all: readonly Receipt[]) =>
      quantiles(all.map(of)).p50
    const row = (name: string, of: (one: Receipt) => number) => {
      const [a, b, c] = [median(of, without), median(of, beside), median(of, naively)]
      return [name, a.toFixed(1), b.toFixed(1), `${(b / a).toFixed(2)}×`, c.toFixed(1)]
    }
    table([
      [
        `${healthy} healthy receivers, ${healthy * each} messages/s`,
        'alone',
        '30 % hang',
        'ratio',
        'naive, 30 % hang',
      ],
      row('request to receipt p50 ms', (one) => one.p50),
      row('request to receipt p99 ms', (one) => one.p99),
      row('received', (one) => one.count),
    ])
  })
}

/** Takes the place of a service, on its tables. @returns what loads it */
type Replace = (stage: Stage, actor: Actor, places: readonly Place[]) => Promise<Child>
type Place = { appId: string; endpointId: string; target: string }

/** A service with healthy applications, and with some whose receivers hang. */
async function scene(stage: Stage, name: string, hangs: number, replace?: Replace) {
  const actor = await stage.actor(name)
  const good = await placesOf(actor, healthy, stage.target('hook'))
  const bad = await placesOf(actor, hangs, stage.target('hang'))
  const places = [...good, ...bad]
  const load = replace ? await replace(stage, actor, places) : await loadOf(stage, actor)
  const all = places.map(({ appId }) => `/api/v1/app/${appId}/msg/`)
  return {
    async round(): Promise<Receipt> {
      await stage.receiver.ask({ reset: true })
      const perSecond = all.length * each
      const rate = { seconds, connections: 32, perSecond, paths: all, bytes: 900 }
      const { accepted } = await load.ask<Accepted>(rate)
      return delivered(
        stage.receiver,
        Math.floor((accepted * healthy) / all.length) - 1,
        patienceMs,
      )
    },
  }
}

const placesOf = ({ tenant }: Actor, count: number, target: string): Promise<Place[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { appId, endpointIds } = await application(tenant, [target])
      return { appId, endpointId: endpointIds[0] ?? '', target }
    }),
  )

/** One queue for all, and as many workers as elsewhere. @returns its load */
async function startNaive(stage: Stage, actor: Actor, places: readonly Place[]): Promise<Child> {
  const [{ appId, endpointId, target } = { appId: '', endpointId: '', target: '' }] = places
  const { key } = await actor.tenant.call(`/app/${appId}/endpoint/${endpointId}/secret/`)
  await actor.service.end('SIGTERM')
  const naive = await child('./deliver/naive.ts', {
    ...{ url: actor.databaseUrl, secret: key, target, workers: 32, places },
    ...{ orgId: actor.tenant.orgId, appId, endpointId },
  })
  stage.keep(naive)
  return stage.keep(
    await child('./deliver/load.ts', { port: Number(naive.hello), token: actor.tenant.token }),
  )
}
