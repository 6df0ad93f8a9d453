import { type SandboxProcess, sandboxProcess } from './process.ts'
import { refused, type Script, type ScriptResult, warmEngines } from './protocol.ts'
import { scriptQueue } from './queue.ts'

/**
 * Runs tenants' JavaScript: in an engine in WebAssembly whose memory is capped, in a process of its
 * own that is killed when a script is late. A tenant's scripts run one at a time.
 */
export type Sandbox = {
  /**
   * Runs a script when it is its turn. Never rejects.
   * @param urgency `now` is refused at once when others of the tenant wait already
   */
  run(tenant: string, script: Script, urgency?: 'now' | 'queue'): Promise<ScriptResult>
  /** Ends the processes; what waits or runs is refused. */
  stop(): void
  stats(): SandboxStats
}

/** Figures of a sandbox, for metrics. */
export type SandboxStats = {
  readonly waiting: number
  readonly running: number
  readonly run: number
  /** Scripts that took too much. */
  readonly overrun: number
  readonly pids: readonly number[]
}

/** What a sandbox may use. Times are milliseconds. */
export type SandboxOptions = {
  /** Processes; they are started when first needed. */
  readonly processes?: number
  /** Wall time of one script. */
  readonly deadlineMs?: number
  /** How long a script may wait for its turn. */
  readonly patienceMs?: number
}

type Job = { readonly script: Script; readonly end: (result: ScriptResult) => void }
/** Where one script runs at a time. */
type Place = {
  process: SandboxProcess | undefined
  busy: boolean
  /** Whose scripts ran here, the last one last: their engines are warm. */
  tenants: readonly string[]
  /** Milliseconds that the last one has had without a break. */
  turn: number
}

const maxWaiting = { all: 4096, ofTenant: { now: 4, queue: 512 } } as const
/** A tenant may go on where its engine is warm before it is another's turn; milliseconds of CPU. */
const turnMs = 20
/** A script that takes more is slow. */
const slowMs = 250
const tickMs = 250
const restartMs = 1000

/** A sandbox without processes: they are started when first needed. */
export function createSandbox({
  processes = 2,
  deadlineMs = 1000,
  patienceMs = 5000,
}: SandboxOptions = {}): Sandbox {
  const now = () => performance.now()
  // One place is always left to those who are quick.
  const slowAtOnce = Math.max(1, processes - 1)
  const queue = scriptQueue<Job>({ most: maxWaiting.all, slowAtOnce, now })
  const places = Array.from({ length: processes }, newPlace)
  let stopped = false
  let run = 0
  let overrun = 0
  let ticker: NodeJS.Timeout | undefined

  const expire = () => {
    for (const job of queue.expired(now() - patienceMs)) job.end(refused('busy'))
    if (queue.waiting() > 0) return
    clearInterval(ticker)
    ticker = undefined
  }

  const start = (place: Place) => {
    if (stopped || place.process) return
    let wasReady = false
    const ready = () => {
      wasReady = true
      pump()
    }
    const gone = () => {
      Object.assign(place, { process: undefined, tenants: [], turn: 0 })
      // At once, so that the next script does not wait for it; unless it cannot be started at all.
      if (wasReady) start(place)
      else setTimeout(() => start(place), restartMs).unref()
    }
    place.process = sandboxProcess(deadlineMs, { ready, gone })
  }

  const begin = async (place: Place, process: SandboxProcess, tenant: string, job: Job) => {
    if (place.tenants.at(-1) !== tenant) place.turn = 0
    place.tenants = [...place.tenants.filter((name) => name !== tenant), tenant].slice(-warmEngines)
    place.busy = true
    const { result, cpuMs } = await process.run(tenant, job.script)
    const isOver = !result.ok && result.cause === 'overrun'
    place.busy = false
    place.turn += cpuMs
    run++
    if (isOver) overrun++
    queue.done(tenant, isOver || cpuMs > slowMs)
    job.end(result)
    if (process.isWorn()) process.kill()
    pump()
  }

  const pump = () => {
    const free = places.filter(({ busy, process }) => !busy && process?.isReady())
    while (!stopped && free.length > 0) {
      const [first] = free
      const next = queue.next(first && first.turn < turnMs ? first.tenants.at(-1) : undefined)
      if (!next) return
      const place = free.find(({ tenants }) => tenants.includes(next.tenant)) ?? first
      if (!place?.process) return
      free.splice(free.indexOf(place), 1)
      void begin(place, place.process, next.tenant, next.job)
    }
  }

  return {
    run(tenant, script, urgency = 'queue') {
      return new Promise((resolve) => {
        const most = maxWaiting.ofTenant[urgency]
        if (stopped || !queue.add(tenant, { script, end: resolve }, most))
          return resolve(refused('busy'))
        for (const place of places) start(place)
        pump()
        if (queue.waiting() > 0) ticker ??= setInterval(expire, tickMs)
      })
    },
    stop() {
      stopped = true
      for (const place of places) place.process?.kill()
      for (const job of queue.expired(Infinity)) job.end(refused('busy'))
      clearInterval(ticker)
    },
    stats: () => ({
      waiting: queue.waiting(),
      running: places.filter(({ busy }) => busy).length,
      run,
      overrun,
      pids: places.flatMap(({ process }) => process?.pid ?? []),
    }),
  }
}

const newPlace = (): Place => ({ process: undefined, busy: false, tenants: [], turn: 0 })
