import { setTimeout as sleep } from 'node:timers/promises'
import { id } from '@countersign/kit/ids'
import { child } from './child.ts'
import { delivered, type Receipt } from './delivered.ts'
import { table } from './figures.ts'
import { query } from './service.ts'
import { type Actor, application, onStage, type Stage } from './stage.ts'

const retries = Number(process.env.BENCH_ROWS ?? 10_000)
const endpoints = 10
/** From planting the retries to their time. */
const leadMs = 4_000
const patienceMs = 60_000

/** How late retries are that are all due at the same time, as after an outage of a receiver. */
export async function run(): Promise<void> {
  await onStage(async (stage) => {
    const one = await lateness(stage, 'one', 1)
    const ours = await lateness(stage, 'ours', retries)
    const naive = await lateness(stage, 'naive', retries, startNaive)
    const row = (name: string, of: (receipt: Receipt) => number, digits = 0) => [
      name,
      ...[of(one), of(ours), of(naive)].map((value) => value.toFixed(digits)),
      `${(of(ours) / of(naive)).toFixed(2)}×`,
    ]
    table([
      ['retries due together', '1', `${retries}`, `naive, ${retries}`, 'ratio'],
      row('delivered', ({ count }) => count),
      row('late p50 ms', ({ p50 }) => p50),
      row('late p99 ms', ({ p99 }) => p99),
      row('late max ms', ({ max }) => max),
    ])
  })
}

type Place = { appId: string; endpointIds: string[] }

async function lateness(
  stage: Stage,
  name: string,
  count: number,
  replace?: (stage: Stage, actor: Actor, place: Place) => Promise<void>,
): Promise<Receipt> {
  const actor = await stage.actor(name)
  const urls = Array.from({ length: endpoints }, (_, n) => stage.target(`hook-${n}`))
  const place = await application(actor.tenant, urls)
  if (replace) await replace(stage, actor, place)
  await stage.receiver.ask({ reset: true })
  const due = Date.now() + leadMs
  await plant(actor, place, count, due)
  if (Date.now() > due) throw new Error('The retries were due before they were planted')
  await sleep(due - Date.now())
  const receipt = await delivered(stage.receiver, count, patienceMs)
  await actor.service.end('SIGKILL')
  return receipt
}

/** Messages whose first attempt has failed; their payload says when the second is due. */
async function plant(actor: Actor, place: Place, count: number, due: number): Promise<void> {
  const now = Date.now()
  const values = [
    ...[actor.tenant.orgId, place.appId],
    Array.from({ length: count }, () => id('msg', now)),
    ...[JSON.stringify({ t: due, pad: 'x'.repeat(900) }), place.endpointIds, due],
  ]
  await query(
    actor.databaseUrl,
    `with planted as (
       insert into webhooks.message (org_id, app_id, id, event_type, payload, expires_at, created_at)
       select $1, $2, id, 'bench.retried', $4, now() + interval '90 days', now()
       from unnest($3::text[]) as m(id) returning id)
     insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, attempts,
       next_attempt_at, claimable_at, created_at)
     select $1, $2, id, ($5::text[])[1 + place % cardinality($5::text[])], 3, 1,
       to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000), now()
     from (select id, row_number() over () as place from planted) as numbered`,
    values,
  )
}

/** One statement for each claim and each outcome, looking every 5 ms. */
async function startNaive(stage: Stage, actor: Actor, place: Place): Promise<void> {
  const [endpointId = ''] = place.endpointIds
  const { appId } = place
  const { key } = await actor.tenant.call(`/app/${appId}/endpoint/${endpointId}/secret/`)
  await actor.service.end('SIGTERM')
  const naive = await child('./deliver/naive.ts', {
    ...{ url: actor.databaseUrl, secret: key, target: stage.target('hook'), workers: 32 },
    ...{ orgId: actor.tenant.orgId, appId, endpointId },
  })
  stage.keep(naive)
}
