import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const linnea = 'linnea.berg@norrland.example'

test.use({
  environment: {
    ENVIRONMENT_HOSTS:
      'QA.localhost=QA,dev.localhost=Development,demo.localhost=Demo,test.localhost=Test,live.localhost=Production',
  },
})

async function enter(page: Page, email: string): Promise<void> {
  await openAs(page, email, '/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
}

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test.describe('the question about cookies', () => {
  test.use({ cookieConsent: null })

  test('[UI-07] [UI-08] it stands on every page until it is answered, and can be answered anew', async ({
    page,
    baseURL,
  }) => {
    const banner = page.getByRole('region', { name: 'Cookies', exact: true })
    for (const path of ['/auth', '/network/search', '/privacy', '/nowhere']) {
      await page.goto(path)
      await expect(banner).toBeInViewport({ ratio: 1 })
    }
    await expect(banner).toContainText('We use the cookies that are necessary')
    await expect(banner).toContainText('only with your consent')
    await expect(banner.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
      'href',
      '/privacy',
    )
    await expectAccessible(page)
    await openAs(page, ana, '/dashboard/companies')
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
    expect(await stored(page)).toEqual({})

    await page
      .context()
      .addCookies(
        ['ajs_anonymous_id', '_dd_s'].map((name) => ({ name, value: '1', url: baseURL ?? '' })),
      )
    await banner.getByRole('button', { name: 'Essential Cookies Only' }).click()
    await expect(banner).toBeHidden()
    expect(await stored(page)).toEqual({ cookieConsent: 'false' })
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/ajs_|_dd_s/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await expect(banner).toBeHidden()

    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Privacy choices' }).click()
    await expect(banner).toContainText('You chose essential cookies only')
    await expect(banner).toBeFocused()
    await banner.getByRole('button', { name: 'Accept Analytics Cookies' }).click()
    await expect(banner).toBeHidden()
    expect(await stored(page)).toEqual({ cookieConsent: 'true' })
  })

  test('[UI-07] nothing that takes focus lies under it, and an answer counts in every tab', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto('/network/search')
    await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeAttached()
    const banner = page.getByRole('region', { name: 'Cookies', exact: true })
    const top = (await banner.boundingBox())?.y ?? 0
    const controls = page.locator('main a, main button, main input').filter({ visible: true })
    for (const control of (await controls.all()).slice(-12)) {
      await control.focus()
      const box = await control.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
    }
    const other = await page.context().newPage()
    await other.goto('/auth')
    await other.getByRole('button', { name: 'Accept Analytics Cookies' }).click()
    await expect(banner).toBeHidden()
  })

  test('[UI-21] [UI-23] where somebody came from leaves the address without a reload, and is kept once they accept', async ({
    page,
  }) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    const heading = page.getByRole('heading', { name: /Bring your company/ })
    await page.goto('/auth/get-started?source=mail')
    await expect(heading).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/get-started$/)
    expect(await stored(page)).toEqual({})
    await page.getByRole('button', { name: 'Accept Analytics Cookies' }).click()
    await expect.poll(() => stored(page)).toHaveProperty('onboarding')
    const { onboarding = '' } = await stored(page)
    expect(JSON.parse(onboarding)).toEqual({
      onboardingTrackingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: 'mail',
    })
    // The next visit is not another person's.
    await page.reload()
    await expect(heading).toBeVisible()
    expect((await stored(page)).onboarding).toBe(onboarding)
    expect(loads).toBe(2)
  })
})

test('[UI-13] the privacy link stands on every page except on paths with network in them', async ({
  page,
}) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' })
  await page.goto('/auth')
  await expect(link).toBeInViewport()
  await page.goto('/network/search')
  await expect(page.getByRole('heading', { name: 'Directory' })).toBeVisible()
  await expect(link).toBeHidden()
  await page.goto('/network/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(link).toBeHidden()
  await page.goto('/auth')
  await link.click()
  await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible()
})

for (const [host, kind] of [
  ['qa', 'QA'],
  ['DEV', 'Development'],
  ['demo', 'Demo'],
  ['test', 'Test'],
  ['live', null],
  ['unknown', null],
] as const)
  test(`[UI-12] the host ${host} has the banner ${kind ?? 'of none'}`, async ({
    page,
    baseURL,
  }) => {
    const { port } = new URL(baseURL ?? '')
    await page.goto(`http://${host}.localhost:${port}/network/search`)
    await expect(page.getByRole('heading', { name: 'Directory' })).toBeVisible()
    const banner = page.getByRole('complementary', { name: /^Environment/ })
    if (kind) await expect(banner).toHaveText(kind)
    else await expect(banner).toBeHidden()
  })

