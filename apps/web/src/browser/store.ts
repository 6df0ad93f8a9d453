import { useSyncExternalStore } from 'react'

/** One value that any part of the page may read, follow and change. */
export interface Store<T> {
  get: () => T
  /** A value that is the same as before is no news. */
  set: (next: T) => void
  /** Calls back at each change, until what it returns is called. */
  subscribe: (listener: () => void) => () => void
  /** The value, kept up to date. */
  use: () => T
}

/** A value that belongs to the page and not to a component. */
export function store<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let current = initial
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    subscribe,
    set: (next) => {
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
