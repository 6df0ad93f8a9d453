import { trust } from '@countersign/contracts/trust'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { serve } from '@countersign/kit/serve'
import {
  countDirectoryFacets,
  type Directory,
  listDirectory,
} from '../../contexts/trust/src/directory/directory.operations.ts'
import { child } from '../child.ts'
import { cpuOfTree } from '../cpu.ts'
import { quantiles, table } from '../figures.ts'
import type { Times } from './client.ts'
import { reviewer } from './rows.ts'

const perSecond = Number(process.env.BENCH_RATE ?? 50)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
/** Seconds between two changes of a company. */
const changeEvery = 5
/** Seconds in which connections are opened and code is compiled; they are not counted. */
const warmUp = 3

const contract = { vasp: { list: trust.vasp.list, facets: trust.vasp.facets } }

/** The directory behind HTTP, asked by another process at a steady rate while companies change. */
export async function measureLoad(
  directory: Directory,
  { change, postmaster }: { change: () => Promise<unknown>; postmaster: number },
) {
  const app = httpServer({ log: createLog('error'), errors: productErrors })
  const audience = { own: [reviewer], isInternal: false }
  serve(app, {
    ...{ contract, prefix: '/api', gate: { identify: async () => 'bench', permit: () => 'bench' } },
    handlers: {
      vasp: {
        list: (_, asked) => listDirectory(directory, asked.query, audience, new Date()),
        facets: (_, asked) => countDirectoryFacets(directory, asked.query, audience),
      },
    },
  })
  let began = Number.POSITIVE_INFINITY
  const served: number[] = []
  app.addHook('onResponse', async (request, reply) => {
    const isCounted = performance.now() - began > warmUp * 1_000
    if (isCounted && !request.url.includes('facets')) served.push(reply.elapsedTime)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = await child('./directory/client.ts', { url })
  const changes: Promise<unknown>[] = []
  const changing = setInterval(() => changes.push(change()), changeEvery * 1_000)
  const before = { postgres: cpuOfTree(postmaster), server: process.cpuUsage() }
  began = performance.now()
  const times = await client.ask<Times>({ perSecond, warmUp, seconds })
  clearInterval(changing)
  await Promise.all(changes)
  const each = (microseconds: number) =>
    (microseconds / 1_000 / (perSecond * (warmUp + seconds))).toFixed(1)
  const { user, system } = process.cpuUsage(before.server)
  console.log(
    `\n${perSecond} requests/s for ${seconds} s over HTTP, ${changes.length} changes of a company; ` +
      `processor time for each request: PostgreSQL ${each(cpuOfTree(postmaster) - before.postgres)} ms, ` +
      `server ${each(user + system)} ms`,
  )
  await client.stop()
  await app.close()
  report(times)
  const { p50, p99 } = quantiles(served)
  console.log(`searches on the server itself: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
}

function report(times: Times): void {
  const line = (kind: string, of: readonly number[]) => {
    const { p50, p99, max } = quantiles(of)
    return [kind, String(of.length), p50.toFixed(1), p99.toFixed(1), max.toFixed(1)]
  }
  const kinds = Object.entries(times)
  table([
    ['', 'calls', 'p50 ms', 'p99 ms', 'max ms'],
    ...kinds.map(([kind, of]) => line(kind, of)),
    line(
      'all searches',
      kinds.flatMap(([kind, of]) => (kind.startsWith('facets') ? [] : of)),
    ),
    line(
      'everything',
      kinds.flatMap(([, of]) => of),
    ),
  ])
}
