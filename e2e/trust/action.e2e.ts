import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[TF-13] [TF-14] what waits is worked through by keyboard, put away and taken back', async ({
  page,
}) => {
  await openAs(page, ana, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
  const items = page.getByRole('list', { name: 'Action items' }).getByRole('listitem')
  await expect(items.nth(2)).toBeVisible()
  const count = await items.count()
  const first = items.first().getByRole('link')
  const title = await first.textContent()

  await first.focus()
  await page.keyboard.press('j')
  await expect(items.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('d')
  await expect(items).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(count)

  await items.first().getByRole('link').focus()
  await page.keyboard.press('s')
  await expect(items).toHaveCount(count - 1)
  // It stays away after a reload, and comes back on request.
  await page.reload()
  await expect(items).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Show 1 snoozed or done' }).click()
  const away = page.getByRole('list', { name: 'Snoozed or done' })
  await expect(away.getByRole('link')).toHaveText(title ?? '')
  await expectAccessible(page)
  await away.getByRole('button', { name: /^Restore/ }).click()
  await expect(items).toHaveCount(count)
})

test('[TF-13] a card that fails fails alone, and a list that fails can be asked again', async ({
  page,
}) => {
  let broken = true
  await page.route('**/action-items*', (route) =>
    broken
      ? route.fulfill({
          status: 503,
          json: { err: { name: 'unavailable', code: 503, message: 'Away' } },
        })
      : route.continue(),
  )
  await openAs(page, ana, '/dashboard')
  const alert = page.getByRole('region', { name: 'Action items' }).getByRole('alert')
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('img', { name: /Profile complete: \d+%/ })).toBeVisible()
  broken = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Action items' })).toBeVisible()
})

test('[UI-02] somebody without a company is shown the way, at 390 pixels too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'tomas.haas@alpenvault.example', '/dashboard')
  await expect(page.getByText('You’re not part of a company yet')).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.getByRole('link', { name: 'Find your company' }).click()
  await expect(page).toHaveURL(/companies|get-started/)
})