for (const path of ['/auth', '/dashboard', '/'])
  test(`[UI-10] [UI-11] without a server the viewer of ${path} is tried ten times more, then on request`, async ({
    page,
  }) => {
    test.setTimeout(90_000)
    let calls = 0
    let refuse = true
    await page.route('**/api/auth/viewer', (route) => {
      calls++
      return refuse ? route.abort('connectionrefused') : route.continue()
    })
    await allowErrors(page)
    await page.clock.install()
    await page.goto(path)
    await expect(page.getByText('No server connection')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await expect.poll(() => calls).toBeGreaterThan(1)
    // Each attempt fails in real time, and only then the next one is due.
    const later = async () => {
      await page.clock.runFor(20_000)
      return calls
    }
    await expect.poll(later).toBe(11)
    // An eleventh wait would be of 11 s.
    await page.clock.runFor(120_000)
    expect(calls).toBe(11)
    await expect(page.getByText('No server connection')).toBeVisible()
    await page.clock.resume()
    if (path === '/auth') await expectAccessible(page)
    refuse = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Countersign' })).toBeVisible()
  })

test('[UI-10] a protected page comes by itself when the server is back', async ({ page }) => {
  let refuse = true
  await page.route('**/api/auth/viewer', (route) =>
    refuse ? route.abort('connectionrefused') : route.continue(),
  )
  await allowErrors(page)
  await page.goto('/dashboard')
  await expect(page.getByText('No server connection')).toBeVisible()
  refuse = false
  await expect(page.getByRole('heading', { name: 'Sign in to Countersign' })).toBeVisible()
})

test('[UI-10] a connection that is lost later leaves the page readable, and says since when', async ({
  page,
  context,
}) => {
  await allowErrors(page)
  await page.goto('/network/search')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await context.setOffline(true)
  const bar = page.getByText(/^Offline: showing data from \d\d:\d\d$/)
  await expect(bar).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})

test('[UI-17] toasts: where they stand, how long they stay, and how many', async ({ page }) => {
  await allowErrors(page)
  await page.route('**/assets/menu-parts-*.js', (route) => route.abort())
  await enter(page, ana)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const list = page.getByRole('region', { name: 'Notifications' })
  const cards = list.getByRole('alert')
  const account = page.getByRole('button', { name: /Account of/ })
  for (let at = 1; at <= 3; at++) {
    await account.click()
    await expect(cards).toHaveCount(at)
  }
  const gap = async () => {
    const cards = await list.locator('.toast').all()
    const [first, second] = await Promise.all(cards.map((card) => card.boundingBox()))
    return first && second && second.y - first.y - first.height
  }
  // They glide to their places.
  await expect.poll(gap).toBeCloseTo(8, 0)
  const first = await list.locator('.toast').first().boundingBox()
  if (!first) throw new Error('No toasts')
  expect(first.x + first.width / 2).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0)
  expect(first.y).toBeLessThan(40)
  // They cover nothing of the top bar that is in use.
  const search = await page.getByRole('button', { name: /Search or jump to/ }).boundingBox()
  if (!search) throw new Error('No search')
  expect(search.x + search.width).toBeLessThan(first.x)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = await page.getByRole('banner').boundingBox()
  if (!bar || !size) throw new Error('No top bar')
  const top = async () => (await list.locator('.toast').first().boundingBox())?.y
  await expect.poll(top).toBeGreaterThanOrEqual(bar.y + bar.height)
  await page.setViewportSize(size)
  await page.clock.runFor(9_900)
  await expect(list.locator('[data-leaving]')).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(list.locator('[data-leaving]')).toHaveCount(3)
  await page.clock.runFor(1_100)
  await expect(cards).toHaveCount(0)
  for (let at = 0; at < 23; at++) await account.evaluate((button: HTMLElement) => button.click())
  await expect(cards).toHaveCount(20)
})

test('[UI-17] the app’s own success stays 3 s', async ({ page }) => {
  await enter(page, ana)
  await page.goto('/company')
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill(`Exchange ${Date.now()}`)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Save' }).click()
  await staysFor(page, 'Identity saved', 3_000)
})

