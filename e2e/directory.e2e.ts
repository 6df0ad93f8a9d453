import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './kit.ts'

/** The line under the table that counts what was found. */
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('[UI-01] a visitor searches the directory, filters it and opens a company', async ({
  page,
}) => {
  await page.goto('/network/search')
  await expect(page.getByRole('heading', { name: 'Directory' })).toBeVisible()
  await expect(pages(page).getByText('20 companies')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search companies' }).fill('kestrel')
  await expect(pages(page).getByText('3 companies')).toBeVisible()
  await expect(page).toHaveURL(/q=kestrel/)

  await page.getByLabel('Badge').selectOption('verified')
  await expect(pages(page).getByText('2 companies')).toBeVisible()
  await page.getByLabel('Country').click()
  await page
    .getByPlaceholder(/search|type/i)
    .first()
    .fill('Lithuania')
  await page.getByRole('option', { name: /Lithuania/ }).click()
  await expect(pages(page).getByText('1 company')).toBeVisible()

  // The address is the state: another browser shows the same rows.
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await expect(shared.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await shared.close()

  await page.getByRole('link', { name: 'Kestrel Bay Europe' }).click()
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Europe' })).toBeFocused()
  await expect(page).toHaveTitle('Company · Countersign')
  await expect(page.getByText('Bank of Lithuania')).toBeVisible()
  await expect(page.getByText('Stated by')).toHaveCount(0)
  await expectAccessible(page)
})

test('[UI-01] nothing matches: the filters are named and can be taken away', async ({ page }) => {
  await page.goto('/network/search?q=nobodyhere&badge=verified')
  await expect(page.getByText('No company matches')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /clear/i }).click()
  await expect(pages(page).getByText('20 companies')).toBeVisible()
})

test('[UI-01] an unknown company and an unknown page say so', async ({ page }) => {
  await page.goto('/network/vasps/did:ethr:0xnobody')
  await expect(page.getByText(/No such company/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expectAccessible(page)
})

test('[UI-01] the directory fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/network/search')
  await expect(pages(page).getByText('20 companies')).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Directory' })).toBeVisible()
  await expectAccessible(page)
})
