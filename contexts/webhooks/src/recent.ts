/** Answers that are kept for a moment. */
export type Recent<T> = {
  /** The answer of this key, loaded when it is not there or too old. Nothing is kept of `undefined`. */
  get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>
  /** Forgets everything, because something has changed. */
  clear(): void
}

/**
 * Keeps answers for `ms` milliseconds, `max` of them. What this process changes clears it, so only
 * another process's change can be missed, and only that long.
 */
export function recent<T>({ ms, max = 10_000 }: { ms: number; max?: number }): Recent<T> {
  let kept = new Map<string, { answer: T; until: number }>()
  return {
    get: async (key, load) => {
      const found = kept.get(key)
      if (found && found.until > performance.now()) return found.answer
      const into = kept
      const answer = await load()
      // Loaded before a change that came meanwhile: good for this caller, not for the next.
      if (answer === undefined || into !== kept) return answer
      if (kept.size >= max) kept.clear()
      kept.set(key, { answer, until: performance.now() + ms })
      return answer
    },
    clear: () => {
      kept = new Map()
    },
  }
}
