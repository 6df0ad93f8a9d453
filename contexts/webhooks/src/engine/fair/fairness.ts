import type { FairOptions, FairQueue, Queued } from './fair-queue.ts'

type Share<Job> = { inFlight: number; lanes: number; readonly blocked: Set<Lane<Job>> }

/** One endpoint's jobs and how much of it we trust to answer. */
type Lane<Job> = {
  readonly appId: string
  readonly endpointId: string
  readonly app: Share<Job>
  jobs: Job[]
  /** Index of the first job still waiting; what lies before it has been taken. */
  head: number
  inFlight: number
  /** How many at once: one more with every success, half as many after silence. */
  limit: number
  promised: number
  /** Times that are reserved and not used yet, and the first of them. */
  slots: number
  slotAt: number
  /** Milliseconds between two completions while the lane was busy, smoothed; null until learnt. */
  gap: number | null
  doneAt: number
  /** When the last job that found no place may come back. */
  cursor: number
  /** Waits for its time, so nothing else wakes it. */
  asleep: boolean
  used: boolean
}

const startLimit = 4
/** An endpoint that always fails still makes its way through its queue, two at a time. */
const leastLimit = 2
/** Jobs waiting for each that may be in flight: what a lane drains in a few round trips. */
const depth = 16
/** So many may wait in any lane, however full the house: else the slow would starve the quick. */
const always = 4
/** Seconds' worth of a rate limit that may wait here; the rest waits in the database. */
const rateSeconds = 5
/** After so long the times are asked for again, where there was nobody to ask. */
const askAgainMs = 500
/** Jobs without a place come back one after the other, at the pace of their lane, within a minute. */
const leastWaitMs = 200
const longestWaitMs = 60_000
/** A lane with so many waiting, that moves so quickly and has done so just now, is pressure. */
const deep = 64
const quickMs = 5
const justNowMs = 250

