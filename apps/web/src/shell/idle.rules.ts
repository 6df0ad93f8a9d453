/** Milliseconds of specification §9; the warning is ours (WCAG 2.2.1). */
export const idleTimes = { limit: 1_800_000, warning: 120_000, throttle: 500 } as const

/** Whether the user is active, about to be signed out, or to be signed out now. */
export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warned'; readonly secondsLeft: number }
  | { readonly kind: 'ended' }

/** What the watch needs of the world. */
export interface IdleWorld {
  /** Unix time, milliseconds. */
  now: () => number
  /** Tells other tabs when the user was last active. */
  tell: (at: number) => void
}

/** Follows the activity of one person in all tabs. */
export interface IdleWatch {
  /** The user did something here. */
  activity: () => void
  /** The user did something in another tab. */
  heard: (at: number) => void
  /** How things are now. Once ended it stays so: a late movement of the mouse brings nothing back. */
  state: () => IdleState
}

/** Starts with activity now. */
export function idleWatch({ now, tell }: IdleWorld): IdleWatch {
  let lastAt = now()
  let ended = false

  function state(): IdleState {
    const idle = now() - lastAt
    // A laptop that slept wakes up beyond the limit without any timer having run.
    ended ||= idle >= idleTimes.limit
    if (ended) return { kind: 'ended' }
    const left = idleTimes.limit - idle
    if (left > idleTimes.warning) return { kind: 'active' }
    return { kind: 'warned', secondsLeft: Math.ceil(left / 1000) }
  }

  return {
    state,
    activity: () => {
      const at = now()
      if (state().kind === 'ended' || at - lastAt < idleTimes.throttle) return
      lastAt = at
      tell(at)
    },
    heard: (at) => {
      // Another tab's clock is ours; a moment still to come would be no tab's.
      if (at > lastAt && at <= now() && state().kind !== 'ended') lastAt = at
    },
  }
}
