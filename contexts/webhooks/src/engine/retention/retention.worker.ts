import { ksuidFloor } from '@countersign/kit/ids'
import { isServerError, type PinnedConnection } from '@countersign/kit/pinned-connection'
import type { EngineLog } from '../settings.ts'
import {
  deleteRest,
  dropPartition,
  eraseExpired,
  findPartitions,
  forgetNumbers,
  forgetTasks,
  forgetTokens,
  freeLines,
} from './retention.store.ts'
import { type Message, wipeDelivered, wipeRest } from './wipe.store.ts'

const dayMs = 86_400_000
/** No list reaches further back (contract 2.6), and no payload is kept for longer. */
const keptDays = 90
/** For clocks that differ, and for whoever is at the last page of a list. */
const marginDays = 1
const tidyEveryMs = 3_600_000
const most = 500
/** More that were taken are left to the hourly look. */
const maxTaken = 50_000

/** Forgets what has had its time. A crash in the middle is a batch less. */
export type Retention = {
  /** Erases all payloads whose time has come. @returns how many */
  erase(): Promise<number>
  /** Notes that an endpoint took a message whose payload is erased once all have taken it. */
  taken(message: Message): void
  /** Drops what no list reaches any more. */
  tidy(): Promise<void>
  /** To be called often: erases, and tidies up when it first is and then once an hour. */
  work(): Promise<void>
  /** Resolves when nothing is under way. */
  stop(): Promise<void>
}

/** Builds what forgets. It works when it is told to, one thing at a time. */
export function retention(deps: {
  readonly connection: PinnedConnection
  readonly now: () => number
  readonly log: EngineLog
}): Retention {
  const { connection, now, log } = deps
  let stopped = false
  let working = false
  let tidied = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  const taken: Message[] = []

  /** After what is under way; not at all once stopped. */
  const inTurn = <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    const done = last.then(() => (stopped ? otherwise : work()))
    last = done.catch(() => undefined)
    return done
  }

  const untilFew = async (batch: () => Promise<number>): Promise<number> => {
    for (let total = 0; ; ) {
      const count = await batch()
      total += count
      if (count < most || stopped) return total
    }
  }

  const dropOld = async (): Promise<void> => {
    const end = now() - (keptDays + marginDays) * dayMs
    const day = new Date(end).toISOString().slice(0, 10).replaceAll('-', '')
    for (const { parent, suffix } of await findPartitions(connection, day)) {
      if (stopped) return
      try {
        if (await dropPartition(connection, parent, suffix))
          log.info({ event: 'partition_dropped', partition: `${parent[0]}_${suffix}` })
      } catch (error) {
        // Readers are in the way; the next time will do.
        if (!isServerError(error)) throw error
        log.warn({ event: 'partition_kept', partition: `${parent[0]}_${suffix}`, err: error })
      }
    }
    // The same time as the end of the last day dropped, so that no list has a gap.
    const floor = ksuidFloor(Math.floor(end / dayMs) * dayMs)
    await untilFew(() => deleteRest(connection, floor, most))
    await untilFew(() => forgetNumbers(connection, floor, most))
    await untilFew(() => freeLines(connection, floor, now(), most))
  }

  const wipe = async (): Promise<void> => {
    while (taken.length > 0 && !stopped) {
      const batch = taken.slice(0, most)
      await wipeDelivered(connection, batch)
      // Those that were taken meanwhile stand behind it.
      taken.splice(0, batch.length)
    }
  }

  const erase = () =>
    inTurn(async () => {
      await wipe()
      return untilFew(() => eraseExpired(connection, now(), most))
    }, 0)
  const tidy = () =>
    inTurn(async () => {
      await untilFew(() => wipeRest(connection, most))
      await dropOld()
      await untilFew(() => forgetTasks(connection, now() - (keptDays + marginDays) * dayMs, most))
      await forgetTokens(connection, now() - dayMs)
    }, undefined)

  return {
    erase,
    tidy,
    taken({ appId, msgId }) {
      if (taken.length < maxTaken) taken.push({ appId, msgId })
    },
    async work() {
      // What is under way will do.
      if (working) return
      working = true
      try {
        await erase()
        const at = now()
        if (at < tidied + tidyEveryMs) return
        tidied = at
        await tidy()
      } finally {
        working = false
      }
    },
    async stop() {
      stopped = true
      await last
    },
  }
}
