/** Collects items while earlier ones are being flushed. */
export type Batcher<Item> = {
  add(item: Item): void
  /** Items waiting, those under way not counted. */
  waiting(): number
  /** Resolves when nothing waits and nothing is under way. */
  settled(): Promise<void>
}

/**
 * A self-clocked batch: no timer decides when it is full. A flush begins as soon as one of the few
 * places is free, with whatever has come until then, so batches grow with the load by themselves.
 * @param options `flush` never rejects: it answers its items itself
 */
export function batcher<Item>(options: {
  readonly places: number
  readonly maxItems: number
  readonly flush: (items: readonly Item[]) => Promise<void>
}): Batcher<Item> {
  let queue: Item[] = []
  let running = 0
  let planned = false
  let waiters: (() => void)[] = []

  const start = () => {
    planned = false
    while (running < options.places && queue.length > 0) {
      const items = queue.length <= options.maxItems ? queue : queue.slice(0, options.maxItems)
      queue = items === queue ? [] : queue.slice(options.maxItems)
      running++
      void options.flush(items).finally(() => {
        running--
        start()
      })
    }
    if (running > 0 || queue.length > 0) return
    for (const resolve of waiters) resolve()
    waiters = []
  }

  return {
    add(item) {
      queue.push(item)
      if (planned || running >= options.places) return
      planned = true
      // After this turn of the event loop, so that what arrived together goes together.
      setImmediate(start)
    },
    waiting: () => queue.length,
    settled: () =>
      running === 0 && queue.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiters.push(resolve)
          }),
  }
}
