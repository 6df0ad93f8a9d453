import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { seed, volume } from '@countersign/kit/testing-volume'
import { test as base, expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { type Server, startServer } from './start.ts'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Options = {
  /** The answer about cookies that a browser comes with; null asks. */
  cookieConsent: boolean | null
}
type WorkerOptions = {
  /** More keys of the server's configuration. */
  environment: Record<string, string>
  /** The server of a file of tests; the one of the file before it ends. */
  serverOf: (file: string) => Promise<Server>
}

/**
 * A browser test against a server that the tests of its file share, and nobody else. A page that logs an
 * error, breaks its policy or makes a call without the dashboard's header fails.
 */
export const test = base.extend<Options, WorkerOptions>({
  cookieConsent: [false, { option: true }],
  environment: [{}, { option: true, scope: 'worker' }],
  serverOf: [
    async ({ environment }, use) => {
      let running: { file: string; server: Server } | undefined
      await use(async (file) => {
        if (running?.file === file) return running.server
        await running?.server.stop()
        running = undefined
        const server = await startServer(environment)
        running = { file, server }
        return server
      })
      await running?.server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ serverOf }, use, { file }) => use((await serverOf(file)).url),
  context: async ({ context, cookieConsent }, use) => {
    if (cookieConsent !== null)
      await context.addInitScript((answer) => {
        localStorage.cookieConsent ??= answer
      }, String(cookieConsent))
    await use(context)
  },
  page: async ({ page, baseURL }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // A refused call is part of some journeys; the screen shows it, and the browser logs it too.
      const refused =
        /Failed to load resource: (the server responded with a status of (400|401|403|404|409|422|503)|net::ERR_INTERNET_DISCONNECTED)/
      if (message.type() === 'error' && !refused.test(message.text())) problems.push(message.text())
    })
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const isOwn = new URL(request.url()).origin === new URL(baseURL ?? '').origin
      if (!isOwn || !pathname.startsWith('/api/')) return
      if (!['fetch', 'xhr'].includes(request.resourceType())) return
      // The journeys' own calls say so.
      const by = request.headers()['x-user-agent'] ?? ''
      if (!['countersign-dashboard/0.1', 'e2e'].includes(by))
        problems.push(`A call that does not say that it comes from the dashboard: ${pathname}`)
    })
    await use(page)
    expect(problems).toEqual([])
  },
})
export { expect }

/** Presses Tab until this has focus, as somebody without a mouse would, and sees where the focus is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let n = 0; n < 90; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  const isShown = () =>
    target.evaluate((element) => {
      const rings = [element, element.parentElement, element.closest('tr, li, label')]
      const hasRing = (one: Element | null, part?: string) => {
        if (!one) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
        return (
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
        )
      }
      const { left, top, width, height } = element.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      const isOpen = over !== null && (element.contains(over) || over.contains(element))
      return isOpen && rings.some((one) => hasRing(one) || hasRing(one, '::after'))
    })
  await expect.poll(isShown, 'The focus is in sight and has a ring').toBe(true)
}

/** Asserts that the header of a table covers no part of its first row. */
export async function expectHeaderAboveRows(table: Locator): Promise<void> {
  const header = table.getByRole('columnheader').first()
  const first = table.locator('[data-row]').first()
  await expect
    .poll(async () => {
      const [above, below] = [await header.boundingBox(), await first.boundingBox()]
      return above && below && below.y - above.y - above.height
    })
    .toBeGreaterThanOrEqual(0)
}

/** Signs in without a mouse. */
export async function signInByKeys(page: Page, email: string): Promise<void> {
  const link = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(/email/i))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel(/password/i))
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
}

type Violation = { id: string; help: string; nodes: { html: string }[] }

type Theme = 'light' | 'dark'

/**
 * Like {@link expectAlwaysAccessible}, in the volume's share of the places where a journey asks for it:
 * axe takes longer than most of what leads there. `npm run test:long` judges all of them.
 */
export async function expectAccessible(page: Page, themes?: readonly Theme[]): Promise<void> {
  const journey = base.info()
  const place = (places.get(journey) ?? 0) + 1
  places.set(journey, place)
  const hash = createHash('sha256').update(`${seed} ${journey.title} ${place}`).digest()
  if (hash.readUInt32BE() / 2 ** 32 < volume) await expectAlwaysAccessible(page, themes)
}

/** How often a journey has asked. */
const places = new WeakMap<TestInfo, number>()

/** No accessibility violation on what the page shows now, in light and, unless said otherwise, in dark. */
export async function expectAlwaysAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
      // A link half below the bar at the top would count as too small.
      scrollTo(0, 0)
    }, theme)
    // Colours fade in; what axe must judge is the end state. What waits pulses without an end.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished),
      ),
    )
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
    const found = await page.evaluate(
      async (runOnly): Promise<Violation[]> => {
        const { axe: engine } = globalThis as unknown as {
          axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> }
        }
        const { violations } = await engine.run(
          { exclude: ['[data-base-ui-focus-guard]'] },
          // No rule of these reads style sheets, so axe need not fetch them again.
          { runOnly, resultTypes: ['violations'], preload: false },
        )
        return violations
      },
      theme === 'light' ? everyRule : rulesOfColour,
    )
    const seen = found.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes[0]?.html}`)
    expect(seen, `${theme}, ${page.url()}`).toEqual([])
  }
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
}

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes colours alone. */
const rulesOfColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Signs in at the embedded provider, from wherever the page was sent to. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel(/email/i).fill(email)
  await page.getByLabel(/password/i).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a page for somebody whom the embedded provider has signed in without its pages being drawn. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const form = await page.request.get('/api/auth/login?redirect=/privacy')
  const entered = await page.request.post(form.url(), { form: { email, password: 'demo' } })
  expect(new URL(entered.url()).pathname).toBe('/privacy')
  await page.goto(path)
}

/** The compliance officer of Kestrel Bay. */
export const ana = 'ana.reyes@kestrelbay.example'
