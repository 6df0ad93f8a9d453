import { setTimeout as sleep } from 'node:timers/promises'
import { child } from './child.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { type Accepted, delivered } from './delivered.ts'
import { table } from './figures.ts'
import { type Actor, application, loadOf, onStage, type Stage } from './stage.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const connections = 64
const payloads = [400, 4_000, 40_000]

type Figures = { deliveries: number; megabytes: number; node: number; postgres: number }
type Crowd = { readonly apps: number; readonly endpoints: number; readonly paths: string[] }

/** Deliveries at saturation, by endpoints, applications and size of the payload. */
export async function run(): Promise<void> {
  await onStage(async (stage) => {
    const ours = await stage.actor('ours')
    const crowds: Crowd[] = []
    for (const [apps, endpoints] of [
      [1, 1],
      [1, 5],
      [100, 1],
      [100, 5],
    ] as const)
      crowds.push({ apps, endpoints, paths: await crowd(stage, ours, apps, endpoints) })
    const load = await loadOf(stage, ours)
    const measure = async ({ endpoints, paths }: Crowd, bytes: number): Promise<Figures> => {
      await stage.receiver.ask({ reset: true })
      const cpu = () => [cpuOf(ours.service.pid), cpuOfTree(stage.postmaster)] as const
      const [before, began] = [cpu(), performance.now()]
      const { accepted } = await load.ask<Accepted>({ seconds, connections, paths, bytes })
      const { count } = await delivered(stage.receiver, accepted * endpoints, 15_000)
      const took = (performance.now() - began) / 1000
      // Until the last outcome is on record.
      await sleep(300)
      const after = cpu()
      return {
        deliveries: count / took,
        megabytes: (count * bytes) / took / 1e6,
        node: (after[0] - before[0]) / count,
        postgres: (after[1] - before[1]) / count,
      }
    }
    const [alone] = crowds
    if (!alone) return
    await measure(alone, 400)
    const first = await measure(alone, 400)
    const rows = [row('1 × 1', 400, first, first)]
    for (const crowd of crowds)
      for (const bytes of payloads)
        if (crowd !== alone || bytes !== 400)
          rows.push(
            row(`${crowd.apps} × ${crowd.endpoints}`, bytes, await measure(crowd, bytes), first),
          )
    rows.push(row('naive, 1 × 1', 400, await naive(stage), first))
    const head = ['applications × endpoints', 'KB', 'deliveries/s', 'ratio', 'MB/s']
    table([[...head, 'µs Node', 'µs PostgreSQL'], ...rows])
  })
}

/** Applications of their own. @returns where to send messages to them */
async function crowd(
  { target }: Stage,
  { tenant }: Actor,
  apps: number,
  endpoints: number,
): Promise<string[]> {
  const urls = Array.from({ length: endpoints }, (_, n) => target(`hook-${n}`))
  const made = await Promise.all(Array.from({ length: apps }, () => application(tenant, urls)))
  return made.map(({ appId }) => `/api/v1/app/${appId}/msg/`)
}

/** One statement for each thing, on the same tables and with the same sender. */
async function naive(stage: Stage): Promise<Figures> {
  const actor = await stage.actor('naive')
  const target = stage.target('hook')
  const { appId, endpointIds } = await application(actor.tenant, [target])
  const [endpointId = ''] = endpointIds
  const { key } = await actor.tenant.call(`/app/${appId}/endpoint/${endpointId}/secret/`)
  await actor.service.end('SIGTERM')
  const { orgId, token } = actor.tenant
  const one = await child('./deliver/naive.ts', {
    ...{ url: actor.databaseUrl, secret: key, target, orgId, appId, endpointId, workers: 32 },
  })
  stage.keep(one)
  const load = stage.keep(await child('./deliver/load.ts', { port: Number(one.hello), token }))
  await stage.receiver.ask({ reset: true })
  const before = [cpuOf(one.pid), cpuOfTree(stage.postmaster)] as const
  const began = performance.now()
  const accepted = await load.ask<Accepted>({ seconds, connections, paths: ['/'], bytes: 400 })
  const { count } = await delivered(stage.receiver, accepted.accepted, 15_000)
  const took = (performance.now() - began) / 1000
  const after = [cpuOf(one.pid), cpuOfTree(stage.postmaster)] as const
  return {
    deliveries: count / took,
    megabytes: (count * 400) / took / 1e6,
    node: (after[0] - before[0]) / count,
    postgres: (after[1] - before[1]) / count,
  }
}

const row = (name: string, bytes: number, its: Figures, first: Figures): string[] => [
  name,
  String(bytes / 1000),
  its.deliveries.toFixed(0),
  `${(its.deliveries / first.deliveries).toFixed(2)}×`,
  its.megabytes.toFixed(1),
  its.node.toFixed(0),
  its.postgres.toFixed(0),
]
