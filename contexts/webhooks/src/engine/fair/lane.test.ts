import { expect, test } from 'vitest'
import { fairQueue } from './fairness.ts'

type Job = { appId: string; endpointId: string; n: number }

/** A queue whose clock stands still until it is told to go on. */
function house({
  rate = null,
  wait = 0,
  perApp = 1000,
  inFlight = 1000,
  maxWaiting = 1000,
}: {
  rate?: number | null
  /** Until the times that are reserved; null: there is nobody to ask. */
  wait?: number | null
  perApp?: number
  inFlight?: number
  maxWaiting?: number
} = {}) {
  let now = 1_000
  let n = 0
  const sleeps: { ms: number; wake: () => void }[] = []
  const reserved: number[] = []
  const woken: number[] = []
  const queue = fairQueue<Job>({
    maxPerEndpoint: 8,
    maxPerApplication: perApp,
    maxInFlight: inFlight,
    maxWaiting,
    rateOf: () => rate,
    reserve: (_, count, __, then) => {
      reserved.push(count)
      then(wait)
    },
    now: () => now,
    after: (ms, wake) => sleeps.push({ ms, wake }),
    onReady: () => woken.push(now),
  })
  const ask = (endpointId = 'one') => queue.promise('app', endpointId, rate)
  /** Adds jobs until one finds no place. @returns when that may come back */
  const fill = (most = 500, endpointId = 'one') => {
    for (let added = 0; added < most; added++) {
      const turn = ask(endpointId)
      if (turn > 0) return turn
      queue.add({ appId: 'app', endpointId, n: n++ })
    }
    return 0
  }
  const taken = () => {
    const all: Job[] = []
    for (let job = queue.next(); job; job = queue.next()) all.push(job)
    return all
  }
  const pass = (ms: number) => {
    now += ms
  }
  /** One job, done after so long. */
  const work = (ms: number) => {
    const job = queue.next()
    pass(ms)
    if (job) queue.done(job, 'taken')
    return job?.n
  }
  return { queue, ask, fill, taken, pass, work, sleeps, reserved, woken }
}

test('[WH-18] an endpoint begins with four at once, and has one more after a success', () => {
  const { queue, fill, taken, work } = house()
  fill(12)
  work(1)
  const first = taken()
  expect(first).toHaveLength(5)
  expect([queue.inFlight(), queue.waiting()]).toEqual([5, 6])
})

test('[WH-18] a rate limit reserves a tenth of a second at once, and jobs go at their times', () => {
  const { queue, fill, pass, sleeps, reserved, woken } = house({ rate: 20, wait: 30 })
  fill(5)
  expect(queue.next()).toBeUndefined()
  expect([reserved, sleeps.map(({ ms }) => ms)]).toEqual([[2], [30]])
  fill(1)
  expect(queue.next(), 'asleep').toBeUndefined()
  pass(30)
  sleeps[0]?.wake()
  expect(woken).toEqual([1_030])
  expect(queue.next()?.n).toBe(0)
  expect(queue.next(), 'a twentieth of a second later').toBeUndefined()
  expect([reserved, sleeps.map(({ ms }) => ms)]).toEqual([[2], [30, 50]])
  pass(50)
  sleeps[1]?.wake()
  expect(queue.next()?.n).toBe(1)
  expect(queue.next()).toBeUndefined()
  expect(reserved, 'both are used').toEqual([2, 2])
})

test('[WH-18] of times no more are reserved than jobs wait, and one at least', () => {
  for (const [rate, jobs, count] of [
    [5, 3, 1],
    [100, 3, 3],
    [100, 30, 10],
  ] as const) {
    const { queue, fill, reserved } = house({ rate })
    fill(jobs)
    queue.next()
    expect(reserved).toEqual([count])
  }
})

test('[WH-18] where there is nobody to ask for a time, it is asked again half a second later', () => {
  const { queue, fill, sleeps, reserved } = house({ rate: 20, wait: null })
  fill(3)
  expect(queue.next()).toBeUndefined()
  expect(sleeps.map(({ ms }) => ms)).toEqual([500])
  sleeps[0]?.wake()
  expect(queue.next()).toBeUndefined()
  expect(reserved).toEqual([2, 2])
})

test('[WH-18] a lane holds sixteen for each that may be in flight, and five seconds of its rate', () => {
  for (const [rate, most] of [
    [null, 64],
    [4, 20],
  ] as const) {
    const { queue, ask, fill } = house({ rate })
    expect(fill(10)).toBe(0)
    const places = Array.from({ length: most - 10 }, () => ask())
    expect(places.filter((turn) => turn > 0)).toEqual([])
    expect(ask()).toBeGreaterThan(0)
    queue.release('app', 'one')
    expect(ask(), 'a place was given back').toBe(0)
  }
})

test('[WH-18] in a full house four wait in any lane, and no more', () => {
  const { ask, fill } = house({ maxWaiting: 10 })
  const waits = Array.from({ length: 11 }, () => ask())
  expect(waits.findIndex((turn) => turn > 0)).toBe(10)
  expect([fill(4, 'two'), ask('two') > 0]).toEqual([0, true])
})

