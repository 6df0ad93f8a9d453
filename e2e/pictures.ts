import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { signIn } from './kit.ts'
import start from './start.ts'

/**
 * Photographs the screens of the demo: `npm run pictures` renews the set in `docs/pictures/`,
 * `npm run pictures -- --all DIR` writes every screen in both themes and both widths to DIR.
 */
const people = {
  visitor: null,
  ana: 'ana.reyes@kestrelbay.example',
  marcus: 'marcus.lim@kestrelbay.example',
  noor: 'noor@countersign.example',
  tomas: 'tomas.haas@alpenvault.example',
}
type Person = keyof typeof people

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const alpenvault = 'did:ethr:0xffb8000011fdc6162b7c49db6dec9cbe977b6c31'

/** Name of the picture, who looks, and where. */
const screens: readonly (readonly [name: string, who: Person, path: string])[] = [
  ['sign-in', 'visitor', '/auth'],
  ['directory-public', 'visitor', '/network/search'],
  ['company-public', 'visitor', `/network/vasps/${encodeURIComponent(norrland)}`],
  ['home', 'ana', '/dashboard'],
  ['directory', 'ana', '/network/search'],
  ['company-page', 'ana', `/network/vasps/${encodeURIComponent(norrland)}`],
  ['company-diligence', 'ana', `/network/vasps/${encodeURIComponent(norrland)}?tab=diligence`],
  ['compare', 'ana', `/network/compare?dids=${[norrland, alpenvault].map(encodeURIComponent)}`],
  ['counterparties', 'ana', '/network/counterparties'],
  ['due-diligence', 'ana', '/due-diligence'],
  ['questionnaire', 'ana', '/due-diligence/questionnaire'],
  ['questionnaire-review', 'ana', `/due-diligence/review/${encodeURIComponent(norrland)}`],
  ['companies', 'ana', '/dashboard/companies'],
  ['profile', 'ana', '/company'],
  ['documents', 'ana', '/company/documents'],
  ['webhooks', 'ana', '/developers/webhooks'],
  ['team', 'marcus', '/team'],
  ['group', 'marcus', '/company/group'],
  ['activity', 'marcus', '/company/audit'],
  ['settings', 'marcus', '/settings'],
  ['settings-company', 'marcus', '/settings?tab=company'],
  ['credentials', 'marcus', '/developers/credentials'],
  ['get-started', 'tomas', '/auth/get-started'],
  ['multivasp-signin', 'tomas', '/auth/multivasp-signin'],
  ['queue', 'noor', '/admin'],
  ['all-companies', 'noor', '/admin/companies'],
  ['one-company', 'noor', `/admin/companies/${encodeURIComponent(norrland)}`],
  ['users', 'noor', '/admin/users'],
  ['audit-log', 'noor', '/admin/audit'],
]

const themes = ['light', 'dark'] as const
const widths = [1280, 390] as const

async function photograph(browser: Browser, dir: string, all: boolean): Promise<void> {
  await mkdir(dir, { recursive: true })
  for (const who of Object.keys(people) as Person[])
    for (const theme of themes)
      for (const width of widths) {
        const context = await browser.newContext({
          ...{ baseURL: process.env.BASE_URL ?? '', colorScheme: theme, locale: 'en-GB' },
          viewport: { width, height: width === 390 ? 844 : 800 },
        })
        // The question about cookies is answered: it would lie over every picture.
        await context.addInitScript(() => {
          localStorage.cookieConsent ??= 'false'
        })
        const page = await context.newPage()
        await enter(page, people[who])
        for (const [n, [name, , path]] of screens.filter(([, by]) => by === who).entries()) {
          // The set in the documents shows each screen once, and some of them dark or narrow.
          const chosen = (theme === 'light' && width === 1280) || (n === 1 && who === 'ana')
          if (!all && !chosen) continue
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await page.screenshot({
            ...{ path: `${dir}/${name}-${theme}-${width}.jpg`, type: 'jpeg', quality: 72 },
            fullPage: all,
          })
        }
        await context.close()
      }
}

async function enter(page: Page, email: string | null): Promise<void> {
  await page.goto('/auth?redirect=/network/search')
  const essential = page.getByRole('button', { name: 'Essential Cookies Only' })
  if (await essential.isVisible()) await essential.click()
  if (email === null) return
  await signIn(page, email)
  await page.waitForURL('**/network/search')
}

const { values } = parseArgs({ options: { all: { type: 'string' } } })
const stop = await start()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await photograph(browser, values.all ?? 'docs/pictures', values.all !== undefined)
} finally {
  await browser.close()
  await stop()
}
