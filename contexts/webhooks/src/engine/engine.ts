import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@countersign/kit/db'
import type { Egress } from '@countersign/kit/egress'
import { fail } from '@countersign/kit/errors'
import { failpoint } from '@countersign/kit/failpoint'
import type { Line } from '@countersign/kit/line'
import type { Vault } from '@countersign/kit/vault'
import { databaseClock } from '../database-clock.ts'
import { sweepKeys } from '../idempotency/index.ts'
import { createSandbox, type Sandbox } from '../sandbox/index.ts'
import type { DB } from '../tables.gen.ts'
import { type AcceptedMessage, acceptor, type NewMessage } from './accept.ts'
import { dispatcher } from './dispatch.worker.ts'
import { endpointHealth } from './endpoint-health.ts'
import { endpointTable } from './endpoint-table.ts'
import { sealPlainLogins } from './plain-login.store.ts'
import { recorder } from './record.ts'
import { makePartitions, type Retention, retention } from './retention/index.ts'
import { type EngineLog, type EngineSettings, withDefaults } from './settings.ts'
import { askAgain } from './sweep.store.ts'
import { type Sweeper, sweeper } from './sweep.worker.ts'
import { type Trial, trials } from './trial/index.ts'

export type { AcceptedMessage, NewMessage } from './accept.ts'
export type { EngineSettings } from './settings.ts'

/** What the engine works with. */
export type EngineDeps = {
  /** As role `countersign_engine`; used to listen. */
  readonly database: Pick<Database<DB>, 'listen'>
  /** Opens a connection of the engine's own, as role `countersign_engine`. Six are opened. */
  readonly openLine: () => Line
  readonly egress: Pick<Egress, 'send'>
  readonly vault: Vault
  /** Unix milliseconds, for tests. Left out, time is the database's. */
  readonly clock?: () => number
  /** A number in [0, 1), for the jitter of retries. */
  readonly random: () => number
  readonly log: EngineLog
  readonly settings: EngineSettings
}

/** Figures of this process, for metrics. */
export type EngineStats = {
  /** Requests under way. */
  readonly inFlight: number
  /** Deliveries waiting in memory. */
  readonly backlog: number
  /** Messages waiting to be stored. */
  readonly accepting: number
  /** Outcomes waiting to be recorded. */
  readonly unrecorded: number
  /** Deliveries that found no place in memory since all that is due was last taken. */
  readonly behind: number
  readonly accepted: number
  readonly delivered: number
  readonly failed: number
}

/** One message and one endpoint that it was destined for. */
export type Pair = {
  readonly appId: string
  readonly msgId: string
  readonly endpointId: string
}

/** The delivery engine of this process. */
export type Engine = {
  /**
   * Stores a message; resolves after the commit.
   * @throws `conflict` on a used eventId or idempotency key, `not_found` without the application, `too_many_requests`
   * far above what can be delivered, `unavailable` when the database is away
   */
  accept(message: NewMessage): Promise<AcceptedMessage>
  /** Makes one manual attempt, whatever the delivery's state. @throws `not_found` without one */
  resend(pair: Pair): Promise<void>
  /**
   * Stores a message for one endpoint and makes one attempt, now, whatever its filters and even when
   * it is disabled; resolves with the attempt once it is on record.
   * @throws as `accept` does
   */
  attemptNow(message: NewMessage, endpointId: string): Promise<Trial>
  /** Runs transformations, for deliveries and for those who try them out. */
  readonly sandbox: Pick<Sandbox, 'run' | 'stats'>
  /** Finishes what is under way (20 s at the most), records outcomes, gives the rest back. */
  stop(): Promise<void>
  stats(): EngineStats
}

const stopMs = 20_000
const partitionsEveryMs = 3_600_000
const clockEveryMs = 30_000
const pruneEveryMs = 60_000
const sweepKeysEveryMs = 60_000

