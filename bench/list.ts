import { quantiles, table } from './figures.ts'
import { fill, perMessage } from './list-rows.ts'
import { query } from './service.ts'
import { type Actor, application, onStage } from './stage.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const calls = 30

type Read = { seq: number; index: number }
type Page = { data: readonly { id: string }[]; iterator: string | null }

/** First and deep pages of lists over a million attempts, beside OFFSET for the deep ones. */
export async function run(): Promise<void> {
  await onStage(async (stage) => {
    const actor = await stage.actor('list')
    const urls = Array.from({ length: perMessage }, (_, n) => stage.target(`hook-${n}`))
    const place = await application(actor.tenant, urls)
    const began = performance.now()
    await fill(actor, place, rows)
    const took = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`list: ${rows} attempts of ${rows / perMessage} messages inserted in ${took} s`)
    const app = `/app/${place.appId}`
    const attempts = `${app}/attempt/endpoint/${place.endpointIds[0]}/?limit=50`
    const messages = `${app}/msg/?limit=50`
    const of = `${app}/endpoint/${place.endpointIds[0]}/msg/?limit=50`
    const deep = await deepAt(actor, place.appId)
    const lists: readonly (readonly [string, string])[] = [
      ['attempts of an endpoint', attempts],
      ['… that failed', `${attempts}&status=2`],
      ['… with status 5xx', `${attempts}&status_code_class=500`],
      ['… of a rare type', `${attempts}&event_types=bench.rare`],
      ['… deep', `${attempts}&iterator=${deep.attempt}`],
      ['… deep, that failed', `${attempts}&status=2&iterator=${deep.attempt}`],
      ['attempts of a message', `${app}/attempt/msg/${deep.message}/?limit=50`],
      ['messages', messages],
      ['… of a rare type', `${messages}&event_types=bench.rare`],
      ['… deep', `${messages}&iterator=${deep.message}`],
      ['messages of an endpoint', of],
      ['… that failed', `${of}&status=2`],
      ['… deep', `${of}&iterator=${deep.message}`],
    ]
    const result = [['', 'found', 'p50 ms', 'p99 ms', 'rows by index', 'rows by scan']]
    for (const [name, path] of lists) result.push(await measure(actor, name, path))
    result.push(await offset(actor, place))
    table(result)
  })
}

/** Where three quarters of everything are newer. */
async function deepAt({ databaseUrl }: Actor, appId: string) {
  const [row] = await query<{ id: string }>(
    databaseUrl,
    'select id from webhooks.message where app_id = $1 order by id offset $2 limit 1',
    [appId, Math.floor(rows / perMessage / 4)],
  )
  const message = row?.id ?? ''
  const [attempt] = await query<{ id: string }>(
    databaseUrl,
    'select id from webhooks.attempt where app_id = $1 and msg_id = $2 order by id limit 1',
    [appId, message],
  )
  return { message, attempt: attempt?.id ?? '' }
}

/** Calls one list; a call is its page by the API, what PostgreSQL read for it by its statistics. */
async function measure(actor: Actor, name: string, path: string): Promise<string[]> {
  const times: number[] = []
  let found = 0
  await actor.tenant.call(path)
  const before = await readBy(actor)
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    const page = await actor.tenant.call(path)
    times.push(performance.now() - began)
    found = pageOf(page).data.length
  }
  const after = await readBy(actor)
  return line(name, found, times, {
    index: (after.index - before.index) / calls,
    seq: (after.seq - before.seq) / calls,
  })
}

const pageOf = (answer: Record<string, unknown>): Page => {
  const { data, iterator } = answer
  return { data: Array.isArray(data) ? data : [], iterator: String(iterator) }
}

/** Rows that were read so far, by indexes and by reading whole tables. */
async function readBy({ databaseUrl }: Actor): Promise<Read> {
  // Sessions tell what they did a little later, unless they are asked in a session of their own.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const [row] = await query<{ seq: string; index: string }>(
    databaseUrl,
    `select coalesce(sum(seq_tup_read), 0) as seq, coalesce(sum(idx_tup_fetch), 0) as index
     from pg_stat_user_tables where schemaname = 'webhooks'
       and relname ~ '^(message|delivery|attempt)_'`,
  )
  return { seq: Number(row?.seq), index: Number(row?.index) }
}

/** The same deep page as it is read where pages are numbered. */
async function offset(
  { databaseUrl }: Actor,
  { appId, endpointIds }: { appId: string; endpointIds: readonly string[] },
): Promise<string[]> {
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const began = performance.now()
    await query(
      databaseUrl,
      `select id, msg_id, status, response from webhooks.attempt
       where app_id = $1 and endpoint_id = $2 order by id desc offset $3 limit 51`,
      [appId, endpointIds[0], Math.floor((rows / perMessage) * 0.75)],
    )
    times.push(performance.now() - began)
  }
  return line('baseline: attempts, deep, by OFFSET in SQL', 50, times, undefined)
}

const line = (name: string, found: number, times: readonly number[], read: Read | undefined) => {
  const { p50, p99 } = quantiles(times)
  return [
    ...[name, String(found), p50.toFixed(1), p99.toFixed(1)],
    ...[read?.index.toFixed(0) ?? '', read?.seq.toFixed(0) ?? ''],
  ]
}
