import type { Page } from '@playwright/test'
import { ana, test as base, expect, expectAccessible, signIn } from '../kit.ts'
import { type FakeVendor, fakeVendor } from './vendor.ts'

/** What says who Ana is, whom she works for, and what she reads and writes. */
const canaries = [
  'ana.reyes',
  'Ana Reyes',
  'Ana%20Reyes',
  'Kestrel',
  'did:ethr',
  'did%3Aethr',
  'f8431e25b6c2a84fdbd4123bed4472cd2c28d0d0',
  'canary-payload',
]

let vendor: FakeVendor

/** All outside services of the server are the fake. */
const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [
    async ({ browserName: _ }, use) => {
      vendor = await fakeVendor()
      await use({
        MONITORING: 'datadog',
        MONITORING_TOKEN: 'pub-token',
        MONITORING_APPLICATION: '6b3f2a52-9f0b-4f0e-8f4b-0c7c0b9a1d11',
        MONITORING_URL: `${vendor.url}/rum`,
        MONITORING_REPLAY: 'on',
        ERRORS: 'sentry',
        SENTRY_DSN: vendor.url.replace('://', '://key@').concat('/4'),
        ANALYTICS: 'segment',
        SEGMENT_WRITE_KEY: 'write-key',
        SEGMENT_URL: vendor.url,
        CHAT: 'intercom',
        CHAT_APP_ID: 'chat-app',
        CHAT_SCRIPT: `${vendor.url}/chat.js`,
        CHAT_SECRET: 'chat-secret',
        FLAGS_PINNED: 'dashboardIdleUserLogout=on',
      })
      await vendor.close()
    },
    { scope: 'worker' },
  ],
})
test.use({ cookieConsent: null })
test.beforeEach(() => {
  vendor.told.splice(0)
})

async function enter(page: Page): Promise<void> {
  await page.goto('/dashboard/companies')
  await signIn(page, ana)
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
}

const accept = (page: Page) =>
  page.getByRole('button', { name: 'Accept Analytics Cookies' }).click()
const paths = () => [...new Set(vendor.told.map(({ path }) => path))]
const leaks = () =>
  vendor.told
    .filter(({ path }) => !path.startsWith('/chat'))
    .flatMap(({ path, text }) =>
      canaries
        .map((canary) => text.indexOf(canary))
        .filter((at) => at >= 0)
        .map((at) => `${path}: …${text.slice(Math.max(0, at - 200), at + 80)}…`),
    )

/** Opens screens that are full of names, and writes one. */
async function work(page: Page): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Directory' }).click()
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('Kestrel Bay Ex')
  await page.getByRole('link', { name: 'Kestrel Bay Exchange' }).click()
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Exchange' })).toBeVisible()
  await rail.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill('canary-payload')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
}

