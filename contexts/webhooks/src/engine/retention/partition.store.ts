import { ksuidFloor } from '@countersign/kit/ids'
import {
  isServerError,
  type PinnedConnection,
  type Statement,
} from '@countersign/kit/pinned-connection'

const dayMs = 86_400_000
/** Partitions are made this many days ahead, so that a week of trouble finds them ready. */
const daysAhead = 7

const parents = [
  ['message', 'msg_'],
  ['delivery', 'msg_'],
  ['attempt', 'atmpt_'],
] as const

const make: Statement = {
  name: 'make-partition',
  text: 'select webhooks.make_partition($1, $2, $3, $4)',
}

/**
 * Makes the daily partitions of today and the week ahead where they are missing. A day whose rows
 * already lie in the default partition keeps them there.
 * @returns names of partitions that could not be made
 */
export async function makePartitions(connection: PinnedConnection, now: number): Promise<string[]> {
  const refused: string[] = []
  const today = Math.floor(now / dayMs) * dayMs
  for (let day = today; day <= today + daysAhead * dayMs; day += dayMs) {
    const suffix = new Date(day).toISOString().slice(0, 10).replaceAll('-', '')
    const [from, to] = [ksuidFloor(day), ksuidFloor(day + dayMs)]
    for (const [parent, prefix] of parents) {
      try {
        await connection.query(make, [parent, suffix, prefix + from, prefix + to])
      } catch (error) {
        if (!isServerError(error)) throw error
        refused.push(`${parent}_${suffix}`)
      }
    }
  }
  return refused
}
