import { setTimeout as sleep } from 'node:timers/promises'
import { badgeFilters, jurisdictionStatuses, trust } from '@countersign/contracts/trust'
import { addressOf } from '@countersign/kit/client'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { seeded } from '@countersign/kit/seeded'
import { serve } from '@countersign/kit/serve'
import {
  countDirectoryFacets,
  type Directory,
  listDirectory,
} from '../contexts/trust/src/directory.operations.ts'
import { cpuOfTree } from './cpu.ts'
import { reviewer } from './directory-rows.ts'
import { quantiles, table } from './figures.ts'

const perSecond = Number(process.env.BENCH_RATE ?? 50)
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
/** Seconds between two changes of a company: with each, what is kept of the counts is out of date. */
const changeEvery = 5
/** Seconds in which connections are opened and code is compiled; they are not counted. */
const warmUp = 3

const contract = { vasp: { list: trust.vasp.list, facets: trust.vasp.facets } }

type Asked = Readonly<Record<string, unknown>>

const random = seeded(4)
const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
const countries = 'SG JP DE FR GB US CA CH HK KR AE AU BR IN ZA TR BS GI PH NZ'.split(' ')
const words = 'exchange custody wallet amber birch cedar harbour meridian opal quartz'.split(' ')

/** One to three filters, as a compliance officer sets them. */
const filters = (): Asked =>
  Object.assign(
    {},
    ...[
      { jurisdictions: one(countries) },
      { jurisdictions: `${one(countries)},${one(countries)}` },
      { badge: one(badgeFilters) },
      { regulatoryStatus: one(['Regulated', 'Pending', 'Not Regulated']) },
      { filterByJurisdictionStatus: one(jurisdictionStatuses) },
      { includeActiveSendersOnly: true },
      { reviewValue: one(['TRUSTED', 'MANUAL', 'NULL']) },
    ]
      .toSorted(() => random() - 0.5)
      .slice(0, 1 + Math.floor(random() * 3)),
  )

/** What is asked how often in a hundred, and of which operation. */
const mix: readonly [number, string, 'list' | 'facets', () => Asked][] = [
  [15, 'first page', 'list', () => ({})],
  [30, 'search with filters', 'list', filters],
  [10, 'page 1,000', 'list', () => ({ page: 1_000 })],
  [5, 'page 1,000 with a filter', 'list', () => ({ page: 1_000, badge: one(badgeFilters) })],
  [10, 'a single word', 'list', () => ({ q: one(words) })],
  [5, 'a word with filters', 'list', () => ({ q: one(words), ...filters() })],
  [5, 'a name', 'list', () => ({ q: `holdings ${Math.floor(random() * 90_000) + 1_000}` })],
  [2, 'by change, newest first', 'list', () => ({ order: 'updatedAt:DESC' })],
  [3, 'by status, then name', 'list', () => ({ order: 'regulatoryStatus:ASC,name' })],
  [10, 'facets of filters', 'facets', filters],
  [5, 'facets of a word', 'facets', () => ({ q: one(words) })],
]

/** Each kind as often as its share says. */
const bag = mix.flatMap((kind) => Array.from({ length: kind[0] }, () => kind))

/**
 * Asks the directory over HTTP at a steady rate, whether the answers come or not, while companies change.
 * A call's time counts from when it was due.
 */
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
        list: (_, asked) => listDirectory(directory, asked.query, audience),
        facets: (_, asked) => countDirectoryFacets(directory, asked.query, audience),
      },
    },
  })
  const served: number[] = []
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.includes('facets')) served.push(reply.elapsedTime)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const times = new Map(mix.map(([, kind]): [string, number[]] => [kind, []]))
  const cpuBefore = cpuOfTree(postmaster)
  const began = performance.now()
  const call = async (due: number) => {
    const chosen = one(bag)
    if (!chosen) return
    const [, kind, verb, make] = chosen
    const asked = { listingType: 'all', reviewedByVaspDID: reviewer, ...make() }
    const answer = await fetch(`${url}/api${addressOf(contract.vasp[verb], { query: asked })}`)
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${JSON.stringify(asked)}: ${answer.status} ${body}`)
    if (due >= warmUp * 1_000) times.get(kind)?.push(performance.now() - began - due)
  }
  const calls: Promise<void>[] = []
  const changes: Promise<unknown>[] = []
  for (let n = 0; n < perSecond * (warmUp + seconds); n++) {
    const due = (n * 1_000) / perSecond
    await sleep(Math.max(0, due - (performance.now() - began)))
    calls.push(call(due))
    if (n % (perSecond * changeEvery) === perSecond) changes.push(change())
  }
  await Promise.all([...calls, ...changes])
  const cpu = (cpuOfTree(postmaster) - cpuBefore) / 1_000 / calls.length
  await app.close()
  console.log(
    `\n${perSecond} requests/s for ${seconds} s over HTTP, ${changes.length} changes of a company; ` +
      `${cpu.toFixed(1)} ms of PostgreSQL's processor time for each request`,
  )
  report(times)
  // What came first is the warm-up.
  const { p50, p99 } = quantiles(served.slice(perSecond * warmUp))
  console.log(`searches on the server itself: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const line = (kind: string, of: readonly number[]) => {
    const { p50, p99, max } = quantiles(of)
    return [kind, String(of.length), p50.toFixed(1), p99.toFixed(1), max.toFixed(1)]
  }
  table([
    ['', 'calls', 'p50 ms', 'p99 ms', 'max ms'],
    ...[...times].map(([kind, of]) => line(kind, of)),
    line(
      'all searches',
      [...times].flatMap(([kind, of]) => (kind.startsWith('facets') ? [] : of)),
    ),
    line('everything', [...times.values()].flat()),
  ])
}
