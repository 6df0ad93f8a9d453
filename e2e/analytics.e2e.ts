import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

test('[TX-05] what transfers and due diligence add up to, as charts, as tables and as files', async ({
  page,
}) => {
  await openAs(page, ana, '/analytics?days=365')
  for (const title of [
    'Transfer volume',
    'Transfer outcomes',
    'Response time',
    'Decisions by source',
    'Due diligence',
    'Top counterparties',
  ])
    await expect(page.getByRole('region', { name: title })).toBeVisible()
  const volume = page.getByRole('region', { name: 'Transfer volume' })
  await expect(volume.getByRole('img', { name: 'Transfers by direction' })).toBeVisible()
  await expectAccessible(page)

  await volume.getByRole('button', { name: 'Show table: Transfer volume' }).click()
  const cells = volume.getByRole('row').getByRole('cell')
  await expect(cells.first()).toBeVisible()
  const numbers = await cells.evaluateAll((all) => all.map((cell) => Number(cell.textContent)))
  const sum = numbers.filter((one) => !Number.isNaN(one)).reduce((all, one) => all + one, 0)
  await expect(volume.getByText(new RegExp(`^${sum} transfers`))).toBeVisible()

  await page.getByLabel('Compare with the previous period').check()
  await expect(volume.getByText(/Previous period: 0/)).toBeVisible()
  await expect(page).toHaveURL(/compare=true/)

  const counterparties = page.getByRole('region', { name: 'Top counterparties' })
  await expect(counterparties.getByText('Granitequay Markets')).toBeVisible()
  const saved = page.waitForEvent('download')
  await volume.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^transfer-volume-\d{4}-\d\d-\d\d\.csv$/)
})
