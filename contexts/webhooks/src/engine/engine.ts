import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '@countersign/kit/errors'
import { failpoint } from '@countersign/kit/failpoint'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { databaseClock } from '../database-clock.ts'
import { sweepKeys } from '../idempotency/index.ts'
import { createSandbox } from '../sandbox/index.ts'
import { acceptor } from './accept.ts'
import type { Job } from './delivery-job.ts'
import { dispatcher } from './dispatch.worker.ts'
import { endpointHealth } from './endpoint-health.ts'
import { endpointTable } from './endpoint-table.ts'
import { reserveSlots } from './fair/index.ts'
import { sealPlainLogins } from './plain-login.store.ts'
import { recorder } from './record.ts'
import { makePartitions, retention } from './retention/index.ts'
import { withDefaults } from './settings.ts'
import { askAgain } from './sweep.store.ts'
import { sweeper } from './sweep.worker.ts'
import { trials } from './trial/index.ts'
import type { Engine, EngineDeps } from './types.ts'

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
  const connections: PinnedConnection[] = []
  const open = () => {
    const connection = deps.openPinnedConnection()
    connections.push(connection)
    return connection
  }
  const backgroundConnection = open()
  const clock = deps.clock
    ? { now: deps.clock, sync: () => Promise.resolve() }
    : databaseClock(backgroundConnection, () => performance.now())
  const { now } = clock
  const sandbox = createSandbox({ processes: settings.sandboxProcesses })
  const table = endpointTable({ connection: backgroundConnection, vault, log })
  let behind = 0
  /** What those who record and send tell the parts that are built after them. */
  const told = new EventEmitter<{ free: []; due: []; dueAt: [at: number]; taken: [job: Job] }>()

  const records = recorder({
    connections: [open()],
    owner,
    now,
    log,
    onFree: () => told.emit('free'),
    onDue: () => told.emit('due'),
  })
  let pacing: PinnedConnection | undefined
  // Opened by the first endpoint with a rate limit.
  const paced = () => {
    pacing ??= open()
    return pacing
  }
  const onChange = (appId: string) => {
    table.invalidate(appId)
    // Deliveries that wait for this endpoint follow the change as well.
    if (table.known(appId) !== undefined) void table.fresh(appId).catch(() => undefined)
  }
  const health = endpointHealth({
    connection: backgroundConnection,
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
          reserve: (job, count, rate, then) => {
            reserveSlots(paced(), job, count, rate).then(then, () => then(null))
          },
          now,
          random,
          log,
          settings,
          onDue: (at) => told.emit('dueAt', at),
          onTaken: (job) => told.emit('taken', job),
        })
  const sweep =
    send &&
    sweeper({
      connection: open(),
      renewConnection: backgroundConnection,
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
  const forgetting = send && retention({ connection: open(), now, log })
  if (send) told.on('free', send.pump)
  if (sweep) told.on('due', sweep.wake).on('dueAt', sweep.dueAt)
  if (forgetting) told.on('taken', forgetting.taken)
  const accepting = acceptor({
    connections: [open(), open()],
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

  const trying = trials({
    connection: backgroundConnection,
    owner,
    table,
    now,
    settings,
    send: send?.sendNow,
  })

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
    const refused = await makePartitions(backgroundConnection, now())
    if (refused.length > 0) log.warn({ event: 'partitions_refused', refused })
  }
  const prepare = async () => {
    await clock.sync()
    await partitions()
    await sealPlainLogins(backgroundConnection, vault)
  }

  const unlisten: (() => Promise<void>)[] = []
  const begin = () => {
    unlisten.push(
      database.listen('webhooks_change', (appId) => (appId ? onChange(appId) : table.invalidate())),
    )
    if (sweep) {
      sweep.begin()
      unlisten.push(database.listen('webhooks_due', sweep.wake))
    }
    if (send) every(pruneEveryMs, send.prune)
    if (forgetting) every(settings.eraseEveryMs, forgetting.work)
    every(partitionsEveryMs, partitions)
    every(sweepKeysEveryMs, async () => void (await sweepKeys(backgroundConnection, now())))
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
      const stored = await accepting.accept(message)
      if (message.deliverAt) sweep?.dueAt(message.deliverAt)
      return stored
    },
    async resend(pair) {
      if (!ready) await first
      if (!(await askAgain(backgroundConnection, pair, now())))
        throw fail('not_found', 'Entity not found')
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
      await Promise.all(unlisten.map((stop) => stop()))
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
      await Promise.all(connections.map((connection) => connection.close()))
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
