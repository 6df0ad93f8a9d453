import { setTimeout as sleep } from 'node:timers/promises'
import { badgeFilters, jurisdictionStatuses, trust } from '@countersign/contracts/trust'
import { addressOf } from '@countersign/kit/client'
import { seeded } from '@countersign/kit/seeded'
import { answer, childOptions } from '../child.ts'
import { reviewer } from './rows.ts'

/** At which rate to ask for how long; what comes in the warm-up is not counted. */
type Rate = {
  readonly perSecond: number
  readonly warmUp: number
  readonly seconds: number
}

/** Of each kind of request how long each took, in milliseconds since it was due. */
export type Times = Readonly<Record<string, number[]>>

const random = seeded(4)
const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
const countries = 'SG JP DE FR GB US CA CH HK KR AE AU BR IN ZA TR BS GI PH NZ'.split(' ')
const words = 'exchange custody wallet amber birch cedar harbour meridian opal quartz'.split(' ')

type Asked = Readonly<Record<string, unknown>>

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

const { url } = childOptions<{ url: string }>()

/** Asks at a steady rate, whether the answers come or not. */
answer(async ({ perSecond, warmUp, seconds }: Rate): Promise<Times> => {
  const times = Object.fromEntries(mix.map(([, kind]): [string, number[]] => [kind, []]))
  const began = performance.now()
  const call = async (due: number) => {
    const chosen = one(bag)
    if (!chosen) return
    const [, kind, verb, make] = chosen
    const asked = { listingType: 'all', reviewedByVaspDID: reviewer, ...make() }
    const answered = await fetch(`${url}/api${addressOf(trust.vasp[verb], { query: asked })}`)
    const body = await answered.text()
    if (!answered.ok) throw new Error(`${JSON.stringify(asked)}: ${answered.status} ${body}`)
    if (due >= warmUp * 1_000) times[kind]?.push(performance.now() - began - due)
  }
  const calls: Promise<void>[] = []
  for (let n = 0; n < perSecond * (warmUp + seconds); n++) {
    const due = (n * 1_000) / perSecond
    await sleep(Math.max(0, due - (performance.now() - began)))
    calls.push(call(due))
  }
  await Promise.all(calls)
  return times
})
process.send?.('ready')
