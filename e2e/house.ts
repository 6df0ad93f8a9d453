import type { Browser, Page } from '@playwright/test'
import { test as base, openAs } from './kit.ts'
import { type Person, people } from './screens.ts'
import { type Server, startServer } from './start.ts'
import { prepare, type World } from './states.ts'

type House = {
  /** The page of somebody who has signed in, as the test before left it, or a new one in another browser. */
  page(who: Person, browser?: 'another browser'): Promise<Page>
  world: World
}

/** A server and one browser for each person, which the journeys of a file share, and nobody else. */
export const test = base.extend<
  { house: House },
  { houseOf: (file: string, browser: Browser) => Promise<House> }
>({
  houseOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      let running: { file: string; house: House; end: () => Promise<void> } | undefined
      await use(async (file, browser) => {
        if (running?.file === file) return running.house
        await running?.end()
        running = undefined
        const { house, end } = await open(browser)
        running = { file, house, end }
        return house
      })
      await running?.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  house: [
    async ({ houseOf, browser }, use, { file }) => use(await houseOf(file, browser)),
    { timeout: 60_000 },
  ],
})

async function open(browser: Browser): Promise<{ house: House; end: () => Promise<void> }> {
  const server = await startServer()
  const kept = new Map<Person, Page>()
  /** A browser of somebody, with the page that they signed in on. */
  const enter = async (who: Person) => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
    await context.addInitScript(() => {
      // A blank page has no storage.
      if (location.protocol !== 'about:') localStorage.cookieConsent ??= 'false'
    })
    const page = await context.newPage()
    const email = people[who]
    if (email) await openAs(page, email, '/privacy')
    else await page.goto('/privacy')
    return page
  }
  const keep = async (who: Person) => {
    const page = await enter(who)
    kept.set(who, page)
    return page
  }
  const house: House = {
    world: await settle(server, async () => prepare(await keep('ana'), await keep('lena'))),
    page: async (who, another) => {
      if (another) return enter(who)
      const page = kept.get(who) ?? (await keep(who))
      if (!page.isClosed()) return page
      // Somebody has closed it, but is still signed in.
      const anew = await page.context().newPage()
      kept.set(who, anew)
      return anew
    },
  }
  const end = async () => {
    for (const page of kept.values()) await page.context().close()
    await server.stop()
  }
  return { house, end }
}

/** Nobody else stops the server of a house that never opens. */
async function settle<T>(server: Server, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await server.stop()
    throw error
  }
}
