import { setTimeout } from 'node:timers/promises'
import { startServer } from '../e2e/start.ts'
import { quantiles } from './figures.ts'
import { launchPlain, type PlainBrowser, type Tab } from './plain-browser.ts'
import { type Cookie, signIn } from './sign-in.ts'
import { slowLink } from './slow-link.ts'

const loads = Number(process.env.BENCH_LOADS ?? 7)
const slow = { bytesPerSecond: 1_250_000, roundTripMs: 40 }
const person = 'ana.reyes@kestrelbay.example'

type Load = { readonly paintMs: number; readonly cpuMs: number; readonly requests: number }
type Metric = { readonly name: string; readonly value: number }

/** Pages with what of them stands there once they can be used, and the aim for the slow link. */
const pages = [
  { path: '/network/search', shows: 'tbody a', signedIn: false, aim: '' },
  { path: '/dashboard', shows: 'main li a', signedIn: true, aim: ', aim 2000' },
  {
    path: '/due-diligence/questionnaire',
    shows: 'main textarea, main input',
    signedIn: true,
    aim: ', aim 1900',
  },
] as const

/** In the page: the places of the rail. */
const rail = `[...document.querySelectorAll('nav a[href^="/"]')].map((link) => link.getAttribute('href'))`

/** In the page: resolves with the largest paint and the requests made once `shows` stands there. */
const seen = (shows: string) => `new Promise((resolve) => {
  const requests = () => performance.getEntriesByType('resource').length + 1
  const paint = () => new PerformanceObserver((list) => resolve({
    paintMs: list.getEntries().at(-1).startTime, requests: requests() }))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  const wait = () => document.querySelector(${JSON.stringify(shows)})
    ? requestAnimationFrame(() => setTimeout(paint)) : setTimeout(wait, 20)
  wait()
})`

/** In the page: follows a link of the rail; milliseconds until the next page has its heading, or null without a link. */
const going = (path: string) => `new Promise((resolve) => {
  const link = document.querySelector('nav a[href="${path}"]')
  if (!link) return resolve(null)
  const began = performance.now()
  const before = document.querySelector('main h1')
  link.click()
  const wait = () => {
    const heading = document.querySelector('main h1')
    location.pathname === '${path}' && heading && heading !== before
      ? requestAnimationFrame(() => resolve(performance.now() - began)) : setTimeout(wait, 2)
  }
  wait()
})`

const evaluate = async (tab: Tab, expression: string) => {
  const { result } = await tab.send('Runtime.evaluate', {
    ...{ expression, awaitPromise: true, returnByValue: true },
  })
  return Reflect.get(Object(result), 'value')
}

const enter = async (tab: Tab, url: string, cookies: readonly Cookie[]) => {
  for (const cookie of cookies) await tab.send('Network.setCookie', { url, ...cookie })
}

/** Opens a page in a fresh browser context, as somebody does who never was here. */
async function load(
  browser: PlainBrowser,
  address: string,
  { shows, throttle, cookies }: { shows: string; throttle: number; cookies: readonly Cookie[] },
): Promise<Load> {
  const tab = await browser.open()
  await enter(tab, address, cookies)
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  await tab.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await tab.send('Page.navigate', { url: address })
  const { paintMs, requests } = await evaluate(tab, seen(shows))
  const { metrics } = await tab.send('Performance.getMetrics')
  await tab.close()
  const task =
    (metrics as Metric[]).find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { paintMs, requests, cpuMs: task * 1000 }
}

/** Goes from place to place, twice: the second time all code is there. */
async function go(browser: PlainBrowser, url: string, cookies: readonly Cookie[]): Promise<void> {
  const tab = await browser.open()
  await enter(tab, url, cookies)
  await tab.send('Page.navigate', { url: `${url}/dashboard` })
  await evaluate(tab, seen('main li a'))
  for (const round of ['first', 'second']) {
    // What is fetched in idle moments is there when people get to it.
    await setTimeout(3_000)
    const times: (readonly [string, number])[] = []
    const places: readonly string[] = await evaluate(tab, rail)
    for (const path of [...places.slice(1), ...places.slice(0, 1)]) {
      const ms: unknown = await evaluate(tab, going(path))
      if (typeof ms === 'number') times.push([path, ms])
      await setTimeout(400)
    }
    const { p50 } = quantiles(times.map(([, ms]) => ms))
    const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, 3)
    console.log(
      `page: going to each of ${times.length} places, ${round} time: ${p50.toFixed(0)} ms (median, aim 100); slowest ${slowest
        .map(([path, ms]) => `${path} ${ms.toFixed(0)} ms`)
        .join(', ')}`,
    )
  }
  await tab.close()
}

/** Largest paint of pages, plain and slowed down, the page's own processor time to usable, and going between pages. */
export async function run(): Promise<void> {
  const server = await startServer()
  const link = await slowLink(new URL(server.url), slow)
  const browser = await launchPlain()
  try {
    const cookies = await signIn(server.url, person)
    for (const { path, shows, signedIn, aim } of pages)
      for (const [name, url, throttle] of [
        ['as this machine is', server.url, 1],
        ['4x slower, 10 Mbit/s, 40 ms', link.url, 4],
      ] as const) {
        const found: Load[] = []
        const as = { shows, throttle, cookies: signedIn ? cookies : [] }
        for (let n = 0; n < loads; n++) found.push(await load(browser, url + path, as))
        const [paint, cpu, requests] = (['paintMs', 'cpuMs', 'requests'] as const).map((of) =>
          quantiles(found.map((one) => one[of])).p50.toFixed(0),
        )
        console.log(
          `page: ${path} ${name}: largest paint ${paint} ms${throttle > 1 ? aim : ''}, thread ${cpu} ms, ${requests} requests (medians of ${loads})`,
        )
      }
    await go(browser, server.url, cookies)
  } finally {
    await browser.close()
    link.stop()
    await server.stop()
  }
}
