import { quantiles } from './figures.ts'

/** Does something every so many milliseconds. @returns what ends it and says how long each took */
export function beside(everyMs: number, once: () => Promise<unknown>) {
  const times: number[] = []
  let done = false
  const ended = (async () => {
    while (!done) {
      const from = performance.now()
      await once()
      times.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  })()
  return async () => {
    done = true
    await ended
    return quantiles(times)
  }
}

/** The same for ten seconds, in which nothing else happens. */
export async function alone(everyMs: number, once: () => Promise<unknown>) {
  const end = beside(everyMs, once)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  return end()
}
