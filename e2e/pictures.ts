import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page, type PageScreenshotOptions } from '@playwright/test'
import config from '../playwright.config.ts'
import { signIn } from './kit.ts'
import { type Person, people, screens } from './screens.ts'
import { startServer } from './start.ts'
import { prepare, type State, show, states, viewerOf } from './states.ts'

/**
 * Photographs the screens of the demo: `npm run pictures` renews the set in `docs/pictures/`,
 * `npm run pictures -- --all DIR` writes every screen in every state, both themes and both widths to
 * DIR as `name-state-theme-width.png`; more words choose the screens whose names begin with them.
 */
const themes = ['light', 'dark'] as const
const widths = [1280, 390] as const

type Look = { readonly theme: (typeof themes)[number]; readonly width: (typeof widths)[number] }

const looks: readonly Look[] = themes.flatMap((theme) => widths.map((width) => ({ theme, width })))

/** A page of somebody who has signed in. */
async function open(
  browser: Browser,
  baseURL: string,
  who: Person,
  { theme, width }: Look,
): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL, colorScheme: theme, locale: 'en-GB' },
    viewport: { width, height: width === 390 ? 844 : 800 },
  })
  // The question about cookies is answered: it would lie over every picture.
  await context.addInitScript(() => {
    localStorage.cookieConsent ??= 'false'
  })
  const page = await context.newPage()
  await page.goto('/auth?redirect=/privacy')
  const email = people[who]
  if (email === null) return page
  await signIn(page, email)
  await page.waitForURL('**/privacy')
  return page
}

/** Takes each picture that is wanted, one browser for each person and look. */
async function photograph(browser: Browser, baseURL: string, wanted: Wanted): Promise<void> {
  const usual = { theme: 'light', width: 1280 } as const
  const makers = [
    await open(browser, baseURL, 'ana', usual),
    await open(browser, baseURL, 'lena', usual),
  ] as const
  const world = await prepare(...makers)
  for (const look of looks) {
    const pages = new Map<Person, Page>()
    for (const screen of screens)
      for (const state of states) {
        const who = viewerOf(screen, state)
        const options = who && wanted(screen.name, state, look)
        if (!options) continue
        const page = pages.get(who) ?? (await open(browser, baseURL, who, look))
        pages.set(who, page)
        const end = await show(page, screen, state, world)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot(options)
        await end()
      }
    for (const page of pages.values()) await page.context().close()
  }
}

/** Where and how a picture is kept; undefined for one that nobody wants. */
type Wanted = (name: string, state: State, look: Look) => PageScreenshotOptions | undefined

/** The set in the documents shows each screen once, and the directory dark and narrow too. */
const forDocuments: Wanted = (name, state, { theme, width }) => {
  const isUsual = (theme === 'light' && width === 1280) || name === 'directory'
  if (state !== 'full' || !isUsual) return
  const path = `docs/pictures/${name}-${theme}-${width}.jpg`
  return { path, type: 'jpeg', quality: 72 }
}

/** Everything that can be seen of some screens, or of all. */
const everything =
  (dir: string, names: readonly string[]): Wanted =>
  (name, state, { theme, width }) => {
    const isMeant = names.length === 0 || names.some((begin) => name.startsWith(begin))
    if (!isMeant) return
    return { path: `${dir}/${name}-${state}-${theme}-${width}.png`, fullPage: true }
  }

const { values, positionals } = parseArgs({
  options: { all: { type: 'string' } },
  allowPositionals: true,
})
await mkdir(values.all ?? 'docs/pictures', { recursive: true })
const server = await startServer()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await photograph(
    browser,
    server.url,
    values.all === undefined ? forDocuments : everything(values.all, positionals),
  )
} finally {
  await browser.close()
  await server.stop()
}
