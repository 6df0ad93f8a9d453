/** How long a session lives. */
export type SessionLimits = {
  /** Without activity of the person, milliseconds. */
  readonly idleMs: number
  /** In all, milliseconds. */
  readonly absoluteMs: number
}

export const defaultLimits: SessionLimits = { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000 }

/** What decides on a session, Unix milliseconds. */
export type SessionTimes = { readonly lastActiveAt: number; readonly expiresAt: number }

/** The name of a session, the same however often its secret changes. It gives nothing away. */
export const sessionIdOf = (row: {
  readonly id_hash: Buffer
  readonly sealed_for: Buffer | null
}): string => `sess_${(row.sealed_for ?? row.id_hash).toString('base64url')}`

/** Whether a session is still good. */
export const isLive = (times: SessionTimes, now: number, { idleMs }: SessionLimits): boolean =>
  now < times.expiresAt && now - times.lastActiveAt < idleMs

/**
 * Whether activity is worth writing down: not more often than every 30 seconds (less when the limit
 * is short), so that a page full of requests is one write. A session may end that much early.
 */
export const isStale = (times: SessionTimes, now: number, { idleMs }: SessionLimits): boolean =>
  now - times.lastActiveAt >= Math.min(30_000, idleMs / 10)

/** Polls and other requests that no person caused are marked so, and keep no session alive. */
export const isBackground = (header: (name: string) => string | undefined): boolean =>
  header('x-background') === '1'
