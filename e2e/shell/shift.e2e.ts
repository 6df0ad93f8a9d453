import { expect, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

const screens = [
  '/dashboard',
  '/transactions',
  '/network/search',
  '/network/counterparties',
  '/due-diligence',
  '/company',
]

for (const path of screens)
  test(`[UI-01] nothing moves while ${path} loads`, async ({ page }) => {
    await page.addInitScript(() => {
      const moved: object[] = []
      Reflect.set(globalThis, 'moved', moved)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const places = Reflect.get(entry, 'sources') ?? []
          const names = [...places].map(({ node }) => node?.outerHTML?.slice(0, 120))
          moved.push({ value: Reflect.get(entry, 'value'), names })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await openAs(page, people.ana, path)
    await page.reload()
    await page.waitForLoadState('networkidle')
    const moved: { value: number }[] = await page.evaluate(() => Reflect.get(globalThis, 'moved'))
    const sum = moved.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(moved, null, 1)).toBeLessThanOrEqual(0.01)
  })
