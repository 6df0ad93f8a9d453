import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const noor = 'noor@countersign.example'
const drawer = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Jurisdictions' }).getByRole('link', { name })

test('[TF-01] an admin corrects a jurisdiction with source and date, reads who did, and takes it back', async ({
  page,
}) => {
  await openAs(page, noor, '/admin/jurisdictions')
  await expect(page.getByText('26 jurisdictions')).toBeVisible()
  await page.getByLabel('Search jurisdictions').fill('zealand')
  await expect(page).toHaveURL(/q=zealand/)
  await row(page, 'New Zealand').click()
  await expect(page).toHaveURL(/open=NZ/)
  await expect(drawer(page).getByLabel('Source', { exact: true })).toHaveValue('Secondary source')
  await expectAccessible(page)

  await drawer(page).getByLabel('Source', { exact: true }).fill('')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page).getByLabel('Source', { exact: true })).toHaveAccessibleDescription(
    /Fill this in/,
  )
  await drawer(page).getByLabel('Source', { exact: true }).fill('AML/CFT Regulations 2024')
  await drawer(page).getByLabel('Source URL').fill('https://law.example/nz')
  await drawer(page).getByLabel('Last checked').fill('2026-11-19')
  await drawer(page).getByLabel('Confidence').selectOption('High')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /AML\/CFT Regulations 2024/ })).toBeVisible()
  await expect(page.getByText('Checked on 19 Nov 2026')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Checked on 1 Nov 2026')).toBeVisible()

  await row(page, 'New Zealand').click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(2)
  await expect(changes.last()).toContainText('Noor Aziz')
  await expect(changes.last()).toContainText('Secondary source → AML/CFT Regulations 2024')
  await expectAccessible(page)
  // The way back goes through the form: it is looked at before it is saved.
  await changes
    .first()
    .getByRole('button', { name: /Restore previous version/ })
    .click()
  await expect(drawer(page).getByLabel('Source', { exact: true })).toHaveValue(
    'AML/CFT Regulations 2024',
  )
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/open=/)
  await page.goto('/admin/jurisdictions?q=atlantis')
  await expect(page.getByText('No matching jurisdictions')).toBeVisible()
})

test('[TF-01] two admins at once: the second sees the first’s change, and neither is lost', async ({
  page,
  browser,
}) => {
  await openAs(page, noor, '/admin/jurisdictions?open=IL')
  await expect(drawer(page).getByLabel('Since')).toHaveValue('')
  const other = await (await browser.newContext()).newPage()
  await other.addInitScript(() => localStorage.setItem('cookieConsent', 'false'))
  await openAs(other, noor, '/admin/jurisdictions?open=IL')
  await drawer(other).getByLabel('Since').fill('2021')
  await drawer(other).getByLabel('Self-hosted wallets').fill('By risk')
  await drawer(other).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(other)).toHaveCount(0)
  await other.context().close()

  await drawer(page).getByLabel('Since').fill('2022')
  await drawer(page).getByLabel('Source', { exact: true }).fill('Order of 2021')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Noor Aziz changed this/)).toBeVisible()
  // Theirs that I did not touch came in; mine is still there; what both changed is asked.
  await expect(drawer(page).getByLabel('Self-hosted wallets')).toHaveValue('By risk')
  await expect(drawer(page).getByLabel('Source', { exact: true })).toHaveValue('Order of 2021')
  const both = page.getByRole('list', { name: 'You both changed' })
  await expect(both).toContainText('theirs is “2021”, yours is “2022”')
  await expectAccessible(page)
  await both.getByRole('button', { name: 'Use theirs for since' }).click()
  await expect(drawer(page).getByLabel('Since')).toHaveValue('2021')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Israel/ }).getByText('Order of 2021')).toBeVisible()
})

test('[TF-01] a country that was missing is added, and company pages show its source', async ({
  page,
}) => {
  await openAs(page, noor, '/admin/jurisdictions?open=new')
  await drawer(page).getByRole('textbox', { name: 'ID' }).fill('ng')
  await drawer(page).getByLabel('Name').fill('Nigeria')
  await drawer(page).getByRole('combobox', { name: 'Countries' }).click()
  await page.getByPlaceholder('Type to search').fill('nigeria')
  await page.getByRole('option', { name: /^Nigeria/ }).click()
  await drawer(page)
    .getByRole('button', { name: /Add row/ })
    .click()
  await drawer(page).getByLabel('Amount, row 1').fill('1,000')
  await drawer(page).getByLabel('Currency').fill('usd')
  await drawer(page).getByLabel('Required data, row 1').fill('Names and accounts')
  await drawer(page).getByLabel('Source', { exact: true }).fill('SEC rules on digital assets')
  await drawer(page).getByLabel('Last checked').fill('2026-11-18')
  await drawer(page).getByRole('button', { name: 'Add jurisdiction' }).click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByText('27 jurisdictions')).toBeVisible()

  await page.goto('/network/search?q=lagos')
  await page.getByRole('link', { name: 'LagosLoop' }).first().click()
  await page.getByRole('button', { name: /source and amounts for Nigeria/ }).click()
  const source = page.getByRole('dialog', { name: /Travel Rule: Nigeria/ })
  await expect(source).toContainText('USD 1,000 and above')
  await expect(source).toContainText('SEC rules on digital assets')
  await expect(source).toContainText('Checked on 18 Nov 2026')
  await expectAccessible(page)
})

test('[ID-08] jurisdictions are changed by the network alone', async ({ page }) => {
  await openAs(page, ana, '/admin/jurisdictions')
  await expect(page.getByText('For the network’s operator only')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
