import { ksuidFloor, timeOfId } from '@countersign/kit/ids'
import type { Travel } from './page.rules.ts'

const hour = 3_600_000
const reach = 90 * 24 * hour
/** Ids tell time in steps of 1/256 s, so a range of ids is a little wider than its range of time. */
const step = 4

/** What bounds a list in time, besides its iterator. */
export type Bounds = { readonly before?: Date | undefined; readonly after?: Date | undefined }

/** A range of time, and a range of ids that holds all of it. */
export type Window = {
  /** Included: who polls with the time of the last item seen misses none of the same millisecond. */
  readonly from: Date
  /** Excluded. */
  readonly before: Date
  /** The least id text without prefix, included. */
  readonly fromId: string
  /** The id text without prefix that lies beyond. */
  readonly toId: string
}

/** What a list of messages or attempts may show: 90 days, where depends on what is asked for. */
export function windowOf(bounds: Bounds, { from: cursor, back }: Travel, now: number): Window {
  const before = bounds.before?.getTime()
  const after = bounds.after?.getTime()
  const at = cursor === undefined ? undefined : timeOfId(cursor)
  const latest = now + hour
  const range = (start: number, end: number): Window => {
    const to = Math.min(end, latest)
    return {
      from: new Date(start),
      before: new Date(to),
      fromId: ksuidFloor(start - step),
      toId: ksuidFloor(to + 2 * step),
    }
  }
  if (before !== undefined) return range(Math.max(before - reach, after ?? 0), before)
  if (after !== undefined) return range(after, after + reach)
  if (at === undefined || Number.isNaN(at)) return range(now - reach, latest)
  return back ? range(at - step, at + reach) : range(at - reach, at + 2 * step)
}

/** `after` alone walks forward: the oldest items from that time on, shown newest first. */
export const walksForward = ({ before, after }: Bounds): boolean =>
  after !== undefined && before === undefined