/** Builds an empty queue. It does no work itself: whoever holds it takes jobs and reports back. */
export function fairQueue<Job extends Queued>(options: FairOptions<Job>): FairQueue<Job> {
  const lanes = new Map<string, Lane<Job>>()
  const apps = new Map<string, Share<Job>>()
  const ready = new Set<Lane<Job>>()
  const deepLanes = new Set<Lane<Job>>()
  let waiting = 0
  let inFlight = 0

  const laneOf = (appId: string, endpointId: string): Lane<Job> => {
    let lane = lanes.get(endpointId)
    if (lane) return lane
    const app: Share<Job> = apps.get(appId) ?? { inFlight: 0, lanes: 0, blocked: new Set() }
    apps.set(appId, app)
    app.lanes++
    lane = {
      appId,
      endpointId,
      app,
      jobs: [],
      head: 0,
      inFlight: 0,
      limit: startLimit,
      promised: 0,
      slots: 0,
      slotAt: 0,
      gap: null,
      doneAt: 0,
      cursor: 0,
      asleep: false,
      used: true,
    }
    lanes.set(endpointId, lane)
    return lane
  }
  const queued = (lane: Lane<Job>) => lane.jobs.length - lane.head
  const awake = (lane: Lane<Job>) => {
    if (!lane.asleep && queued(lane) > 0) ready.add(lane)
  }

  const sleep = (lane: Lane<Job>, ms: number) =>
    options.after(ms, () => {
      lane.asleep = false
      awake(lane)
      options.onReady()
    })

  /** Whether the rate limit lets this job go now; otherwise its lane sleeps until it does. */
  const isItsTime = (lane: Lane<Job>, job: Job): boolean => {
    const rate = options.rateOf(job)
    if (rate === null) return true
    const now = options.now()
    if (lane.slots > 0 && lane.slotAt <= now) {
      lane.slots--
      lane.slotAt += 1000 / rate
      return true
    }
    lane.asleep = true
    if (lane.slots > 0) {
      sleep(lane, Math.ceil(lane.slotAt - now))
      return false
    }
    // A tenth of a second's worth at once: more would wait here while another worker could use it.
    const count = Math.min(queued(lane), Math.max(1, Math.floor(rate / 10)))
    options.reserve(job, count, rate, (wait) => {
      if (wait !== null) {
        lane.slots = count
        lane.slotAt = options.now() + wait
      }
      sleep(lane, Math.ceil(wait ?? askAgainMs))
    })
    return false
  }

  const turnOf = (lane: Lane<Job>, rate: number | null): number => {
    const now = options.now()
    const gap = Math.max(lane.gap ?? 1, rate === null ? 0 : 1000 / rate)
    const turn = Math.max(lane.cursor, now + leastWaitMs) + gap
    lane.cursor = Math.min(turn, now + longestWaitMs)
    return Math.ceil(lane.cursor - now)
  }

  /** How quickly the lane moves, learnt only while it has work. */
  const learn = (lane: Lane<Job>) => {
    const now = options.now()
    const last = now - lane.doneAt
    if (queued(lane) > 0 && lane.doneAt > 0)
      lane.gap = lane.gap === null ? last : 0.9 * lane.gap + 0.1 * last
    lane.doneAt = now
  }

  const isQuick = ({ gap, doneAt }: Lane<Job>) =>
    gap !== null && gap < quickMs && options.now() - doneAt < justNowMs

  const take = (lane: Lane<Job>): Job | undefined => {
    const job = lane.jobs[lane.head]
    if (job === undefined || lane.inFlight >= lane.limit) return undefined
    if (lane.app.inFlight >= options.maxPerApplication) {
      lane.app.blocked.add(lane)
      return undefined
    }
    if (!isItsTime(lane, job)) return undefined
    if (++lane.head > 64 && lane.head * 2 > lane.jobs.length) {
      lane.jobs = lane.jobs.slice(lane.head)
      lane.head = 0
    }
    waiting--
    inFlight++
    lane.inFlight++
    lane.app.inFlight++
    awake(lane)
    return job
  }

  return {
    promise(appId, endpointId, rate) {
      const lane = laneOf(appId, endpointId)
      lane.used = true
      const here = queued(lane) + lane.promised
      const most = Math.min(lane.limit * depth, rate === null ? Infinity : rate * rateSeconds)
      if (here >= always && (waiting >= options.maxWaiting || here >= most))
        return turnOf(lane, rate)
      lane.promised++
      waiting++
      if (here >= deep) deepLanes.add(lane)
      return 0
    },
    release(appId, endpointId) {
      laneOf(appId, endpointId).promised--
      waiting--
    },
    add(job) {
      const lane = laneOf(job.appId, job.endpointId)
      lane.promised--
      lane.jobs.push(job)
      awake(lane)
    },
    next() {
      if (inFlight >= options.maxInFlight) return undefined
      for (const lane of ready) {
        ready.delete(lane)
        const job = take(lane)
        if (job !== undefined) return job
      }
      return undefined
    },
    done(job, reception) {
      const lane = laneOf(job.appId, job.endpointId)
      inFlight--
      lane.inFlight--
      lane.app.inFlight--
      learn(lane)
      if (reception === 'taken') lane.limit = Math.min(options.maxPerEndpoint, lane.limit + 1)
      else
        lane.limit = Math.max(leastLimit, reception === 'silent' ? lane.limit >> 1 : lane.limit - 1)
      awake(lane)
      for (const other of lane.app.blocked) {
        lane.app.blocked.delete(other)
        awake(other)
        break
      }
    },
    pressure() {
      let sum = 0
      for (const lane of deepLanes) {
        const here = queued(lane) + lane.promised
        if (here < deep) deepLanes.delete(lane)
        else if (isQuick(lane)) sum += here
      }
      return sum
    },
    drain() {
      const all: Job[] = []
      for (const lane of lanes.values()) {
        all.push(...lane.jobs.slice(lane.head))
        lane.jobs = []
        lane.head = 0
      }
      waiting -= all.length
      return all
    },
    prune() {
      for (const lane of lanes.values()) {
        const idle = lane.inFlight === 0 && lane.promised === 0 && queued(lane) === 0
        if (idle && !lane.used && !lane.asleep) {
          lanes.delete(lane.endpointId)
          if (--lane.app.lanes === 0) apps.delete(lane.appId)
        }
        lane.used = false
      }
    },
    waiting: () => waiting,
    inFlight: () => inFlight,
  }
}
