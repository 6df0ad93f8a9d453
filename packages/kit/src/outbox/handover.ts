import { envelope } from '@countersign/contracts/events'
import type { Logger } from '../log.ts'
import { backOffMs, type Chain, HandoverError, type MessageSender } from './outbox.rules.ts'
import type { Settlement } from './outbox.store.ts'

/** A chain that was claimed, and where it goes; undefined when the company has nobody listening. */
export type Claimed = {
  readonly chain: Chain
  readonly application: string | undefined
  /** When it was claimed, and until when it is ours. */
  readonly at: number
  readonly until: Date
}

type HandoverDeps = {
  readonly sender: MessageSender
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger
  /** Called once for each chain that was added. */
  readonly settled: (settlement: Settlement) => void
}

/** Sends claimed chains to the webhook service: chains side by side, the events of each one by one. */
export type Handover = {
  add(claimed: readonly Claimed[]): void
  /** Events that are queued or on their way. */
  held(): number
  /** Milliseconds until the service may be tried again; 0 unless it is away. */
  awayMs(): number
  /** Resolves when nothing is queued or on its way. */
  drained(): Promise<void>
  /** Sends nothing more; what was not begun is settled as it is. */
  stop(): void
}

/** Messages on their way at once, and of one company: a slow one leaves room for the others. */
const atOnce = 32
const atOnceOfCompany = 16
/** A chain begins no send later than this after its claim, so that none outlives the claim. */
const lastSendMs = 15_000
/** The longest waits after a refusal, and while the service is away. */
const refusedMs = 60_000
const awayMs = 2000

/** Makes a handover; it is at rest until something is added. */
export function createHandover({ sender, clock, random, log, settled }: HandoverDeps): Handover {
  const queue: Claimed[] = []
  const under = new Set<Promise<void>>()
  const ofCompany = new Map<string, number>()
  let held = 0
  let failures = 0
  let awayUntil = 0
  let stopped = false

  function pump(): void {
    for (let at = 0; at < queue.length && under.size < atOnce; ) {
      const next = queue[at]
      if (next && (ofCompany.get(next.chain[0].company) ?? 0) < atOnceOfCompany) {
        queue.splice(at, 1)
        begin(next)
      } else at++
    }
  }

  function begin(claimed: Claimed): void {
    const { company } = claimed.chain[0]
    ofCompany.set(company, (ofCompany.get(company) ?? 0) + 1)
    const work = handOver(claimed).then((settlement) => {
      under.delete(work)
      const left = (ofCompany.get(company) ?? 1) - 1
      if (left > 0) ofCompany.set(company, left)
      else ofCompany.delete(company)
      held -= claimed.chain.length
      settled(settlement)
      pump()
    })
    under.add(work)
  }

  async function handOver({ chain, application, at, until }: Claimed): Promise<Settlement> {
    const [{ company, object }] = chain
    const done: number[] = []
    for (const event of chain) {
      if (stopped || clock() < awayUntil || clock() > at + lastSendMs) break
      try {
        if (application !== undefined)
          await sender.send(application, {
            eventType: event.type,
            eventId: event.id,
            orderingKey: object,
            payload: { ...envelope(event.type, company, event.position), ...event.payload },
          })
        failures = 0
        done.push(event.position)
      } catch (error) {
        const wait = waitAfter(error, event, done.length > 0)
        return { company, object, done, claimed: until, wait }
      }
    }
    return { company, object, done, claimed: until, wait: null }
  }

  function waitAfter(error: unknown, event: Chain[0], progressed: boolean): Settlement['wait'] {
    const scope = error instanceof HandoverError ? error.scope : 'service'
    const tries = scope === 'company' ? event.companyTries : progressed ? 0 : event.tries
    log.warn({ event: 'relay_failed', eventId: event.id, scope, tries: tries + 1, err: error })
    const wait = (tried: number) =>
      backOffMs(tried, scope === 'service' ? awayMs : refusedMs, random)
    if (scope === 'service' && clock() >= awayUntil) awayUntil = clock() + wait(failures++)
    return {
      scope: scope === 'company' ? 'company' : 'object',
      until: new Date(clock() + wait(tries)),
    }
  }

  return {
    add: (claimed) => {
      for (const one of claimed) {
        held += one.chain.length
        queue.push(one)
      }
      pump()
    },
    held: () => held,
    awayMs: () => Math.max(0, awayUntil - clock()),
    drained: async () => {
      while (under.size > 0) await Promise.all(under)
    },
    stop: () => {
      stopped = true
    },
  }
}
