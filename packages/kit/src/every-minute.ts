/** Does some work now and a minute (or `pauseMs`) after each time it ended, until stopped. */
export function everyMinute(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
  pauseMs = 60_000,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const turn = async (): Promise<void> => {
    await work().catch(failed)
    if (!stopped) timer = setTimeout(() => (running = turn()), pauseMs).unref()
  }
  let running = turn()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
