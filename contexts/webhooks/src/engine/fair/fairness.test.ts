import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FairQueue } from './fair-queue.ts'
import { fairQueue } from './fairness.ts'

type Job = { appId: string; endpointId: string; n: number }

function queueOf(settings: {
  rates?: Record<string, number>
  perApp?: number
  inFlight?: number
  maxWaiting?: number
}) {
  let now = 0
  const timers: { at: number; wake: () => void }[] = []
  const slots = new Map<string, number>()
  const queue: FairQueue<Job> = fairQueue<Job>({
    maxPerEndpoint: 8,
    maxPerApplication: settings.perApp ?? 1000,
    maxInFlight: settings.inFlight ?? 1000,
    maxWaiting: settings.maxWaiting ?? 100,
    rateOf: ({ endpointId }) => settings.rates?.[endpointId] ?? null,
    reserve: ({ endpointId }, count, rate, then) => {
      const at = Math.max(now, slots.get(endpointId) ?? 0)
      slots.set(endpointId, at + (count * 1000) / rate)
      then(at - now)
    },
    now: () => now,
    after: (ms, wake) => timers.push({ at: now + ms, wake }),
    onReady: () => undefined,
  })
  const add = (endpointId: string, n: number, appId = 'app') => {
    const rate = settings.rates?.[endpointId] ?? null
    const wait = queue.promise(appId, endpointId, rate)
    if (wait === 0) queue.add({ appId, endpointId, n })
    return wait
  }
  const takeAll = () => {
    const taken: Job[] = []
    for (let job = queue.next(); job; job = queue.next()) taken.push(job)
    return taken
  }
  const pass = (ms: number) => {
    now += ms
    for (const timer of timers.splice(0)) timer.at <= now ? timer.wake() : timers.push(timer)
  }
  return { queue, add, takeAll, pass }
}

test('[WH-18] endpoints take turns', () => {
  const { add, takeAll } = queueOf({})
  for (let n = 0; n < 4; n++) add('busy', n)
  add('quiet', 0)
  add('other', 0)
  expect(takeAll().map((job) => job.endpointId)).toEqual([
    ...['busy', 'quiet', 'other', 'busy', 'busy', 'busy'],
  ])
})

test('[WH-18] a silent endpoint holds few places, and its application no more than its share', () => {
  const { queue, add, takeAll } = queueOf({ perApp: 6 })
  for (let n = 0; n < 30; n++) for (const one of ['a', 'b']) add(one, n, 'slow')
  add('c', 0, 'other')
  const first = takeAll()
  expect(first.filter((job) => job.appId === 'slow')).toHaveLength(6)
  expect(first.filter((job) => job.appId === 'other')).toHaveLength(1)
  for (const job of first) queue.done(job, 'silent')
  for (let round = 0; round < 4; round++) for (const job of takeAll()) queue.done(job, 'silent')
  expect(takeAll().filter((job) => job.endpointId === 'a')).toHaveLength(2)
})

test('[WH-18] silence halves what an endpoint may have at once, a refusal takes one, a success adds one', () => {
  for (const [reception, expected] of [
    ['silent', 4],
    ['refused', 7],
    ['taken', 8],
  ] as const) {
    const { queue, add, takeAll } = queueOf({})
    for (let n = 0; n < 40; n++) add('one', n)
    // Up to the most that any may have, one by one.
    for (let n = 0; n < 6; n++) {
      const job = queue.next()
      if (job) queue.done(job, 'taken')
    }
    const job = queue.next()
    if (job) queue.done(job, reception)
    expect(takeAll()).toHaveLength(expected)
  }
})

test('[WH-18] what waits because its application has enough goes on as soon as that has less', () => {
  const { queue, add, takeAll } = queueOf({ perApp: 2 })
  add('a', 0)
  add('a', 1)
  add('b', 0)
  add('c', 0)
  const first = takeAll()
  expect(first.map(({ endpointId }) => endpointId)).toEqual(['a', 'b'])
  for (const job of first) queue.done(job, 'taken')
  expect(
    takeAll()
      .map(({ endpointId }) => endpointId)
      .sort(),
  ).toEqual(['a', 'c'])
})

