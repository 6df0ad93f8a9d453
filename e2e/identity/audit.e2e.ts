import { readFile } from 'node:fs/promises'
import { readsRecords } from '@countersign/contracts'
import { expect, expectAccessible, openAs, test } from '../kit.ts'

const marcus = 'marcus.lim@kestrelbay.example'

test('[ID-08] an admin looks at what was done, filters, verifies and exports it', async ({
  page,
}) => {
  await openAs(page, marcus, '/company/audit')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(page.getByText('Marcus Lim').first()).toBeVisible()

  await page.getByLabel('About').selectOption({ label: 'API credentials' })
  await expect(page).toHaveURL(/action=credential/)
  await expect(page.getByRole('table').getByText('Create', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('table').getByText('Sign in', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/rows are unchanged/)).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const done = await download
  expect(done.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await done.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFRow,When,Who,Name,Action,Object,Details,Request')
  expect(lines.slice(1, -1).every((line) => line.includes(',credential.'))).toBe(true)
  expect(lines.length).toBeGreaterThan(3)

  // What nobody did: the filter is named and can be taken away.
  await page.getByLabel('Object').fill('nothing_like_this')
  await page.getByLabel('Object').press('Enter')
  await expect(page.getByText('No matching activity')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByRole('table').getByText('Sign in', { exact: true }).first()).toBeVisible()
})

test('[ID-08] the internal admin reads the network’s chain and a company’s, who can see that', async ({
  page,
  browser,
}) => {
  await openAs(page, 'noor@countersign.example', '/admin/audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('table').getByText('Sign in', { exact: true }).first()).toBeVisible()
  await page.getByRole('combobox', { name: /Log of/ }).click()
  await page.getByPlaceholder('Name or DID').fill('kestrel bay ex')
  await page.getByRole('option', { name: /Kestrel Bay Exchange/ }).click()
  await expect(page).toHaveURL(/company=did/)
  await expect(page.getByText('Your visit is recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/rows are unchanged/)).toBeVisible()
  await expectAccessible(page)

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await other.newPage()
  await openAs(theirs, marcus, '/company/audit?action=operator')
  await expect(
    theirs
      .getByRole('list', { name: 'Activity' })
      .getByText('Viewed as the network’s operator')
      .first(),
  ).toBeVisible()
  const overflow = await theirs.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await other.close()
})

test('[ID-08] who is neither admin nor in compliance is told what they lack', async ({ page }) => {
  await openAs(page, 'linnea.berg@norrland.example', '/company/audit')
  await expect(page.getByText(readsRecords, { exact: true })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText('For the network’s operator only')).toBeVisible()
})
