import { failpoint } from '@countersign/kit/failpoint'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import type { Job } from './delivery-job.ts'
import type { Dispatcher } from './dispatch.worker.ts'
import type { EndpointTable } from './endpoint-table.ts'
import { releaseLeases, renewLeases } from './record.store.ts'
import type { Recorder } from './record.ts'
import type { EngineLog, EngineSettings } from './settings.ts'
import { type ClaimedRow, claimDue, nextDue } from './sweep.store.ts'

/** Finds deliveries that are due or whose worker has died, and keeps our own leases alive. */
export type Sweeper = {
  begin(): void
  /** Something is due at this time, Unix milliseconds. */
  dueAt(at: number): void
  /** Look now. */
  wake(): void
  /** Gives leases back at once. */
  release(jobs: readonly Job[]): Promise<void>
  stop(): Promise<void>
}

const limit = 200
/** After a look that found more than there is room for. */
const crowdedMs = 50
const failedMs = 500
/** Above it, a timer fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** Builds a sweeper, which is idle until it begins. */
export function sweeper(deps: {
  readonly connection: PinnedConnection
  readonly renewConnection: PinnedConnection
  readonly owner: string
  readonly table: Pick<EndpointTable, 'known' | 'fresh' | 'invalidate'>
  readonly dispatcher: Dispatcher
  readonly recorder: Recorder
  readonly now: () => number
  readonly log: EngineLog
  readonly settings: Required<EngineSettings>
  /** A look found all that was due. */
  readonly onDry: () => void
}): Sweeper {
  const { connection, renewConnection, owner, table, dispatcher, now, log, settings } = deps
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | undefined
  let again = false
  let active = false
  let renewer: NodeJS.Timeout | undefined
  let failing = false

  const plan = (delayMs: number) => {
    const at = performance.now() + delayMs
    if (!active || at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(run, Math.min(Math.max(0, delayMs), longestTimerMs))
  }

  const run = () => {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
    if (running) again = true
    else if (active)
      running = look()
        .catch((error: unknown) => {
          if (!failing) log.warn({ event: 'sweep_failed', err: error })
          failing = true
          return failedMs
        })
        .then((delayMs) => {
          running = undefined
          plan(again ? 0 : delayMs)
          again = false
        })
  }

  /** @returns milliseconds until the next look */
  const look = async (): Promise<number> => {
    // What we hold but cannot record may look abandoned: let it be recorded first.
    if (deps.recorder.stuck()) return crowdedMs
    const at = now()
    const lease = { owner, now: at, until: at + settings.leaseMs, limit }
    const rows = await claimDue(connection, lease)
    failing = false
    if (rows.length > 0) failpoint('after-claim-before-send')
    const placed = rows.length > 0 ? await place(rows, lease.until) : 0
    if (rows.length === limit) return placed < limit / 2 ? crowdedMs : 0
    deps.onDry()
    const next = await nextDue(connection)
    return next === null ? settings.pollMs : Math.min(settings.pollMs, Math.max(0, next - now()))
  }

  /** @returns how many found a place */
  const place = async (rows: readonly ClaimedRow[], leaseUntil: number): Promise<number> => {
    await refresh(rows)
    const back: (Job & { due: number })[] = []
    for (const row of rows) {
      const job = jobOf(row, leaseUntil)
      const endpoint = table.known(row.app_id)?.endpoints.get(row.endpoint_id)
      if (row.payload === null) dispatcher.cancel(job, true)
      else if (!endpoint || endpoint.disabled) dispatcher.cancel(job)
      else {
        const wait = dispatcher.promise(row.app_id, row.endpoint_id, endpoint.rate)
        if (wait === 0) dispatcher.add(job)
        else back.push({ ...job, due: now() + wait })
      }
    }
    dispatcher.pump()
    if (back.length > 0) await releaseLeases(connection, owner, back)
    return rows.length - back.length
  }

  /** Endpoints as they are now: a delivery claimed after a change must follow it. */
  const refresh = async (rows: readonly ClaimedRow[]) => {
    const apps = new Map(rows.map((row) => [row.app_id, row.routes]))
    const reads = [...apps].map(([appId, routes]) => {
      const known = table.known(appId)
      if (known === undefined || (known?.routes ?? null) !== routes) {
        table.invalidate(appId)
        return table.fresh(appId)
      }
      return known
    })
    await Promise.all(reads)
  }

  const renew = async () => {
    const soon = now() + (settings.leaseMs * 2) / 3
    const ending = [...dispatcher.held()].filter((job) => job.leaseUntil < soon)
    if (ending.length === 0) return
    const until = now() + settings.leaseMs
    const kept = await renewLeases(renewConnection, owner, ending, until)
    for (const job of ending)
      job.leaseUntil = kept.has(`${job.msgId} ${job.endpointId}`) ? until : 0
  }

  return {
    begin() {
      active = true
      renewer = setInterval(() => {
        renew().catch((error: unknown) => log.warn({ event: 'renew_failed', err: error }))
      }, settings.leaseMs / 4)
      run()
    },
    dueAt: (at) => plan(at - now()),
    wake: run,
    release: (jobs) => {
      const at = now()
      return releaseLeases(
        renewConnection,
        owner,
        jobs.map((job) => ({ ...job, due: at })),
      )
    },
    async stop() {
      active = false
      clearTimeout(timer)
      clearInterval(renewer)
      await running
    },
  }
}

const jobOf = (row: ClaimedRow, leaseUntil: number): Job => ({
  orgId: row.org_id,
  appId: row.app_id,
  msgId: row.msg_id,
  endpointId: row.endpoint_id,
  fence: row.fence,
  attempts: row.attempts,
  manual: row.manual ? { status: row.status, nextAt: row.next_at } : null,
  eventType: row.event_type ?? '',
  channels: row.channels,
  payload: row.payload ?? '',
  contentType: row.content_type,
  orderingKey: row.line_seq === null ? null : row.ordering_key,
  leaseUntil,
})