test('[WH-18] a silent endpoint cannot fill the house', () => {
  const { queue, add, takeAll } = queueOf({ inFlight: 1000 })
  for (let endpoint = 0; endpoint < 50; endpoint++)
    for (let n = 0; n < 50; n++) add(`hanging-${endpoint}`, n)
  expect(queue.waiting()).toBeLessThanOrEqual(100 + 50 * 4)
  expect(add('quick', 0)).toBe(0)
  expect(takeAll().some((job) => job.endpointId === 'quick')).toBe(true)
})

test('[WH-18] a job without a place is told when its turn may come, one after the other', () => {
  const { add, pass } = queueOf({ rates: { slow: 2 } })
  const waits = Array.from({ length: 300 }, (_, n) => add('slow', n)).filter((wait) => wait > 0)
  expect(waits.length).toBeGreaterThan(250)
  for (const [i, wait] of waits.entries()) {
    if (i > 0) expect(wait).toBeGreaterThanOrEqual(waits[i - 1] ?? 0)
    expect(wait).toBeLessThanOrEqual(60_000)
  }
  pass(1)
})

test('[WH-18] a burst at an endpoint that nothing is known of comes back within the second', () => {
  const { add } = queueOf({})
  const waits = Array.from({ length: 400 }, (_, n) => add('new', n))
  expect(Math.max(...waits)).toBeGreaterThan(0)
  expect(Math.max(...waits)).toBeLessThan(1_000)
})

test('[WH-18] jobs that wait for a quick endpoint are pressure, those of a slow one are not', () => {
  for (const [answerMs, pressing] of [
    [1, true],
    [50, false],
  ] as const) {
    const { queue, add, takeAll, pass } = queueOf({ maxWaiting: 1000 })
    for (let round = 0; round < 100; round++) {
      for (let n = 0; n < 200; n++) add('one', n)
      for (const job of takeAll()) {
        pass(answerMs)
        queue.done(job, 'taken')
      }
    }
    expect(queue.pressure() > 0).toBe(pressing)
  }
})

test('[WH-18] a rate limit is kept over any stretch of time, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.array(fc.nat({ max: 400 })), (rate, steps) => {
      const { queue, add, takeAll, pass } = queueOf({ rates: { e: rate } })
      let placed = 0
      let taken = 0
      let elapsed = 0
      for (const step of steps) {
        for (let n = 0; n < 3; n++) if (add('e', n) === 0) placed++
        const jobs = takeAll()
        taken += jobs.length
        for (const job of jobs) queue.done(job, 'taken')
        expect(taken).toBeLessThanOrEqual(Math.max(1, rate / 10) + (elapsed * rate) / 1000 + 1e-6)
        pass(step)
        elapsed += step
      }
      expect(queue.waiting()).toBe(placed - taken)
    }),
  )
})

test('[WH-18] whatever happens, every job added is taken once or drained', () => {
  const action = fc.oneof(
    fc.record({ add: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ done: fc.constantFrom('taken' as const, 'refused' as const, 'silent' as const) }),
    fc.record({ take: fc.constant(true) }),
    fc.record({ pass: fc.nat({ max: 1000 }) }),
    fc.record({ prune: fc.constant(true) }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const { queue, add, pass } = queueOf({ rates: { c: 5 }, perApp: 3, inFlight: 5 })
      const added: number[] = []
      const ended: number[] = []
      const under: Job[] = []
      for (const [n, act] of actions.entries()) {
        if ('add' in act && add(act.add, n) === 0) added.push(n)
        if ('take' in act) {
          const job = queue.next()
          if (job) under.push(job)
        }
        if ('done' in act) {
          const job = under.shift()
          if (job) {
            queue.done(job, act.done)
            ended.push(job.n)
          }
        }
        if ('pass' in act) pass(act.pass)
        if ('prune' in act) queue.prune()
        expect(queue.inFlight()).toBe(under.length)
        expect(queue.inFlight()).toBeLessThanOrEqual(3)
      }
      const rest = [...under, ...queue.drain()].map((job) => job.n)
      expect([...ended, ...rest].sort((a, b) => a - b)).toEqual(added)
      expect(queue.waiting()).toBe(0)
    }),
  )
})
