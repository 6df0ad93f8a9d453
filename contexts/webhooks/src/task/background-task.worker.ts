import { randomUUID } from 'node:crypto'
import { asFailure } from '@countersign/kit/errors'
import type { EngineLog } from '../engine/index.ts'
import type { WebhooksDatabase } from '../tables.ts'
import {
  addPart,
  claimTask,
  endTask,
  gatherParts,
  lockTask,
  noteFailure,
  releaseTask,
  saveProgress,
  type TaskLease,
} from './background-task.store.ts'
import { broadcastStep } from './broadcast.worker.ts'
import { bulkReplayStep } from './bulk-replay.worker.ts'
import { eventTypeUsageStep } from './event-type-usage.worker.ts'
import { purgeStep } from './purge.worker.ts'
import { recoverStep } from './recover.worker.ts'
import { replayStep } from './replay.worker.ts'
import type { Step } from './step.ts'
import { usageStep } from './usage.worker.ts'

/** What the runner of background tasks works with. */
export type TaskDeps = {
  /** As role `countersign_app`: each page is done as the organisation whose task it is. */
  readonly database: WebhooksDatabase
  /** As role `countersign_engine`: to find tasks over all organisations. */
  readonly engineDatabase: WebhooksDatabase
  readonly log: EngineLog
  /** Unix milliseconds, for tests. Left out, time is the database's. */
  readonly clock?: () => number
  /** How long a task stays with a worker that gives no sign of life. */
  readonly leaseMs?: number
  /** The longest time between two looks for tasks. */
  readonly pollMs?: number
  /** The wait after a page's first failure; it doubles with each. */
  readonly retryMs?: number
}

/** The background tasks of this process. */
export type Tasks = {
  /** Finishes the pages under way and gives the rest back. */
  stop(): Promise<void>
}

/** Tasks at the same time in one process; each uses a connection. */
const most = 2
/** How long a task goes on before the next one that waits has its turn. */
const turnMs = 1_000
/** Failures of one page in a row after which its task is given up. */
const maxFailures = 6

const steps: Readonly<Record<string, Step>> = {
  'endpoint.recover': recoverStep,
  'endpoint.replay': replayStep,
  'endpoint.bulk-replay': bulkReplayStep,
  'application.stats': usageStep,
  'application.purge_content': purgeStep,
  'event-type.aggregate': eventTypeUsageStep,
  'message.broadcast': broadcastStep,
}

/**
 * Works on background tasks, page by page. A page and the progress that it makes are one
 * transaction, so whoever takes a task over goes on exactly where it stands.
 */
export function startTasks(deps: TaskDeps): Tasks {
  const { database, engineDatabase, log, leaseMs = 20_000, pollMs = 1_000, retryMs = 1_000 } = deps
  const owner = randomUUID()
  const running = new Set<Promise<void>>()
  let stopped = false
  let failing = false

  /** @returns whether there is more to do */
  const page = (lease: TaskLease): Promise<boolean> =>
    database.withTenant(lease.orgId, async (tx) => {
      const found = await lockTask(tx, lease, leaseMs)
      const step = steps[lease.task]
      if (!found || !step) return false
      const now = deps.clock?.() ?? found.now
      const made = await step(tx, { ...found, orgId: lease.orgId, now })
      if (made.found && made.found.length > 0) await addPart(tx, lease, made.found)
      if ('progress' in made) {
        await saveProgress(tx, lease, made.progress)
        return true
      }
      const data = 'data' in made ? made.data : { [made.gathered]: await gatherParts(tx, lease) }
      await endTask(tx, lease, 'finished', data)
      return false
    })

  const turn = async (lease: TaskLease): Promise<void> => {
    const end = performance.now() + turnMs
    const { orgId, id, task } = lease
    try {
      while (await page(lease)) {
        if (!stopped && performance.now() < end) continue
        await database.withTenant(orgId, (tx) => releaseTask(tx, lease))
        return
      }
    } catch (error) {
      // A database that is away is not the task's fault: its lease ends, and it goes on.
      if (asFailure(error).code === 'unavailable') throw error
      const failures = await database.withTenant(orgId, async (tx) => {
        const count = (await noteFailure(tx, lease)) ?? 0
        if (count < maxFailures) await releaseTask(tx, lease, retryMs * 2 ** (count - 1))
        else await endTask(tx, lease, 'failed', { error: 'The task couldn’t be completed.' })
        return count
      })
      log.error({ event: 'task_failed', id, orgId, task, failures, err: error })
    }
  }

  const work = async () => {
    while (!stopped) {
      const lease = await engineDatabase.withNobody((tx) => claimTask(tx, owner, leaseMs))
      failing = false
      if (!lease) return
      await turn(lease)
    }
  }

  const look = () => {
    if (stopped || running.size >= most) return
    const lane = work()
      .catch((error: unknown) => {
        if (!failing) log.warn({ event: 'tasks_wait', err: error })
        failing = true
      })
      .finally(() => running.delete(lane))
    running.add(lane)
  }

  const timer = setInterval(look, pollMs)
  const unlisten = engineDatabase.listen('webhooks_task', look)
  look()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await unlisten()
      await Promise.all(running)
    },
  }
}
