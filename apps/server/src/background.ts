/** Work that goes on by itself until it is stopped. */
export type Worker = { stop(): Promise<unknown> }

/** Work that is started once, however often that is asked for; stopping it before is no mistake. */
export type Background = { start(): void; stop(): Promise<void> }

/** Several pieces of work as one: started in their order, and stopped together. */
export function background(starters: readonly (() => Worker)[]): Background {
  let workers: readonly Worker[] | undefined
  return {
    start: () => {
      workers ??= starters.map((start) => start())
    },
    stop: async () => {
      await Promise.all((workers ?? []).map((worker) => worker.stop()))
    },
  }
}
