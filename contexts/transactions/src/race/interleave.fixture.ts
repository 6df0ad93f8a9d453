import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import type { TransactionsDatabase } from '../tables.ts'

/** One of those who race. */
type Runner = {
  readonly name: string
  /** Statements that wait for their turn. */
  parked: number
  /** The connection of its open transaction. */
  pid: number | undefined
  isDone: boolean
  /** Says that it waits for its turn, or is done. */
  rest: () => void
}

/** What somebody does through a database of their own. */
export type Racer = (database: TransactionsDatabase) => Promise<unknown>

/**
 * Lets two race, statement by statement: the scheduler says whose turn it is, and `bursts` how many statements a turn
 * has. PostgreSQL alone knows who waits for a lock of the other: whoever does gets no turn until the other has let go.
 * @param watch a connection on which nobody waits
 */
export async function interleave(
  database: TransactionsDatabase,
  watch: pg.Pool,
  scheduler: fc.Scheduler,
  bursts: Iterator<number>,
  racers: readonly [Racer, Racer],
): Promise<PromiseSettledResult<unknown>[]> {
  const runners = ['first', 'second'].map(
    (name): Runner => ({ name, parked: 0, pid: undefined, isDone: false, rest: () => undefined }),
  )
  const running = runners.map(async (runner, n) => {
    try {
      return await racers[n]?.(inTurns(database, runner, turnsOf(scheduler, bursts, runner)))
    } finally {
      runner.isDone = true
      runner.rest()
    }
  })
  const outcomes = Promise.allSettled(running)
  while (runners.some(({ isDone }) => !isDone)) {
    for (const runner of runners) await settled(watch, runner)
    if (scheduler.count() > 0) await scheduler.waitNext(1)
    // Whoever got a turn takes it before the next look at who waits.
    await setImmediate()
  }
  return outcomes
}

function turnsOf(scheduler: fc.Scheduler, bursts: Iterator<number>, runner: Runner) {
  let left = 0
  return async () => {
    if (left-- > 0) return
    runner.parked++
    const turn = scheduler.schedule(Promise.resolve(), runner.name)
    runner.rest()
    await turn
    runner.parked--
    left = bursts.next().value - 1
  }
}

/** The same database, each of whose statements waits for a turn. */
const inTurns = (
  database: TransactionsDatabase,
  runner: Runner,
  turn: () => Promise<void>,
): TransactionsDatabase => ({
  ...database,
  withTenant: async (tenant, work, how) => {
    await turn()
    return database
      .withTenant(
        tenant,
        async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          runner.pid = rows[0]?.pid
          const executor = tx.getExecutor()
          const execute = executor.executeQuery.bind(executor)
          executor.executeQuery = async (statement, options) => {
            await turn()
            return execute(statement, options)
          }
          return work(tx)
        },
        how,
      )
      .finally(() => {
        runner.pid = undefined
      })
  },
})

/** Between two looks at whether somebody waits for a lock, in milliseconds. */
const lookMs = 5

/** Waits until somebody has done what they could: it is not their turn, or they wait for a lock, or are done. */
async function settled(watch: pg.Pool, runner: Runner): Promise<void> {
  while (!runner.isDone && runner.parked === 0) {
    const rests = new Promise<void>((resolve) => {
      runner.rest = resolve
    })
    await Promise.race([rests, pause(lookMs)])
    if (runner.isDone || runner.parked > 0) return
    if (runner.pid !== undefined && (await isBlocked(watch, runner.pid))) return
  }
}

async function isBlocked(watch: pg.Pool, pid: number): Promise<boolean> {
  const { rows } = await watch.query<{ blocked: boolean }>(
    'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
    [pid],
  )
  return rows[0]?.blocked === true
}
