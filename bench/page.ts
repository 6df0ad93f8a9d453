import { type Browser, chromium } from '@playwright/test'
import start from '../e2e/start.ts'
import config from '../playwright.config.ts'

const loads = 7

/** A network of 10 Mbit/s and 40 ms, and a processor at a quarter of this one's speed. */
const slow = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
}

type Load = { readonly paintMs: number; readonly cpuMs: number }

/** Opens the directory in a fresh browser context, as somebody does who never was here. */
async function load(browser: Browser, throttled: boolean): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (throttled) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  await page.goto(`${process.env.BASE_URL}/network/search`)
  await page.getByRole('link', { name: 'Alpenvault Custody' }).waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  return { paintMs, cpuMs: task * 1000 }
}

/** The first route: largest paint, plain and slowed down, and the page's own processor time to usable. */
export async function run(): Promise<void> {
  const stop = await start()
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    for (const throttled of [false, true]) {
      const seen: Load[] = []
      for (let n = 0; n < loads; n++) seen.push(await load(browser, throttled))
      const median = (of: (one: Load) => number) =>
        seen
          .map(of)
          .toSorted((a, b) => a - b)
          [Math.floor(loads / 2)]?.toFixed(0)
      console.log(
        `page: ${throttled ? '4x slower, 10 Mbit/s, 40 ms' : 'as this machine is'}: largest paint ` +
          `${median(({ paintMs }) => paintMs)} ms, thread ${median(({ cpuMs }) => cpuMs)} ms (medians of ${loads})`,
      )
    }
  } finally {
    await browser.close()
    await stop()
  }
}
