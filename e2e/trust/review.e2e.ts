import { ana, expect, expectAccessible, openAs, signInByKeys, tabTo, test } from '../kit.ts'

test('[UI-01] [TF-05] somebody finds and reviews a company by keyboard alone', async ({ page }) => {
  await page.goto('/network/counterparties')
  await signInByKeys(page, ana)
  await expect(page.getByRole('heading', { name: 'Counterparties' })).toBeVisible()
  // Keys that go places come with a chunk of their own.
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'Directory' })).toBeFocused()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search companies' })).toBeFocused()
  await page.keyboard.type('coral')
  await expect(page.getByText('1 company', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  const row = page.getByRole('link', { name: 'Coral Reef OTC' })
  await expect(row).toBeFocused()

  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'Coral Reef OTC' })
  await expect(peek.getByText('Not reviewed')).toBeVisible()
  await expect(page).toHaveURL(/peek=/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
  await expect(row).toBeFocused()

  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Coral Reef OTC' })
  await expect(heading).toBeFocused()
  await page.keyboard.press('r')
  const review = page.getByRole('dialog', { name: 'Review Coral Reef OTC' })
  await expect(review).toBeVisible()
  await expectAccessible(page)

  // Without a verdict nothing is saved, and it says so.
  await tabTo(page, review.getByRole('button', { name: 'Save review' }))
  await page.keyboard.press('Enter')
  await expect(review.getByText('Choose a verdict.')).toBeVisible()
  await page.keyboard.press('m')
  await expect(review.getByRole('radio', { name: /Monitored/ })).toBeChecked()
  await tabTo(page, review.getByRole('checkbox', { name: 'Due diligence still open' }))
  await page.keyboard.press('Space')
  await tabTo(page, review.getByRole('textbox', { name: 'Note' }))
  await page.keyboard.type('to be asked by May')
  await tabTo(page, review.getByRole('button', { name: 'Save review' }))
  await page.keyboard.press('Enter')
  await expect(review).toBeHidden()
  await expect(heading).toBeFocused()
  const banner = page.getByRole('main').getByRole('banner').or(page.locator('main header')).first()
  await expect(banner.getByText('Monitored')).toBeVisible()
  await expect(banner.getByText(/by Ana Reyes/)).toBeVisible()

  // One key gives a verdict too, and its toast takes it back. Behind a dialog it does nothing.
  const verdicts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') verdicts.push(request.url())
  })
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(heading).toBeFocused()
  expect(verdicts).toEqual([])
  await page.keyboard.press('b')
  await expect(banner.getByText('Blocked')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Undo' }).first())
  await page.keyboard.press('Enter')
  await expect(banner.getByText('Monitored')).toBeVisible()

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeFocused()
  await expect(page.getByText('to be asked by May')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'withdrawn' })).toBeVisible()
  await expectAccessible(page)
})

test('[TF-11] [TF-05] all top counterparties are reviewed with one key each', async ({ page }) => {
  await page.goto('/network/counterparties')
  await signInByKeys(page, ana)
  // How many there are and are due again depends on the day.
  const counted = page.getByText(/\d of \d+ reviewed/)
  const all = Number(/of (\d+)/.exec((await counted.textContent()) ?? '')?.[1])
  expect(all).toBeGreaterThan(10)
  const rows = page.locator('main [data-row]')
  await expect(rows).toHaveCount(all)
  await page.keyboard.press('j')
  await expect(rows.first().getByRole('link')).toBeFocused()
  for (let n = 0; n < all; n++) {
    await page.keyboard.press('t')
    const next = rows.nth(Math.min(n + 1, all - 1)).getByRole('link')
    await expect(next).toBeFocused()
  }
  await expect(page.getByText(`${all} of ${all} reviewed`)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Reviewed' })).toHaveAttribute(
    'aria-valuenow',
    String(all),
  )
  // They were all kept.
  await page.reload()
  await expect(page.getByText(`${all} of ${all} reviewed`)).toBeVisible()
})

test.describe('fourteen hours ahead of UTC', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })
  test('[TF-05] the day of the next review is the day that was chosen', async ({ page }) => {
    await openAs(page, ana, '/network/search?q=coral')
    await page.getByRole('link', { name: 'Coral Reef OTC' }).click()
    await page.getByRole('heading', { name: 'Coral Reef OTC' }).waitFor()
    await page.keyboard.press('r')
    const review = page.getByRole('dialog', { name: 'Review Coral Reef OTC' })
    await review.getByRole('radio', { name: /Monitored/ }).check()
    await review.getByLabel(/Next review|Look again/).fill('2027-03-10')
    await review.getByRole('button', { name: 'Save review' }).click()
    await expect(review).toBeHidden()
    await page.goto('/network/counterparties')
    const row = page.locator('main [data-row]', { hasText: 'Coral Reef OTC' })
    await expect(row.getByText('10 Mar 2027')).toBeVisible()
  })
})
