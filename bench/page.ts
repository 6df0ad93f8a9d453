import { startServer } from '../e2e/start.ts'
import { quantiles } from './figures.ts'
import { launchPlain, type PlainBrowser } from './plain-browser.ts'
import { slowLink } from './slow-link.ts'

const loads = Number(process.env.BENCH_LOADS ?? 7)
const slow = { bytesPerSecond: 1_250_000, roundTripMs: 40 }

type Load = { readonly paintMs: number; readonly cpuMs: number }
type Metric = { readonly name: string; readonly value: number }

/** In the page: resolves with the largest paint once the rows of the directory stand there. */
const seen = `new Promise((resolve) => {
  const row = () => document.querySelector('tbody a')
  const paint = () => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  const wait = () => row() ? requestAnimationFrame(() => setTimeout(paint)) : setTimeout(wait, 20)
  wait()
})`

/** Opens the directory in a fresh browser context, as somebody does who never was here. */
async function load(browser: PlainBrowser, url: string, throttle: number): Promise<Load> {
  const tab = await browser.open()
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  await tab.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await tab.send('Page.navigate', { url: `${url}/network/search` })
  const { result } = await tab.send('Runtime.evaluate', {
    ...{ expression: seen, awaitPromise: true, returnByValue: true },
  })
  const { metrics } = await tab.send('Performance.getMetrics')
  await tab.close()
  const task =
    (metrics as Metric[]).find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { paintMs: (result as { value: number }).value, cpuMs: task * 1000 }
}

/** The first route: largest paint, plain and slowed down, and the page's own processor time to usable. */
export async function run(): Promise<void> {
  const server = await startServer()
  const link = await slowLink(new URL(server.url), slow)
  const browser = await launchPlain()
  try {
    for (const [name, url, throttle] of [
      ['as this machine is', server.url, 1],
      ['4x slower, 10 Mbit/s, 40 ms', link.url, 4],
    ] as const) {
      const found: Load[] = []
      for (let n = 0; n < loads; n++) found.push(await load(browser, url, throttle))
      const paint = quantiles(found.map(({ paintMs }) => paintMs)).p50.toFixed(0)
      const cpu = quantiles(found.map(({ cpuMs }) => cpuMs)).p50.toFixed(0)
      console.log(
        `page: ${name}: largest paint ${paint} ms, thread ${cpu} ms (medians of ${loads})`,
      )
    }
  } finally {
    await browser.close()
    link.stop()
    await server.stop()
  }
}
