import type { Operation } from '@countersign/contracts'
import { fail } from './errors.ts'

/** Whose a call is: companies share a process equally, and within a company those who send its calls. */
export type Share = { readonly company: string; readonly sender: string }

/** The connection that a call came on. */
type Connection = {
  readonly destroyed: boolean
  once(event: 'close', heard: () => void): unknown
  off(event: 'close', heard: () => void): unknown
}

/** What decides when a handler runs. */
export type Turn<Caller> = {
  readonly caller: Caller
  readonly operation: Operation
  readonly connection: Connection
}

type FairTurnsOptions = {
  /** Calls at once, of all together. */
  readonly slots: number
  /** Calls at once of one company, so that another finds a free slot. */
  readonly perCompany: number
  /** A company that has had calls for so long without a pause has one at once, while others have some too. */
  readonly busyMs: number
  /** Others count as having calls for so long after the last one began. */
  readonly othersMs: number
  /** Calls that may wait, of one sender. */
  readonly queue: number
  /** How long one may wait. */
  readonly waitMs: number
  /**
   * How long a call keeps its slot. One that takes longer waits for somebody else (a register, a lock): it goes on
   * without, and nobody waits for it in turn.
   */
  readonly keepMs: number
  /** Milliseconds that only go forward. */
  readonly clock: () => number
}

const defaults: FairTurnsOptions = {
  slots: 8,
  perCompany: 4,
  busyMs: 2_500,
  othersMs: 10_000,
  queue: 100,
  waitMs: 10_000,
  keepMs: 2_000,
  clock: () => performance.now(),
}

/** Runs calls in fair turns. */
export type FairTurns = {
  /** @throws 429 where too many wait already, or the wait was too long */
  run<T>(share: Share, work: () => Promise<T>, connection: Connection): Promise<T>
}

type Waiting = { readonly begin: () => void }
/** `since` is the number of the last turn; who comes is placed before the one whose turn was the last of all. */
type Sender = { running: number; since: number; readonly queue: Set<Waiting> }
/** It is known while it has calls; `began` is when the first of them came. */
type Company = {
  running: number
  since: number
  readonly began: number
  readonly senders: Map<string, Sender>
}

/**
 * Shares a process between companies where there is something to share: alone, a company has as many calls at once as
 * are worth it. A free slot goes to the company with the fewest running calls, among equals to the one that has waited
 * longest for a turn; within it to the sender by the same rule, and of that sender's calls to the oldest.
 */
export function fairTurns(given: Partial<FairTurnsOptions> = {}): FairTurns {
  const options = { ...defaults, ...given }
  const { clock } = options
  const companies = new Map<string, Company>()
  let free = options.slots
  let turn = 0
  // Who had the last turn, and who of the others had one last.
  let [last, before] = [nobody, nobody]

  const senderOf = ({ company: name, sender }: Share) => {
    const company = at(companies, name, () => ({
      running: 0,
      since: turn - 1,
      began: clock(),
      senders: new Map<string, Sender>(),
    }))
    const own = () => ({ running: 0, since: turn - 1, queue: new Set<Waiting>() })
    return { company, sender: at(company.senders, sender, own) }
  }
  const forget = (share: Share) => {
    const { company, sender } = senderOf(share)
    if (sender.running === 0 && sender.queue.size === 0) company.senders.delete(share.sender)
    if (company.senders.size === 0) companies.delete(share.company)
  }
  const mayHave = (name: string, { began }: Company) => {
    const now = clock()
    const others = last.name === name ? before : last
    const isShared = now - others.at < options.othersMs
    return isShared && now - began >= options.busyMs ? 1 : options.perCompany
  }
  const next = (): Waiting | undefined => {
    const company = least(
      companies,
      (one, name) =>
        one.running < mayHave(name, one) &&
        [...one.senders.values()].some(({ queue }) => queue.size > 0),
    )
    const sender = company && least(company.senders, ({ queue }) => queue.size > 0)
    return sender?.queue.values().next().value
  }
  const serveNext = () => {
    while (free > 0) {
      const waiting = next()
      if (!waiting) return
      waiting.begin()
    }
  }
  /** Takes a slot; @returns what gives it back, once however often it is called. */
  const take = (share: Share) => {
    const { company, sender } = senderOf(share)
    free--
    turn++
    if (last.name !== share.company) before = last
    last = { name: share.company, at: clock() }
    for (const one of [company, sender]) {
      one.running++
      one.since = turn
    }
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      free++
      for (const one of [company, sender]) one.running--
      forget(share)
      serveNext()
    }
  }
  const slotFor = (share: Share, connection: Connection) =>
    new Promise<() => void>((resolve, reject) => {
      const { queue } = senderOf(share).sender
      if (queue.size >= options.queue) throw tooMany()
      const leave = () => {
        queue.delete(waiting)
        clearTimeout(overdue)
        connection.off('close', hungUp)
      }
      const giveUp = (why: Error) => {
        leave()
        forget(share)
        reject(why)
      }
      const hungUp = () => giveUp(fail('request_timeout', 'The connection was closed'))
      const overdue = setTimeout(() => giveUp(tooMany()), options.waitMs)
      const waiting = {
        begin: () => {
          leave()
          resolve(take(share))
        },
      }
      queue.add(waiting)
      connection.once('close', hungUp)
      if (connection.destroyed) hungUp()
      else serveNext()
    })
  return {
    run: async (share, work, connection) => {
      const giveBack = await slotFor(share, connection)
      const kept = setTimeout(giveBack, options.keepMs)
      try {
        return await work()
      } finally {
        clearTimeout(kept)
        giveBack()
      }
    },
  }
}

const nobody = { name: '', at: Number.NEGATIVE_INFINITY }

const tooMany = () =>
  fail('too_many_requests', 'Too many of your calls are waiting. Slow down.', {
    wire: 'TooManyRequestsError',
    retryAfter: 2,
  })

/** Who has the fewest running, among equals who was served before the others. */
function least<T extends { readonly running: number; readonly since: number }>(
  all: ReadonlyMap<string, T>,
  counts: (one: T, name: string) => boolean,
): T | undefined {
  let found: T | undefined
  for (const [name, one] of all)
    if (
      counts(one, name) &&
      (!found ||
        one.running < found.running ||
        (one.running === found.running && one.since < found.since))
    )
      found = one
  return found
}

function at<T>(all: Map<string, T>, name: string, make: () => T): T {
  const known = all.get(name)
  if (known) return known
  const made = make()
  all.set(name, made)
  return made
}
