import type { Page } from '@playwright/test'
import { test as base, signIn } from './kit.ts'
import { type Person, people } from './screens.ts'
import { startServer } from './start.ts'
import { prepare, type World } from './states.ts'

type House = {
  /** The page of somebody who has signed in, as the test before left it, or a new one in another browser. */
  page(who: Person, browser?: 'another browser'): Promise<Page>
  world: World
}

/** A server of its own, so that what the journeys change is not there, and one browser for each person. */
export const test = base.extend<object, { house: House }>({
  house: [
    async ({ browser }, use) => {
      const server = await startServer()
      const kept = new Map<Person, Page>()
      /** A browser of somebody, with the page that they signed in on. */
      const open = async (who: Person) => {
        const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
        await context.addInitScript(() => {
          localStorage.cookieConsent ??= 'false'
        })
        const page = await context.newPage()
        const email = people[who]
        await page.goto('/auth?redirect=/privacy')
        if (email) {
          await signIn(page, email)
          await page.waitForURL('**/privacy')
        }
        return page
      }
      const keep = async (who: Person) => {
        const page = await open(who)
        kept.set(who, page)
        return page
      }
      const [ana, lena] = [await keep('ana'), await keep('lena')]
      const world = await prepare(ana, lena)
      await use({
        world,
        page: async (who, another) => {
          if (another) return open(who)
          const page = kept.get(who) ?? (await keep(who))
          if (!page.isClosed()) return page
          // Somebody has closed it, but is still signed in.
          const anew = await page.context().newPage()
          kept.set(who, anew)
          return anew
        },
      })
      for (const page of kept.values()) await page.context().close()
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
