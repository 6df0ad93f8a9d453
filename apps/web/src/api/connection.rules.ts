/** Whether the server can be reached, and when it last answered. */
export interface Connection {
  readonly lost: boolean
  /** Unix time, milliseconds; null before the first answer. */
  readonly lastAnswerAt: number | null
}

/** Follows what calls tell of the connection. */
export interface ConnectionWatch {
  /** The server answered, whatever it said. */
  answered: () => void
  /** A call did not get through. */
  failed: () => void
  current: () => Connection
  subscribe: (listener: () => void) => () => void
}

/** Knows nothing yet, and so assumes the best. */
export function connectionWatch(now: () => number): ConnectionWatch {
  let lastAnswerAt: number | null = null
  // Only a change is news: an answer each five seconds must draw nothing again.
  let current: Connection = { lost: false, lastAnswerAt: null }
  const listeners = new Set<() => void>()
  const change = (lost: boolean) => {
    if (lost === current.lost) return
    current = { lost, lastAnswerAt }
    for (const listener of listeners) listener()
  }
  return {
    answered: () => {
      lastAnswerAt = now()
      change(false)
    },
    failed: () => change(true),
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The viewer's load is tried again at most ten times, after 1 s, 2 s, … 10 s (specification §4). */
export const viewerRetry = { retry: 10, retryDelay: (count: number) => 1000 * (count + 1) } as const

/** No answer at all, or only from something in front of a server that is away. */
export function isUnreachable(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined
  return typeof status !== 'number' || [502, 503, 504].includes(status)
}