/** Starts the engine; it comes up by itself once the database is there. */
export function startEngine(deps: EngineDeps): Engine {
  const { database, egress, vault, random, log } = deps
  const settings = withDefaults(deps.settings)
  const owner = randomUUID()
  const lines: Line[] = []
  const open = () => {
    const line = deps.openLine()
    lines.push(line)
    return line
  }
  const calm = open()
  const clock = deps.clock
    ? { now: deps.clock, sync: () => Promise.resolve() }
    : databaseClock(calm, () => performance.now())
  const { now } = clock
  const sandbox = createSandbox({ processes: settings.sandboxProcesses })
  const table = endpointTable({ line: calm, vault, log })
  let behind = 0
  let sweep: Sweeper | undefined
  let forgetting: Retention | undefined

  const records = recorder({
    lines: [open()],
    owner,
    now,
    log,
    onFree: () => send?.pump(),
  })
  const onChange = (appId: string) => {
    table.invalidate(appId)
    // Deliveries that wait for this endpoint follow the change as well.
    if (table.known(appId) !== undefined) void table.fresh(appId).catch(() => undefined)
  }
  const health = endpointHealth({
    line: calm,
    now,
    log,
    onChange,
    disableAfterMs: settings.disableAfterMs,
    operational: settings.operational,
  })
  const send =
    settings.role === 'api'
      ? null
      : dispatcher({
          egress,
          sandbox,
          table,
          recorder: records,
          health,
          now,
          random,
          log,
          settings,
          onDue: (at) => sweep?.dueAt(at),
        })
  const accepting = acceptor({
    lines: [open(), open()],
    owner,
    table,
    now,
    settings,
    handOff: send && {
      promise: send.promise,
      release: send.release,
      pressure: send.pressure,
      add: send.add,
      pump: send.pump,
      overflowed: (count) => {
        behind += count
      },
    },
  })

  const trying = trials({ line: calm, owner, table, now, settings, send: send?.sendNow })

  let stopping = false
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, work: () => Promise<void> | void) => {
    const timer = setInterval(() => {
      Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.warn({ event: 'engine_chore', err: error }))
    }, ms)
    timers.push(timer)
  }
  const partitions = async () => {
    const refused = await makePartitions(calm, now())
    if (refused.length > 0) log.warn({ event: 'partitions_refused', refused })
  }
  const prepare = async () => {
    await clock.sync()
    await partitions()
    await sealPlainLogins(calm, vault)
  }

  const deaf: (() => Promise<void>)[] = []
  const begin = () => {
    deaf.push(
      database.listen('webhooks_change', (appId) => (appId ? onChange(appId) : table.invalidate())),
    )
    if (send) {
      const line = open()
      sweep = sweeper({
        line,
        renewLine: calm,
        owner,
        table,
        dispatcher: send,
        recorder: records,
        now,
        log,
        settings,
        onDry: () => {
          behind = 0
        },
      })
      const { wake } = sweep
      deaf.push(database.listen('webhooks_due', () => wake()))
      every(pruneEveryMs, () => send.prune())
      const forget = retention({ line: open(), now, log })
      forgetting = forget
      every(settings.eraseEveryMs, forget.work)
    }
    every(partitionsEveryMs, partitions)
    every(sweepKeysEveryMs, async () => void (await sweepKeys(calm, now())))
    every(clockEveryMs, () => clock.sync())
  }

  let ready = false
  const tryPrepare = () =>
    prepare().then(
      () => {
        if (stopping) return
        ready = true
        begin()
      },
      (error: unknown) => log.warn({ event: 'engine_waits', err: error }),
    )
  const first = tryPrepare()
  void first.then(async () => {
    while (!ready && !stopping) {
      await sleep(500)
      await tryPrepare()
    }
  })

  return {
    sandbox,
    async accept(message) {
      if (!ready) await first
      if (!ready)
        throw fail('unavailable', 'The service is not available right now.', { retryAfter: 2 })
      if (behind > settings.maxBehind)
        throw fail('too_many_requests', 'Too many messages at once.', { retryAfter: 5 })
      return accepting.accept(message)
    },
    async resend(pair) {
      if (!ready) await first
      if (!(await askAgain(calm, pair, now()))) throw fail('not_found', 'Entity not found')
      failpoint('after-ask-before-wake')
      sweep?.wake()
    },
    async attemptNow(message, endpointId) {
      if (!ready) await first
      return trying.attempt(message, endpointId)
    },
    async stop() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      const overdue = sleep(stopMs, undefined, { ref: false })
      await first
      await Promise.race([forgetting?.stop(), overdue])
      await accepting.stop()
      await Promise.all(deaf.map((stop) => stop()))
      const rest = send?.halt() ?? []
      await sweep?.stop()
      if (rest.length > 0) {
        failpoint('before-lease-release-at-stop')
        await sweep
          ?.release(rest)
          .catch((error: unknown) => log.warn({ event: 'release', err: error }))
        failpoint('after-lease-release-at-stop')
      }
      await Promise.race([send?.idle(), overdue])
      await Promise.race([records.settled(), overdue])
      records.abandon()
      sandbox.stop()
      await Promise.all(lines.map((line) => line.close()))
    },
    stats: () => {
      const { waiting, inFlight, delivered, failed } = send?.stats() ?? idle
      return {
        inFlight,
        backlog: waiting,
        delivered,
        failed,
        behind,
        accepting: accepting.waiting(),
        unrecorded: records.waiting(),
        accepted: accepting.accepted(),
      }
    },
  }
}

const idle = { waiting: 0, inFlight: 0, delivered: 0, failed: 0 }