test('[WH-18] whoever finds no place comes back in turn, at the lane’s pace, within a minute', () => {
  const { fill, ask } = house({ maxWaiting: 10 })
  expect([fill(), ask(), ask()]).toEqual([201, 202, 203])
  const limited = house({ maxWaiting: 10, rate: 4 })
  expect([limited.fill(), limited.ask()]).toEqual([450, 700])
  const turns = Array.from({ length: 300 }, () => limited.ask())
  expect(Math.max(...turns)).toBe(60_000)
})

test('[WH-18] the pace of a lane is learnt while it has work, a tenth at a time', () => {
  const { fill, work } = house({ maxWaiting: 20 })
  fill()
  work(50)
  expect(fill(), 'nothing to compare with').toBe(201)
  work(40)
  expect(fill()).toBe(240)
  work(140)
  expect(fill()).toBe(250)
})

test('[WH-18] the time that a lane had nothing to do tells nothing of its pace', () => {
  const { fill, work } = house({ maxWaiting: 4 })
  for (const ms of [10, 5_000]) {
    fill(1)
    work(ms)
  }
  expect(fill()).toBe(201)
})

/** A lane that takes so long for each, with as many waiting. */
function deepLane(ms: number, waiting: number) {
  const made = house()
  made.fill(40)
  for (let n = 0; n < 10; n++) made.work(ms)
  made.fill(waiting - made.queue.waiting())
  return made
}

test('[WH-18] a lane with sixty-four waiting that moves quickly, and just did, is pressure', () => {
  const { queue, pass, ask } = deepLane(4, 70)
  expect(queue.pressure()).toBe(70)
  ask()
  pass(249)
  expect(queue.pressure(), 'with what is promised').toBe(71)
  pass(1)
  expect(queue.pressure(), 'it stands still').toBe(0)
  expect(deepLane(5, 70).queue.pressure(), 'it is slow').toBe(0)
})

test('[WH-18] pressure ends below sixty-four, and begins beyond', () => {
  const { queue, fill } = deepLane(4, 65)
  expect(queue.pressure()).toBe(65)
  queue.next()
  expect(queue.pressure()).toBe(64)
  queue.next()
  expect(queue.pressure()).toBe(0)
  fill(1)
  expect(queue.pressure(), 'it was not beyond').toBe(0)
  fill(1)
  expect(queue.pressure()).toBe(65)
})

test('[WH-18] the house has so many in flight, and no more', () => {
  const { queue, fill, taken } = house({ inFlight: 3 })
  fill(6)
  const first = taken()
  expect(first).toHaveLength(3)
  for (const job of first) queue.done(job, 'refused')
  expect(taken()).toHaveLength(2)
})

test('[WH-18] jobs of a lane go in their order, however many have gone before', () => {
  const { fill, work, queue } = house()
  const order: (number | undefined)[] = []
  for (let round = 0; round < 10; round++) {
    fill(40)
    for (let n = 0; n < 30; n++) order.push(work(1))
  }
  while (queue.waiting() > 0) order.push(work(1))
  expect(order).toEqual(order.map((_, n) => n))
  expect(order.length).toBeGreaterThan(300)
})

test('[WH-18] what is given back at the end is what was not taken, and the lane goes on after it', () => {
  const { queue, fill, taken } = house()
  fill(6)
  expect(taken().map(({ n }) => n)).toEqual([0, 1, 2, 3])
  expect(queue.drain().map(({ n }) => n)).toEqual([4, 5])
  expect(queue.waiting()).toBe(0)
  fill(1, 'two')
  expect(taken().map(({ n }) => n)).toEqual([6])
})

/** An endpoint that may have eight at once by now, and has nothing to do. */
function known() {
  const made = house({ perApp: 9 })
  made.fill(4)
  for (let n = 0; n < 4; n++) made.work(1)
  return made
}

test('[WH-18] an endpoint that had nothing to do for two rounds is forgotten, and begins anew', () => {
  const once = known()
  once.queue.prune()
  once.fill(10)
  expect(once.taken()).toHaveLength(8)
  const twice = known()
  twice.queue.prune()
  twice.queue.prune()
  twice.fill(10)
  expect(twice.taken()).toHaveLength(4)
})

test('[WH-18] an endpoint that has something to do, or did since, is not forgotten', () => {
  const used = known()
  used.queue.prune()
  used.fill(1)
  used.work(1)
  used.queue.prune()
  const promised = known()
  promised.ask()
  const flying = known()
  flying.fill(1)
  const [job] = flying.taken()
  for (const { queue } of [promised, flying]) for (let n = 0; n < 3; n++) queue.prune()
  promised.queue.release('app', 'one')
  if (job) flying.queue.done(job, 'taken')
  for (const { fill, taken } of [used, promised, flying]) {
    fill(10)
    expect(taken()).toHaveLength(8)
  }
})

test('[WH-18] an application keeps its share while one of its endpoints is forgotten', () => {
  const { queue, fill, taken } = house({ perApp: 4 })
  fill(1, 'quiet')
  for (const job of taken()) queue.done(job, 'taken')
  fill(4, 'busy')
  expect(taken()).toHaveLength(4)
  for (let n = 0; n < 3; n++) queue.prune()
  fill(1, 'quiet')
  expect(taken()).toEqual([])
})