test('[UI-01] on a phone a link shows which of many tabs it opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, ana)
  for (const [path, role, name] of [
    ['/settings?tab=privacy', 'tab', 'Privacy'],
    ['/developers/webhooks/help', 'link', 'Help'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole(role, { name, exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
  const webhooks = page.getByRole('main').getByRole('navigation', { name: 'Webhooks' })
  await expect(webhooks.locator('[aria-current]')).toHaveText('Help')
})

test.describe('touch', () => {
  test.use({ hasTouch: true })
  test('[UI-17] plain news stays 4 s', async ({ page }) => {
    await enter(page, linnea)
    await page.goto('/company')
    await expect(page.getByRole('button', { name: /Edit Identity/ })).toBeVisible()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: /Edit Identity/ }).tap({ force: true })
    await staysFor(page, /permission/, 4_000)
  })
})

test('[UI-21] local storage holds nothing but what the specification lists', async ({ page }) => {
  const allowed = ['activeVasp', 'cookieConsent', 'companyWizard', 'onboarding']
  await enter(page, ana)
  await page
    .getByRole('button', { name: /Switch to/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.getByRole('menuitemradio', { name: 'UTC' }).click()
  await page.keyboard.press('Escape')
  for (const path of ['/network/search', '/company', '/developers/webhooks', '/auth/get-started']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const kept = await stored(page)
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(['activeVasp', 'cookieConsent']))
  expect(Object.keys(kept).filter((key) => !allowed.includes(key))).toEqual([])
  expect(kept.activeVasp).toMatch(/^did:/)
  // What does not fit its shape is as good as absent.
  await page.evaluate(() => {
    localStorage.activeVasp = 'nonsense'
    localStorage.cookieConsent = 'maybe'
  })
  await page.goto('/company')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeVisible()
})

test('[UI-27] the viewer does not refresh by itself, and a poll without news draws nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const counted = { commits: 0 }
    Reflect.set(globalThis, 'counted', counted)
    Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => counted.commits++,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    })
  })
  await enter(page, ana)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto('/developers/webhooks/receiver')
  await expect(page.getByRole('heading', { name: 'Demo receiver' })).toBeVisible()
  const polls = () => calls.filter((path) => path === '/api/demo/receiver').length
  const viewers = () => calls.filter((path) => path === '/api/auth/viewer').length
  await expect.poll(polls).toBeGreaterThan(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.waitForLoadState('networkidle')
  const commits = () => page.evaluate(() => Reflect.get(globalThis, 'counted').commits)
  const poll = async () => {
    const answered = page.waitForResponse('**/api/demo/receiver')
    await page.clock.runFor(5_000)
    await answered
    await page.waitForLoadState('networkidle')
  }
  // After one poll whatever the page was still about to draw is there.
  await poll()
  const [commitsBefore, pollsBefore, viewersBefore] = [await commits(), polls(), viewers()]
  expect(commitsBefore).toBeGreaterThan(0)
  for (let round = 1; round <= 3; round++) {
    await poll()
    expect(await commits(), `round ${round}`).toBe(commitsBefore)
  }
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('focus'))
    dispatchEvent(new Event('online'))
  })
  await page.waitForLoadState('networkidle')
  expect(polls()).toBeGreaterThan(pollsBefore)
  expect(viewers()).toBe(viewersBefore)
  expect(await commits()).toBe(commitsBefore)
})

test('[UI-16] without the flag nobody is logged out, however long they are away', async ({
  page,
}) => {
  await enter(page, ana)
  await page.clock.install()
  await page.goto('/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await page.clock.fastForward(3_600_000)
  await page.clock.runFor(5_000)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL(/companies$/)
})

/** While the page's clock stands: the toast is there just before, and leaves just after. */
async function staysFor(page: Page, words: string | RegExp, duration: number): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: words })
  const leaving = page.locator('[data-leaving]').filter({ hasText: words })
  await expect(toast).toBeVisible()
  await page.clock.runFor(duration - 100)
  await expect(toast).toBeVisible()
  await expect(leaving).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(leaving).toHaveCount(1)
  await page.clock.runFor(1_100)
  await expect(toast).toBeHidden()
}

/** A journey without a connection: the browser logs what could not be loaded. */
async function allowErrors(page: Page): Promise<void> {
  page.removeAllListeners('console')
}
