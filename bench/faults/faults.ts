import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seeded } from '@countersign/kit/seeded'
import { quantiles } from '../figures.ts'
import { tenantAt } from '../service.ts'
import { check, type Findings, lineOf, unexpectedCount, unsettled } from './check.ts'
import {
  type Behaviour,
  emptyHistory,
  type FaultKind,
  faultKinds,
  type History,
  type Place,
} from './history.ts'
import { attempts, startHouse } from './house.ts'
import { startLoad } from './load.ts'
import { type Plant, plants } from './plants.ts'
import { startReceiver } from './receiver.ts'

/** How long a run goes on: until both are reached, or the time is over. */
type Profile = {
  readonly messages: number
  readonly kills: number
  readonly seconds: number
  readonly perSecond: number
  readonly leaseMs: number
  readonly seed: number
  readonly faults: readonly FaultKind[]
  readonly plant?: Plant
}

const steady: Behaviour = { failing: 0, slowMs: 0 }
/** Applications by the endpoints that they have. */
const landscape: readonly (readonly Behaviour[])[] = [
  [steady],
  [steady, { failing: 0.25, slowMs: 0 }],
  [
    { failing: 0, slowMs: 200 },
    { failing: 0.5, slowMs: 0 },
  ],
]
/** Each as often as it stands here. */
const usual: readonly FaultKind[] = [
  ...(['api', 'worker', 'both', 'postgres', 'api', 'worker', 'both', 'postgres'] as const),
  ...(['api', 'worker', 'postgres', 'pause'] as const),
]

/**
 * Kills processes under load, and counts what is lost, repeated or not to be explained. Afterwards
 * three defects are planted, one at a time, each of which must be found.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ short: { type: 'boolean' }, plant: { type: 'string', multiple: true } },
      ...{ messages: { type: 'string' }, kills: { type: 'string' }, seconds: { type: 'string' } },
      ...{
        rate: { type: 'string' },
        only: { type: 'string' },
        lease: { type: 'string' },
        seed: { type: 'string' },
      },
    },
  })
  const size = values.short
    ? { messages: 1_500, kills: 10, seconds: 35 }
    : { messages: 20_000, kills: 60, seconds: 400 }
  const profile: Profile = {
    messages: Number(values.messages ?? size.messages),
    kills: Number(values.kills ?? size.kills),
    seconds: Number(values.seconds ?? size.seconds),
    perSecond: Number(values.rate ?? 80),
    leaseMs: Number(values.lease ?? 5_000),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    faults: values.only ? faultKinds.filter((kind) => kind === values.only) : usual,
  }
  if (!values.plant) {
    const found = await measure(profile)
    if (found.lost > 0 || unexpectedCount(found) > 0) process.exitCode = 1
    if (values.short) return
  }
  for (const plant of plants) {
    if (values.plant && !values.plant.some((name) => name === 'all' || name === plant.name))
      continue
    // A planted defect must show within seconds, so leases are short.
    const small = { messages: 0, kills: 6, seconds: 30, perSecond: 80, leaseMs: 2_000 }
    const found = await measure({ ...small, seed: profile.seed, faults: plant.faults, plant })
    const caught = found.lost > 0 || unexpectedCount(found) > 0
    console.log(`faults: planted "${plant.name}" was ${caught ? 'found' : 'NOT FOUND'}`)
    if (!caught) process.exitCode = 1
  }
}

/** One run from an empty database to its one line. */
async function measure(profile: Profile): Promise<Findings> {
  const { seed, plant, leaseMs, perSecond } = profile
  console.log(`faults: seed ${seed}${plant ? `, planted "${plant.name}"` : ''}`)
  // One generator each, so that the order of answers does not change the order of faults.
  const [forFaults, forLoad, forAnswers] = [seeded(seed), seeded(seed + 1), seeded(seed + 2)]
  const began = performance.now()
  const history = emptyHistory()
  const house = await startHouse({ leaseMs, plant, random: forFaults })
  const receiver = await startReceiver(history, forAnswers)
  try {
    const tenant = tenantAt({ url: house.fronts()[0] ?? '' })
    const places = await furnish(tenant, receiver)
    const load = startLoad({
      ...{ history, places, fronts: house.fronts, token: tenant.token, perSecond, random: forLoad },
    })
    await sabotage(house, history, profile, forFaults)
    await load.stop()
    const patience = performance.now() + (plant ? 5_000 : 30_000)
    while ((await unsettled(house.url)) > 0 && performance.now() < patience) await sleep(200)
    const found = await check(history, places, { url: house.url, attempts })
    report(found, history, (performance.now() - began) / 1000)
    return found
  } finally {
    receiver.close()
    await house.close()
  }
}

/** Hurts the house at random moments until enough was sent and killed. */
async function sabotage(
  house: Awaited<ReturnType<typeof startHouse>>,
  history: History,
  { messages, kills, seconds, faults, plant }: Profile,
  random: () => number,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  const enough = () =>
    history.acknowledged.size >= messages && history.faults.filter(isKill).length >= kills
  await sleep(1_000)
  while (performance.now() < end && !enough()) {
    await sleep(300 + random() * 1_700)
    const kind = faults[Math.floor(random() * faults.length)]
    if (kind) history.faults.push(await house.harm(kind))
    // Pauses are no kills, but where nothing else is done they are what is counted.
    if (plant && history.faults.length >= kills) return
  }
  await sleep(500)
}

const isKill = ({ kind }: { kind: FaultKind }) => kind !== 'pause'

/** Makes the applications and endpoints through the API. */
async function furnish(
  { call }: ReturnType<typeof tenantAt>,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<Place[]> {
  const places: Place[] = []
  for (const [n, behaviours] of landscape.entries()) {
    const appId = String((await call('/app/', { name: `Faults ${n}` })).id)
    const endpoints = []
    for (const [m, behaviour] of behaviours.entries()) {
      const name = `${n}-${m}`
      const id = String((await call(`/app/${appId}/endpoint/`, { url: receiver.url(name) })).id)
      const key = String((await call(`/app/${appId}/endpoint/${id}/secret/`)).key)
      endpoints.push({ id, behaviour, key })
      receiver.expect(name, { id, behaviour, key })
    }
    places.push({ appId, endpoints })
  }
  return places
}

function report(found: Findings, history: History, seconds: number): void {
  const down = quantiles(history.faults.filter(isKill).map(({ at, back }) => back - at))
  const resumed = quantiles(found.resumedMs)
  const ms = (value: number) => `${Math.round(value)} ms`
  if (history.faults.some(isKill))
    console.log(
      `faults: ready again after ${ms(down.p50)} (p50), ${ms(down.p99)} (p99); ` +
        `next delivery ${ms(resumed.p50)}, ${ms(resumed.p99)} later`,
    )
  console.log(`faults: ${lineOf(found, history, seconds)}`)
}
