import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { receive } from '../webhooks/received.ts'

test('[TX-01] the list is narrowed by value and status, as its address says', async ({ page }) => {
  await openAs(page, ana, '/privacy')
  const destination = await receive(page, ['11', '12'])
  await page.goto(`/transactions?view=all&q=${destination}`)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter transfers' })
  await expectAccessible(page)
  await dialog.getByLabel('Value from').fill('1e9')
  await expect(dialog.getByRole('button', { name: 'Apply filters' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByLabel('Value from').fill('46000')
  await dialog.getByLabel('Status').selectOption('Sent')
  await dialog.getByRole('button', { name: 'Apply filters' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('12 ETH')

  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter Value from: 46000' }).click()
  await expect(rows).toHaveCount(2)
  await page.goto(`/transactions?q=${destination}`)
  await page.getByRole('button', { name: /^To decide/ }).click()
  await expect(page.getByText('No matching transfers')).toBeVisible()
  await page.getByRole('button', { name: /^To confirm/ }).click()
  await expect(rows).toHaveCount(2)
  await page.goto(`/transactions?view=all&q=${destination}&filter=status%3DACCEPTED`)
  await expect(page.getByText('No matching transfers')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows).not.toHaveCount(0)

  // A page that was searched in part is followed by the next: five times by itself, then on request.
  await page.goto('/transactions')
  await page.route('**/api/tx/list?*', async (route) => {
    const url = new URL(route.request().url())
    const n = Number(url.searchParams.get('cursor') ?? 0)
    url.searchParams.delete('cursor')
    const response = await route.fetch({ url: url.href })
    const found = await response.json()
    if (n === 6) return route.fulfill({ json: found })
    const paginateInfo = {
      ...found.paginateInfo,
      ...{ next: String(n + 1), scannedUntil: `2026-0${6 - n}-01T00:00:00Z` },
    }
    return route.fulfill({ json: { transactions: [], paginateInfo } })
  })
  await page.goto(`/transactions?view=all&q=${destination}&filter=status%3DSENT`)
  await expect(page.getByText('No matching transfers so far')).toBeVisible()
  await expect(page.getByText('Searched back to 1 Feb 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Continue searching' }).click()
  await page.getByRole('button', { name: 'Continue searching' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Continue searching' })).toBeHidden()
})
