import { type Failed, retryDelay, type Schedule } from './schedule.rules.ts'

/** After this failure the sender is warned that a message keeps failing (contract 5.5). */
const failingAfter = 4

/** What came of one attempt, as far as it decides what happens next. */
export type Attempted = Failed & {
  /** How many attempts have been made, this one included. */
  readonly attempts: number
}

/** Something that whoever configured the endpoint wants to hear of. */
export type Notice = 'failing' | 'exhausted' | 'recovered'

/** What happens next: `status` is the delivery's, 0 success, 2 fail, 3 sending. */
export type Verdict = {
  readonly status: 0 | 2 | 3
  /** Milliseconds to the next attempt; null when there is none. */
  readonly retryIn: number | null
  /** The receiver said that it is gone for good (410). */
  readonly gone: boolean
  readonly notice: Notice | null
}

/** Judges an attempt: done, again later, or given up. */
export function verdictOn(
  attempted: Attempted,
  schedule: Schedule,
  chance: { random: number; now: number },
): Verdict {
  const { attempts, status } = attempted
  if (status >= 200 && status < 300) {
    const notice = attempts > failingAfter ? 'recovered' : null
    return { status: 0, retryIn: null, gone: false, notice }
  }
  const gone = status === 410
  const retryIn = gone ? null : retryDelay(schedule, attempts, attempted, chance)
  if (retryIn === null) return { status: 2, retryIn, gone, notice: 'exhausted' }
  return { status: 3, retryIn, gone, notice: attempts === failingAfter ? 'failing' : null }
}

/** Where a delivery stands: its status, and when it is tried again (Unix time in milliseconds). */
export type DeliveryState = { readonly status: 0 | 2 | 3; readonly nextAt: number | null }

/**
 * The delivery's state after an attempt. A manual one that failed leaves it as it was.
 * @param before a manual attempt's: how the delivery stood when it was asked for
 */
export function stateAfter(
  { status, retryIn }: Verdict,
  finished: number,
  before: DeliveryState | null,
): DeliveryState {
  if (!before || status === 0)
    return { status, nextAt: retryIn === null ? null : finished + retryIn }
  return { status: before.status, nextAt: before.status === 3 ? (before.nextAt ?? finished) : null }
}

/**
 * What an exhausted message does to its endpoint's clock of failure (contract 5.5). The clock starts
 * with the first, is forgotten when twice as old as allowed, and in between disables the endpoint.
 */
export function judgeFailing(
  failingSince: number | null,
  now: number,
  disableAfterMs: number,
): { failingSince: number; disable: boolean } {
  if (failingSince === null || now - failingSince > 2 * disableAfterMs)
    return { failingSince: now, disable: false }
  return { failingSince, disable: now - failingSince > disableAfterMs }
}