test('[UI-09] [UI-14] nothing of analytics and monitoring before consent, nothing after declining', async ({
  page,
  context,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/network/search')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await enter(page)
  await work(page)
  expect(paths().filter((path) => !path.startsWith('/chat'))).toEqual([])
  await page.getByRole('button', { name: 'Essential Cookies Only' }).click()
  await page.reload()
  await work(page)
  expect(paths().filter((path) => !path.startsWith('/chat'))).toEqual([])
  expect(fetched.filter((url) => /(segment|datadog)-/.test(url))).toEqual([])
  expect((await context.cookies()).map(({ name }) => name).join()).not.toMatch(/ajs_|_dd_/)
})

test('[UI-08] [UI-09] [UI-14] with consent pages are counted and watched, and nobody is named', async ({
  page,
  context,
}) => {
  await enter(page)
  await accept(page)
  await work(page)
  await expect.poll(() => vendor.at('/v1/p').length).toBe(3)
  const pages = vendor.at('/v1/p').map(({ text }) => JSON.parse(text.split('\n')[2] ?? ''))
  // Each page is told in a call of its own, and calls overtake each other.
  expect(pages.map(({ name, properties }) => `${name} ${properties.path}`).sort()).toEqual([
    'Company /network/vasps/$did',
    'Directory /network/search',
    'Profile /company',
  ])
  const kept = Object.keys(await page.evaluate(() => ({ ...localStorage })))
  expect(kept.filter((key) => !['activeVasp', 'cookieConsent'].includes(key))).toEqual([])

  // A new page lets the monitor send what it has.
  await page.goto('/privacy')
  await expect(page.getByText('With your consent, we count')).toBeVisible()
  await expect.poll(() => vendor.at('/rum').length).toBeGreaterThan(0)
  expect(
    vendor
      .at('/rum')
      .map(({ text }) => text)
      .join(),
  ).toContain('/network/vasps/:did')
  await expect.poll(() => vendor.at('/v1/p').length).toBe(4)
  expect(leaks()).toEqual([])

  await page.getByRole('main').getByRole('button', { name: 'Privacy choices' }).click()
  await page.getByRole('button', { name: 'Essential Cookies Only' }).click()
  const analytic = async () =>
    (await context.cookies()).filter(({ name }) => /^(ajs_|_dd_)/.test(name))
  await expect.poll(analytic).toEqual([])
  vendor.told.splice(0)
  await work(page)
  expect(paths().filter((path) => !path.startsWith('/chat'))).toEqual([])
  await expect.poll(analytic).toEqual([])
})

test('[UI-09] a recorder that comes late finds no address that names a company', async ({
  page,
}) => {
  const gates = ['datadogRecorder', 'company'].map((name) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { files: `**/assets/${name}-*.js`, promise, open: () => resolve() }
  })
  for (const { files, promise } of gates)
    await page.route(files, async (route) => {
      await promise
      await route.continue()
    })
  const [recorder, screen] = gates
  await enter(page)
  const asked = page.waitForRequest('**/assets/datadogRecorder-*.js')
  await accept(page)
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Directory' }).click()
  await asked
  await page.getByRole('link', { name: 'Kestrel Bay Exchange' }).click()
  await expect(page).toHaveURL(/vasps\/did/)
  const came = page.waitForResponse('**/assets/datadogRecorder-*.js')
  recorder?.open()
  await came
  screen?.open()
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Exchange' })).toBeVisible()
  // A page that is left sends what it has.
  await page.goto('/privacy')
  await expect.poll(() => vendor.at('/rum').length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(leaks()).toEqual([])
})

test('[UI-26] an error report carries the role of the active company, and no words of people', async ({
  page,
}) => {
  page.removeAllListeners('pageerror')
  page.removeAllListeners('console')
  await enter(page)
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('No user "Ana Reyes" <ana.reyes@kestrelbay.example> in did:ethr:0xf8431e25')
    })
  })
  await expect.poll(() => vendor.at('/api/4/envelope').length).toBe(1)
  const [report] = vendor.at('/api/4/envelope')
  expect(report?.text).toContain('"role":"compliance_officer, developer"')
  expect(report?.text).toContain('No user')
  expect(leaks()).toEqual([])

  await page.getByRole('button', { name: /Switch to Kestrel Bay Europe/ }).click()
  await expect(page).toHaveTitle(/Europe/)
  await page.evaluate(() => void Promise.reject(new Error('Later')))
  await expect.poll(() => vendor.at('/api/4/envelope').length).toBe(2)
  expect(vendor.at('/api/4/envelope')[1]?.text).toContain('"role":"admin"')
})

