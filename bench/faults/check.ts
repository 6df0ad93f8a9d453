import { query } from '../service.ts'
import { type Fault, type FaultKind, faultKinds, type History, type Place } from './history.ts'

/** What a run comes to. */
export type Findings = {
  readonly acknowledged: number
  /** Pairs of message and endpoint that were promised and are neither delivered nor given up nor waiting. */
  readonly lost: number
  /** What should not exist: see `unexpectedIn`. */
  readonly unexpected: Readonly<Record<string, number>>
  /** Further successful deliveries of a pair, by the fault that they go back to. */
  readonly duplicated: Readonly<Record<FaultKind | 'none', number>>
  /** Messages that were never acknowledged and were delivered all the same. */
  readonly recovered: number
  readonly delivered: number
  readonly exhausted: number
  readonly scheduled: number
  /** Milliseconds from a process being back to the next delivery. */
  readonly resumedMs: readonly number[]
}

/** What a killed process has sent may be read a little later, by a receiver that is busy. */
const lateMs = 1_000
/** What has arrived is on record so much later, at the most, unless the database is away. */
const recordMs = 1_500

type DeliveryRow = {
  msg_id: string
  endpoint_id: string
  status: number
  attempts: number
  abandoned: boolean
}

/** Notes whatever is put on record for a delivery that nobody holds: only fencing prevents that. */
export const watchFencing = `
  create schema bench;
  create table bench.unfenced (msg_id text, endpoint_id text);
  create function bench.note_unfenced() returns trigger language plpgsql security definer as $$
  begin
    insert into bench.unfenced values (new.msg_id, new.endpoint_id);
    return null;
  end $$;
  create trigger unfenced after update on webhooks.delivery for each row
    when (old.lease_owner is null and new.attempts > old.attempts)
    execute function bench.note_unfenced();`

/** Deliveries that a worker still has to see to. */
export async function unsettled(url: string): Promise<number> {
  const [row] = await query<{ count: string }>(
    url,
    'select count(*) as count from webhooks.delivery where status = 3',
  )
  return Number(row?.count)
}

/**
 * Compares what was acknowledged with what has arrived and what the database says, as Jepsen's
 * total-queue checker does.
 * @param attempts how many a delivery has before it is given up
 */
export async function check(
  history: History,
  places: readonly Place[],
  { url, attempts }: { url: string; attempts: number },
): Promise<Findings> {
  const rows = await query<DeliveryRow>(
    url,
    `select msg_id, endpoint_id, status, attempts,
       coalesce(claimable_at < now() - interval '1 minute', false) as abandoned
     from webhooks.delivery`,
  )
  const state = new Map(rows.map((row) => [`${row.msg_id} ${row.endpoint_id}`, row]))
  const good = history.receipts.filter((receipt) => receipt.ok)
  const arrived = new Map<string, number[]>()
  for (const { msgId, endpointId, at } of good) {
    const pair = `${msgId} ${endpointId}`
    arrived.set(pair, [...(arrived.get(pair) ?? []), at])
  }
  const endpointsOf = new Map(places.map((place) => [place.appId, place.endpoints]))
  const count = { lost: 0, exhausted: 0, scheduled: 0 }
  for (const [msgId, mark] of history.acknowledged) {
    for (const { id } of endpointsOf.get(history.asked.get(mark) ?? '') ?? []) {
      const row = state.get(`${msgId} ${id}`)
      if (arrived.has(`${msgId} ${id}`)) continue
      if (row?.status === 2 && row.attempts === attempts) count.exhausted++
      else if (row?.status === 3 && !row.abandoned) count.scheduled++
      else count.lost++
    }
  }
  const known = new Set(history.acknowledged.values())
  return {
    ...count,
    acknowledged: history.acknowledged.size,
    unexpected: await unexpectedIn(history, endpointsOf, url),
    duplicated: duplicates(history, arrived),
    recovered: new Set(good.map(({ mark }) => mark).filter((mark) => !known.has(mark))).size,
    delivered: arrived.size,
    resumedMs: history.faults.flatMap(({ back }) => {
      const next = good.find(({ at }) => at >= back)
      return next ? [next.at - back] : []
    }),
  }
}

async function unexpectedIn(
  { asked, receipts }: History,
  endpointsOf: ReadonlyMap<string, Place['endpoints']>,
  url: string,
): Promise<Record<string, number>> {
  const isOurs = (mark: string, endpointId: string) =>
    endpointsOf.get(asked.get(mark) ?? '')?.some(({ id }) => id === endpointId) === true
  const [twice] = await query<{ count: string }>(
    url,
    `select count(*) as count from (select payload from webhooks.message
       group by app_id, payload having count(*) > 1) as repeated`,
  )
  const [unfenced] = await query<{ count: string }>(
    url,
    'select count(*) as count from bench.unfenced',
  )
  return {
    /** Nobody asked for them, or not for this endpoint. */
    strange: receipts.filter(({ mark, endpointId }) => !isOurs(mark, endpointId)).length,
    unsigned: receipts.filter(({ signed }) => !signed).length,
    /** Two messages for one idempotency key. */
    storedTwice: Number(twice?.count),
    /** Put on record by somebody whose lease was over. */
    unfenced: Number(unfenced?.count),
  }
}

/** The outcome of a first delivery was lost by a fault that came before it was on record. */
function duplicates({ faults }: History, arrived: ReadonlyMap<string, readonly number[]>) {
  const by: Record<FaultKind | 'none', number> = {
    ...{ api: 0, worker: 0, both: 0, postgres: 0, pause: 0, none: 0 },
  }
  for (const [first = 0, ...further] of arrived.values())
    for (const at of further) by[causeOf(faults, first, at)]++
  return by
}

/**
 * While the database is away an outcome is held, so whoever dies then, or just after, has lost it.
 * Only where no sender died was it the database: a lease ran out meanwhile.
 */
function causeOf(faults: readonly Fault[], first: number, second: number): FaultKind | 'none' {
  const away = faults.find(
    ({ kind, at, back }) => kind === 'postgres' && at - lateMs <= first && back >= first,
  )
  const recorded = Math.min(second, (away?.back ?? first) + recordMs)
  const sender = faults.find(({ kind, at, back }) => {
    const over = kind === 'pause' ? back : at
    return kind !== 'postgres' && kind !== 'api' && over + lateMs >= first && at <= recorded
  })
  const other = faults.find(({ at, back }) => back + lateMs >= first && at <= recorded)
  return (sender ?? away ?? other)?.kind ?? 'none'
}

/** The figures of a run in one line. */
export function lineOf(found: Findings, { faults }: History, seconds: number): string {
  const kinds = faultKinds.map((kind) => {
    const times = faults.filter((fault) => fault.kind === kind).length
    return `${kind} ${times}/${found.duplicated[kind]}`
  })
  const strange = Object.entries(found.unexpected).filter(([, times]) => times > 0)
  return [
    `acknowledged ${found.acknowledged}`,
    `delivered ${found.delivered}`,
    `exhausted ${found.exhausted}`,
    `scheduled ${found.scheduled}`,
    `lost ${found.lost}`,
    `unexpected ${unexpectedCount(found)}${strange.map(([name, times]) => ` (${name} ${times})`).join('')}`,
    `recovered ${found.recovered}`,
    `faults/duplicates: ${kinds.join(', ')}, none ${found.duplicated.none}`,
    `${seconds.toFixed(0)} s`,
  ].join('; ')
}

/** All that should not exist. */
export const unexpectedCount = ({ unexpected }: Findings): number =>
  Object.values(unexpected).reduce((sum, times) => sum + times, 0)
