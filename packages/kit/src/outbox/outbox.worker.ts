import type { Database, Tx } from '../database/db.ts'
import { failpoint } from '../failpoint.ts'
import type { Logger } from '../log.ts'
import { createHandover } from './handover.ts'
import { chainsOf, type MessageSender } from './outbox.rules.ts'
import { claimEvents, type Settlement, settleEvents } from './outbox.store.ts'
import { outboxChannel } from './outbox.ts'

/** What a relay works with. */
export type RelayDeps<Tables> = {
  /** Connected as countersign_relay. */
  readonly database: Database<Tables>
  readonly sender: MessageSender
  /** The companies' applications at the webhook service. One without has nobody listening. */
  readonly applications: (
    tx: Tx<Tables>,
    dids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger
  /** How often to look without being woken, in milliseconds; for events that nobody told the relay of. */
  readonly pollMs?: number
}

/** Hands events to the webhook service. Any number of relays run side by side. */
export type Relay = {
  /** Claims what is due, hands it over and settles it, once. @returns how many events were claimed */
  turn(): Promise<number>
  /** Does so whenever there is something, until stopped. */
  start(): void
  /** Lets what is on its way arrive; the rest is left to others. */
  stop(): Promise<void>
}

/** Events in hand at the most: enough for full batches, few enough for other relays to share. */
const maxInHand = 500
const companiesAtOnce = 50
const leaseMs = 30_000

/** Makes a relay; nothing happens before `start` or `turn`. */
export function createRelay<Tables>(deps: RelayDeps<Tables>): Relay {
  const { database, sender, applications, clock, random, log, pollMs = 1000 } = deps
  const unsettled: Settlement[] = []
  let settling: Promise<void> | undefined
  let after = ''
  let dueAt = Number.POSITIVE_INFINITY
  const handover = createHandover({ sender, clock, random, log, settled: settle })
  const bell = createBell()

  /** Puts the next events in hand. @returns how many; 0 when nothing is due for any company */
  async function claim(): Promise<number> {
    const isRound = after === ''
    const count = await claimBehind()
    return count > 0 || isRound ? count : claimBehind()
  }

  /** The same for the companies behind `after`, which goes on to the last of these or to the start. */
  async function claimBehind(): Promise<number> {
    const at = clock()
    const until = new Date(at + leaseMs)
    const now = new Date(at)
    const events = maxInHand - handover.held()
    const { claimed, companies } = await database.withNobody(async (tx) => {
      const rows = await claimEvents(tx, { now, until, after, events, companies: companiesAtOnce })
      const dids = [...new Set(rows.map(({ company }) => company))]
      const found = dids.length > 0 ? await applications(tx, dids) : new Map<string, string>()
      const claimed = chainsOf(rows).map((chain) => {
        const application = found.get(chain[0].company)
        return { chain, application, at, until }
      })
      return { claimed, companies: dids.toSorted() }
    })
    after = companies.length === companiesAtOnce ? (companies.at(-1) ?? '') : ''
    handover.add(claimed)
    return claimed.reduce((sum, { chain }) => sum + chain.length, 0)
  }

  /** One statement for all that came back while the one before was under way. */
  function settle(settlement: Settlement): void {
    unsettled.push(settlement)
    if (settlement.wait) dueAt = Math.min(dueAt, settlement.wait.until.getTime())
    settling ??= settleAll()
  }

  async function settleAll(): Promise<void> {
    // Those that come back at the same moment share a statement.
    await new Promise(setImmediate)
    while (unsettled.length > 0) {
      const batch = unsettled.splice(0)
      failpoint('after-relay-before-settle')
      // What cannot be settled is handed over again when the claim has run out.
      await database
        .withNobody((tx) => settleEvents(tx, batch))
        .catch((error: unknown) => log.warn({ event: 'relay_not_settled', err: error }))
      bell.ring()
    }
    settling = undefined
  }

  async function drained(): Promise<void> {
    do {
      await handover.drained()
      await settling
    } while (handover.held() > 0 || settling)
  }

  /** Claims while there is something to claim and room for it. @returns how long to wait then, in ms */
  async function work(): Promise<number> {
    while (!bell.stopped()) {
      const away = handover.awayMs()
      if (away > 0) return away
      // The bell rings again when half of what is in hand has been settled.
      if (handover.held() > maxInHand / 2) return pollMs
      if (clock() >= dueAt) dueAt = Number.POSITIVE_INFINITY
      if ((await claim()) === 0) break
    }
    return Math.min(pollMs, Math.max(0, dueAt - clock()))
  }

  async function run(): Promise<void> {
    while (!bell.stopped()) {
      bell.hush()
      const ms = await work().catch((error: unknown) => {
        log.warn({ event: 'relay_paused', err: error })
        return pollMs
      })
      await bell.wait(ms)
    }
  }

  let running: Promise<void> | undefined
  let unlisten: (() => Promise<void>) | undefined
  return {
    turn: async () => {
      const claimed = await claim()
      await drained()
      return claimed
    },
    start: () => {
      unlisten ??= database.listen(outboxChannel, bell.ring)
      running ??= run()
    },
    stop: async () => {
      handover.stop()
      bell.stop()
      await running
      await drained()
      await unlisten?.()
    },
  }
}

/** What the relay waits for between two looks. */
function createBell() {
  let rung = false
  let stopped = false
  let wake = (): void => undefined
  const ring = () => {
    rung = true
    wake()
  }
  return {
    ring,
    /** Forgets earlier rings. */
    hush: () => {
      rung = false
    },
    stop: () => {
      stopped = true
      ring()
    },
    stopped: () => stopped,
    /** Resolves at a ring since the last hush, or after so many milliseconds. */
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve()
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