test('[UI-15] the chat starts 3000 ms after load with the viewer’s email, for members alone', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/network/search')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await page.clock.runFor(10_000)
  await page.waitForLoadState('networkidle')
  expect(paths()).toEqual([])

  await enter(page)
  // The services come when the clock stands, so that it is known when their time begins.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/services-*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/services-*.js')
  await page.reload()
  // All else is on the page before the clock stands: what comes later would wait for its timers.
  await asked
  await expect(page.getByRole('button', { name: /Company: Kestrel Bay/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kestrel Bay Exchange' })).toBeVisible()
  vendor.told.splice(0)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  const begun = page.waitForResponse(/sentry-.*\.js/)
  release()
  await begun
  await page.clock.runFor(2_999)
  await page.waitForLoadState('networkidle')
  expect(paths()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => vendor.at('/chat-opened').length).toBe(1)
  const given = JSON.parse(vendor.at('/chat-opened')[0]?.text.split('\n')[2] ?? '')
  expect(given).toEqual({
    app_id: 'chat-app',
    email: ana,
    user_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    intercom_user_jwt: expect.any(String),
  })
})

test('[UI-14] monitoring by OTLP needs no cookie, and does not start on exempt paths', async ({
  page,
}) => {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = await answer.json()
    config.vendors.monitoring = {
      ...config.vendors.monitoring,
      ...{ provider: 'otlp', url: vendor.url, replay: false },
    }
    await route.fulfill({ response: answer, json: config })
  })
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Countersign' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Search directory/ })
    .click()
  await page.getByRole('link', { name: 'Kestrel Bay Europe' }).click()
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await expect.poll(() => vendor.at('/v1/traces').length, { timeout: 20_000 }).toBeGreaterThan(0)
  const sent = vendor
    .at('/v1/traces')
    .map(({ text }) => text)
    .join()
  expect(sent).toContain('countersign-dashboard')
  expect(sent).toContain('Bearer pub-token')
  expect(sent).toContain('/network/vasps/$did')
  expect(sent).not.toContain('"app.route","value":{"stringValue":"/auth"')
  expect(leaks()).toEqual([])
})

test('[UI-16] half an hour without activity ends the session, after a warning that can be answered', async ({
  page,
}) => {
  await enter(page)
  await page.evaluate(() => {
    localStorage.cookieConsent = 'false'
  })
  await page.clock.install()
  // A page that asks again every five seconds: that is no activity of a person.
  await page.goto('/due-diligence')
  await expect(page.getByRole('heading', { name: 'Due diligence' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await page.clock.fastForward(1_660_000)
  await expect(page.getByRole('heading', { name: 'Due diligence' })).toBeVisible()
  await expect(warning).toBeHidden()
  await page.clock.fastForward(30_000)
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('timer')).toHaveText(/^1:\d\d$/)
  await expectAccessible(page)
  // Activity that makes no call is told to the server, and it is not the timer's.
  const told = page.waitForRequest('**/api/auth/viewer')
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  expect((await told).headers()).not.toHaveProperty('x-background')
  await expect(warning).toBeHidden()

  // Another tab's activity counts here.
  await page.clock.fastForward(1_600_000)
  await page.evaluate(() => {
    new BroadcastChannel('countersign-activity').onmessage = () => {
      document.documentElement.dataset.heard = 'yes'
    }
  })
  const other = await page.context().newPage()
  await other.clock.install({ time: await page.evaluate(() => Date.now() - 60_000) })
  await other.goto('/dashboard/companies')
  await expect(other.getByRole('heading', { name: 'Companies' })).toBeVisible()
  // The watch comes with a chunk of its own, so the first key may be too early.
  await expect(async () => {
    await other.clock.fastForward(700)
    await other.keyboard.press('Shift')
    await expect(page.locator('html')).toHaveAttribute('data-heard', 'yes', { timeout: 500 })
  }).toPass()
  await page.clock.fastForward(110_000)
  await expect(page.getByRole('heading', { name: 'Due diligence' })).toBeVisible()
  await expect(warning).toBeHidden()
  await other.close()

  const polled = page.waitForRequest('**/documents/requests?*')
  await page.clock.runFor(6_000)
  expect((await polled).headers()).toHaveProperty('x-background')
  // Half an hour since the other tab's key, less since the poll.
  await page.clock.fastForward(1_700_000)
  await expect(page.getByText('You were signed out after 30 minutes of inactivity')).toBeVisible()
  expect(await page.evaluate(() => localStorage.activeVasp)).toBeUndefined()
  const viewer = await page.evaluate(async () =>
    (await fetch('/api/auth/viewer', { headers: { 'x-user-agent': 'e2e' } })).json(),
  )
  expect(viewer.did).toBe('noUser')
})
