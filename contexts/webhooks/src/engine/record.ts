import { setTimeout as sleep } from 'node:timers/promises'
import { failpoint } from '@countersign/kit/failpoint'
import { isDataError, type PinnedConnection } from '@countersign/kit/pinned-connection'
import { batcher } from './batch.ts'
import { type Settlement, storeOutcomes } from './record.store.ts'
import type { EngineLog } from './settings.ts'

/** Puts outcomes on record, in batches, however long the database is away. */
export type Recorder = {
  /** `stored` is called once the outcome is on record. */
  add(settlement: Settlement, stored: () => void): void
  /** True while nothing more should be sent: outcomes cannot be recorded, or are too many. */
  stuck(): boolean
  waiting(): number
  /** Resolves when all is on record. */
  settled(): Promise<void>
  /** Gives up what cannot be recorded; the leases of those deliveries run out. */
  abandon(): void
}

type Item = { readonly settlement: Settlement; readonly stored: () => void }

/** Unrecorded outcomes above which sending pauses: all of them would be repeated after a crash. */
const maxUnrecorded = 1024
const firstWaitMs = 50
const longestWaitMs = 1000

/** Builds a recorder that writes as `owner`. `onFree` is called when it is no longer stuck. */
export function recorder(deps: {
  readonly connections: readonly PinnedConnection[]
  readonly owner: string
  readonly now: () => number
  readonly log: EngineLog
  readonly onFree: () => void
  /** Deliveries that waited for their turn may be sent now. */
  readonly onDue: () => void
}): Recorder {
  const connections = [...deps.connections]
  let failing = false
  let abandoned = false

  /** Until the outcomes are on record: fencing, not this process, decides whether they still count. */
  const store = async (connection: PinnedConnection, items: readonly Item[]): Promise<void> => {
    for (let wait = firstWaitMs; !abandoned; wait = Math.min(2 * wait, longestWaitMs)) {
      try {
        const moreDue = await storeOutcomes(
          connection,
          deps.owner,
          items.map((item) => item.settlement),
          deps.now(),
        )
        failpoint('after-record-before-next')
        failing = false
        for (const item of items) item.stored()
        if (moreDue) deps.onDue()
        return
      } catch (error) {
        if (isDataError(error)) return oneByOne(connection, items, error)
        if (!failing) deps.log.warn({ event: 'record_failed', err: error })
        failing = true
        await sleep(wait)
      }
    }
  }

  /** A value that cannot be stored must not hold up the others. */
  const oneByOne = async (
    connection: PinnedConnection,
    items: readonly Item[],
    error: unknown,
  ): Promise<void> => {
    const [first, ...rest] = items
    if (!first) return
    if (rest.length > 0) for (const item of items) await store(connection, [item])
    else {
      deps.log.error({ event: 'record_refused', msgId: first.settlement.held.msgId, err: error })
      const { attempt } = first.settlement
      if (attempt === null || attempt.response === '') first.stored()
      else
        await store(connection, [
          { ...first, settlement: { ...first.settlement, attempt: { ...attempt, response: '' } } },
        ])
    }
  }

  const batch = batcher<Item>({
    places: connections.length,
    maxItems: 500,
    async flush(items) {
      const connection = connections.pop()
      if (!connection) throw new Error('More flushes than connections')
      await store(connection, items).finally(() => connections.push(connection))
      deps.onFree()
    },
  })

  return {
    add: (settlement, stored) => batch.add({ settlement, stored }),
    stuck: () => failing || batch.waiting() > maxUnrecorded,
    waiting: () => batch.waiting(),
    settled: () => batch.settled(),
    abandon() {
      abandoned = true
    },
  }
}
