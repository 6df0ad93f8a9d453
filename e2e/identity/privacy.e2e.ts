import { readFile } from 'node:fs/promises'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[UI-08] a person changes their answer about cookies and takes a copy of their data', async ({
  page,
}) => {
  await openAs(page, ana, '/settings')
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/tab=privacy/)
  const analytics = page.getByRole('switch', { name: 'Analytics' })
  await expect(analytics).not.toBeChecked()
  await expectAccessible(page)
  await analytics.check()
  await expect(page.getByText('Analytics accepted')).toBeVisible()
  expect(await page.evaluate(() => localStorage.cookieConsent)).toBe('true')
  await page.reload()
  await expect(analytics).toBeChecked()
  await analytics.uncheck()
  expect(await page.evaluate(() => localStorage.cookieConsent)).toBe('false')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data.viewer.did).toMatch(/^did:/)
  expect(JSON.stringify(data.viewer)).toContain(ana)
  expect(data.sessions.length).toBeGreaterThan(0)
  expect(Object.keys(data)).toEqual(['madeAt', 'viewer', 'sessions', 'requests', 'preferences'])

  await page.route('**/api/auth/sessions', (route) =>
    route.fulfill({
      status: 503,
      json: { err: { name: 'unavailable', code: 503, message: 'Busy' } },
    }),
  )
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText('Not downloaded')).toBeVisible()
})
