import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, expectHeaderAboveRows, openAs, test } from '../kit.ts'

/** Where the list says how many companies it found. */
const list = (page: Page) => page.getByRole('main')

test('[UI-01] [UI-20] a visitor searches the directory, filters it and opens a company', async ({
  page,
}) => {
  await page.goto('/network/search')
  await expect(page.getByRole('heading', { name: 'Directory' })).toBeVisible()
  await expect(list(page).getByText('21 companies')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search companies' }).fill('kestrel')
  await expect(list(page).getByText('3 companies')).toBeVisible()
  await expect(page).toHaveURL(/q=kestrel/)

  await page.getByLabel('Badge').selectOption('verified')
  await expect(list(page).getByText('2 companies')).toBeVisible()
  await page.getByLabel('Country').click()
  await page
    .getByPlaceholder(/search|type/i)
    .first()
    .fill('Lithuania')
  await page.getByRole('option', { name: /Lithuania/ }).click()
  await expect(list(page).getByText('1 company')).toBeVisible()

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
  // A badge says what it means.
  await page.getByRole('main').getByText('Super VASP', { exact: true }).first().hover()
  await expect(page.getByText('Claimed, verified and in-network')).toBeVisible()
})

test('[TF-15] [UI-01] a visitor is offered orders by what everybody may read, and keeps the list with another', async ({
  page,
}) => {
  // A member shared this address.
  await page.goto('/network/search?order=updatedAt:DESC')
  await expect(list(page).getByText('21 companies')).toBeVisible()
  await expect(page.getByLabel('Order').getByRole('option')).toHaveText([
    ...['Name, A to Z', 'Name, Z to A', 'Regulatory status'],
  ])
  await page.getByLabel('Order').selectOption('Name, Z to A')
  await expect(page).toHaveURL(/order=name/)
})

test('[UI-01] nothing matches: the filters are named and can be taken away', async ({ page }) => {
  await page.goto('/network/search?q=nobodyhere&badge=verified')
  await expect(page.getByText('No matching companies')).toBeVisible()
  await page.getByRole('button', { name: /clear/i }).click()
  await expect(list(page).getByText('21 companies')).toBeVisible()
})

test('[UI-01] an unknown company and an unknown page say so', async ({ page }) => {
  await page.goto('/network/vasps/did:ethr:0xnobody')
  await expect(page.getByText(/No such company/)).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('[UI-01] an unknown page is never blank: it keeps a heading and its main part from the first drawing on', async ({
  page,
}) => {
  // Code that comes apart from the page comes late.
  await page.route(/not-found/, (route) => setTimeout(() => void route.continue(), 500))
  await page.addInitScript(() => {
    const blank: string[] = []
    Object.assign(globalThis, { blank })
    let drawn = false
    new MutationObserver(() => {
      const whole = document.querySelector('main h1') !== null
      drawn ||= whole
      if (drawn && !whole) blank.push(document.body.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'blank'))).toEqual([])
})

test('[UI-01] the directory fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/network/search')
  await expect(list(page).getByText('21 companies')).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Directory' })).toBeVisible()
  await expectAccessible(page)
})

test('[UI-01] [TF-03] a member filters by verdict, exports, and compares two companies', async ({
  page,
}) => {
  await openAs(page, ana, '/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await page.goto('/network/search?q=kestrel')
  await expect(list(page).getByText('3 companies')).toBeVisible()
  await expect(page.getByText('Your company')).toBeVisible()

  // Each choice says how many companies it would leave.
  const badge = page.getByLabel('Badge')
  await expect(badge.getByRole('option', { name: 'Verified (2)' })).toBeAttached()
  await page.getByLabel('Our review').selectOption('TRUSTED')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Our review: Trusted')
  await page.getByRole('button', { name: 'Remove filter Our review: Trusted' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^directory-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile((await file.path()) ?? '', 'utf8')
  expect(text.split('\r\n')[0]).toContain('Our review')
  expect(text).toContain('Kestrel Bay UK')
  expect(text).not.toContain('Norrland')

  await page.getByRole('button', { name: 'Show as cards' }).click()
  await expect(page.getByText('Kestrel Bay (UK) Limited')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show as table' }).click()

  await page.getByLabel('Select Kestrel Bay Europe').check()
  const bar = page.getByRole('region', { name: 'Selected companies' })
  await expect(bar.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled')
  await page.getByLabel('Select Kestrel Bay UK').check()
  await bar.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeFocused()
  const table = page.getByRole('region', { name: 'Comparison' })
  await expect(table.getByText('Bank of Lithuania')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Differences only').check()
  await expect(table.getByRole('rowheader', { name: /Jurisdictions/ })).toContainText('Differs')
  await expect(table.getByRole('rowheader', { name: 'Reachable' })).toHaveCount(0)

  await page.goto('/network/compare')
  await expect(page.getByText('Select companies first')).toBeVisible()
})

test('[UI-01] the header of a table that scrolls sideways covers no row', async ({ page }) => {
  await page.setViewportSize({ width: 760, height: 900 })
  await openAs(page, ana, '/network/search')
  const table = page.getByRole('table')
  await expect(table.locator('[data-row]').first()).toBeVisible()
  await expect(page.getByRole('region').filter({ has: table })).toHaveCSS('overflow-x', 'auto')
  await expectHeaderAboveRows(table)
})

test('[UI-01] columns, order and density stay with the person, in any browser', async ({
  page,
  browser,
}) => {
  await openAs(page, ana, '/network/search')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('checkbox', { name: 'DID' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'DID' })).toHaveCount(0)
  await page.goto('/network/counterparties')
  await page.getByRole('button', { name: 'Company', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const names = page.getByRole('rowheader')
  await expect(names.first()).toHaveText('Alpenvault Custody')
  await page.goto('/transactions')
  const column = (on: typeof page) => on.getByRole('columnheader', { name: 'Counterparty' })
  const widthOf = async (on: typeof page) => (await column(on).boundingBox())?.width ?? 0
  const rule = column(page).getByRole('separator')
  await rule.focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight')
  const wide = await widthOf(page)
  // Left at once: the width is kept all the same.
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Density').selectOption('compact')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await page.waitForLoadState('networkidle')

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openAs(other, ana, '/network/counterparties')
  await expect(other.getByRole('rowheader').first()).toHaveText('Alpenvault Custody')
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact')
  await other.goto('/network/search')
  await expect(other.getByRole('columnheader', { name: 'Company' })).toBeVisible()
  await expect(other.getByRole('columnheader', { name: 'DID' })).toHaveCount(0)
  await other.goto('/transactions')
  await expect.poll(() => widthOf(other)).toBeCloseTo(wide, 0)
  await elsewhere.close()
})
