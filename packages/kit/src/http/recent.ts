/** Answers that are kept for a moment. */
export type Recent<T> = {
  /** The answer of this key, loaded when it is not there or too old. Nothing is kept of `undefined`. */
  get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>
  /** Forgets everything, because something has changed. */
  clear(): void
}

type Entry<T> = { readonly answer: Promise<T | undefined>; until: number }

/**
 * Keeps answers for `ms` milliseconds, `max` of them. What this process changes clears it, so only
 * another process's change can be missed, and only that long. However many ask at once, one loads.
 */
export function recent<T>({ ms, max = 10_000 }: { ms: number; max?: number }): Recent<T> {
  let kept = new Map<string, Entry<T>>()
  return {
    get: (key, load) => {
      const found = kept.get(key)
      if (found && found.until > performance.now()) return found.answer
      // Whoever asks after a change finds a new map, and so never what was loaded before it.
      const into = kept
      if (into.size >= max) into.clear()
      const entry = { answer: load(), until: Number.POSITIVE_INFINITY }
      into.set(key, entry)
      const forget = () => into.get(key) === entry && into.delete(key)
      entry.answer.then((answer) => {
        if (answer === undefined) forget()
        else entry.until = performance.now() + ms
      }, forget)
      return entry.answer
    },
    clear: () => {
      kept = new Map()
    },
  }
}
