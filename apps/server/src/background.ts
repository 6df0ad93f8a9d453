/** Work that goes on by itself until it is stopped. */
export type Worker = { stop(): Promise<unknown> }

/** Work that is started once, however often that is asked for; stopping it before is no mistake. */
export type Background = { start(): void; stop(): Promise<void> }

/** Several pieces of work as one: started in their order, and stopped together. */
export function background(starters: readonly (() => Worker)[]): Background {
  const workers: Worker[] = []
  let started = false
  return {
    start: () => {
      if (started) return
      started = true
      // One by one, so that those before one that fails to start are stopped all the same.
      for (const start of starters) workers.push(start())
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
