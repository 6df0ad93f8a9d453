import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@countersign/kit/db'
import { emit } from '@countersign/kit/outbox'
import { sql } from 'kysely'
import { type Child, child } from '../child.ts'
import { cpuOf, cpuOfTree } from '../cpu.ts'
import { type Quantiles, quantiles, table } from '../figures.ts'
import { query } from '../service.ts'
import { type Actor, onStage, type Stage } from '../stage.ts'
import { tableBefore } from './before.ts'
import type { RelayAnswer, RelayOptions } from './child.ts'
import { writers } from './writers.ts'

const companies = Array.from({ length: 50 }, (_, i) => `did:web:bench-${i}.example`)
const idleEvents = 300

type Figures = {
  readonly perSecond: number
  readonly node: number
  readonly postgres: number
  readonly idle: Quantiles
}

/** From the outbox to the webhook service: a backlog, and single events while nothing else happens. */
export async function run(args: readonly string[]): Promise<void> {
  const events = Number(args[0] ?? 10_000)
  await onStage(async (stage) => {
    const actor = await stage.actor('relay')
    for (const did of companies)
      await actor.tenant.call('/app/', { name: did, uid: did.replaceAll(':', '-') })
    await query(actor.databaseUrl, tableBefore)
    const ours = await measure(stage, actor, false, events)
    const before = await measure(stage, actor, true, Math.ceil(events / 10))
    const row = (name: string, aim: string, of: (figures: Figures) => number, digits = 0) => {
      const [mine, its] = [of(ours), of(before)]
      return [name, mine.toFixed(digits), its.toFixed(digits), `${(mine / its).toFixed(2)}×`, aim]
    }
    table([
      ['', 'ours', 'before', 'ratio', 'aim'],
      row('events/s', '≥ 10×', (f) => f.perSecond),
      row('CPU µs/event: relay', '', (f) => f.node),
      row('CPU µs/event: PostgreSQL, both services', '', (f) => f.postgres),
      row('idle, commit to 202: p50 ms', '', (f) => f.idle.p50, 1),
      row('idle, commit to 202: p99 ms', '≤ 20', (f) => f.idle.p99, 1),
    ])
    await writers(actor.databaseUrl)
  })
}

async function measure(
  stage: Stage,
  { service, tenant, databaseUrl }: Actor,
  before: boolean,
  events: number,
): Promise<Figures> {
  await fill(databaseUrl, before, events)
  const options: RelayOptions = { databaseUrl, url: service.url, token: tenant.token, before }
  const relay = await child('./relay/child.ts', options)
  const cpu = () => [cpuOf(relay.pid), cpuOfTree(stage.postmaster)] as const
  const start = cpu()
  const began = performance.now()
  let left = events - (await relay.ask<RelayAnswer>({ begin: true })).accepted.length
  while (left > 0) {
    await sleep(20)
    left -= (await relay.ask<RelayAnswer>({ begin: false })).accepted.length
  }
  const seconds = (performance.now() - began) / 1000
  await sleep(500)
  const end = cpu()
  const took = await idle(relay, databaseUrl, before)
  await relay.stop()
  return {
    perSecond: events / seconds,
    node: (end[0] - start[0]) / events,
    postgres: (end[1] - start[1]) / events,
    idle: quantiles(took),
  }
}

/** Writes a backlog, the events of each company spread over 20 objects. */
const fill = (url: string, before: boolean, events: number) =>
  query(
    url,
    `insert into ${before ? 'before.outbox' : 'outbox.event'}
       (vasp_did, id, type, payload, created_at, ${before ? 'due_at' : 'object'})
     select 'did:web:bench-' || i % 50 || '.example', '${before ? 'old' : 'new'}_' || i, 'vasp.reviewed',
       json_build_object('reviewedVaspDID', 'did:web:object-' || i % 1000 || '.example'), now(),
       ${before ? 'now()' : `'did:web:object-' || i % 1000 || '.example'`}
     from generate_series(1, ${events}) as i`,
  )

/** Milliseconds from a commit to the service's answer, one event after the other. */
async function idle(relay: Child, url: string, before: boolean): Promise<number[]> {
  const database = connect<unknown>({ url, role: 'countersign_app', max: 2 })
  const [company = ''] = companies
  const took: number[] = []
  for (let i = 0; i < idleEvents / (before ? 10 : 1); i++) {
    await database.withTenant(company, async (tx) => {
      const at = new Date()
      const payload = { did: company, reviewedVaspDID: company, reviewValue: null }
      if (before)
        await sql`insert into before.outbox (vasp_did, id, type, payload, created_at, due_at)
          values (${company}, ${`idle_${i}`}, 'vasp.reviewed', '{}', ${at}, ${at})`.execute(tx)
      else
        emit(tx, {
          type: 'vasp.reviewed',
          company,
          payload: { ...payload, updatedAt: at.toISOString() },
          at,
        })
    })
    const committed = performance.timeOrigin + performance.now()
    let accepted: RelayAnswer['accepted'] = []
    while (accepted.length === 0) {
      await sleep(5)
      accepted = (await relay.ask<RelayAnswer>({ begin: false })).accepted
    }
    took.push((accepted[0]?.[1] ?? Number.NaN) - committed)
  }
  await database.close()
  return took
}
