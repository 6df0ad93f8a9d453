import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

test('[TX-05] transfers add up over time, as charts, as a table and as a file', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await expect(page.getByRole('img', { name: 'Transfers by direction' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Transfers by outcome' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Period').selectOption('Last 12 months')
  const table = page.getByRole('table', { name: 'Transfers by period' })
  const months = table.getByRole('row').filter({ hasText: /^1 [A-Z][a-z]{2} 20/ })
  await expect(months.first()).toBeVisible()
  const counts = await months
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.map((cell) => Number(cell.textContent)).filter((count) => !Number.isNaN(count)),
    )
  const total = page
    .getByText('Transfers', { exact: true })
    .locator('xpath=following-sibling::dd[1]')
  const perMonth = counts.filter((_, at) => at % 8 === 0)
  await expect(total.first()).toHaveText(String(perMonth.reduce((sum, count) => sum + count, 0)))

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^transfer-statistics-\d{4}-\d\d-\d\d\.csv$/)
})
