import type { BrowserContext, Page } from '@playwright/test'
import { test as base, signIn } from './kit.ts'
import { type Person, people } from './screens.ts'
import { startServer } from './start.ts'
import { prepare, type World } from './states.ts'

type House = {
  /** A page of somebody who has signed in, in their browser or in another one. */
  page(who: Person, browser?: 'another browser'): Promise<Page>
  world: World
}

/** A server of its own, so that what the journeys change is not there, and one browser for each person. */
export const test = base.extend<object, { house: House }>({
  house: [
    async ({ browser }, use) => {
      const server = await startServer()
      const contexts = new Map<Person, BrowserContext>()
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
        contexts.set(who, page.context())
        return page
      }
      const [ana, lena] = [await keep('ana'), await keep('lena')]
      const world = await prepare(ana, lena)
      await Promise.all([ana.close(), lena.close()])
      await use({
        world,
        page: async (who, another) => {
          if (another) return open(who)
          if (!contexts.has(who)) await (await keep(who)).close()
          const context = contexts.get(who)
          if (!context) throw new Error('No browser')
          return context.newPage()
        },
      })
      for (const context of contexts.values()) await context.close()
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
