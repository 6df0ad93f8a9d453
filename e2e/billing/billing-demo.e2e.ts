import { expect, expectAccessible, openAs, test } from '../kit.ts'

test('[BI-01] [ID-08] the operator of a demo sees who pays, who is overdue, and who is near a limit', async ({
  page,
}) => {
  await openAs(page, 'noor@countersign.example', '/admin/billing')
  const row = (name: string) => page.getByRole('row', { name })
  await expect(row('Kestrel Bay Exchange')).toContainText('Active')
  await expect(row('Granitequay Markets')).toContainText('Active')
  await expect(row('PampaDex')).toContainText('Payment overdue')
  await expect(row('Norrland Krypto')).toContainText('9 of 10')
})

test('[BI-01] [BI-02] a free company subscribes in the provider’s portal, and comes back with the paid plan', async ({
  page,
}) => {
  await openAs(page, 'olle.lind@norrland.example', '/billing')
  await expect(page.getByText('Your company is on the free plan.')).toBeVisible()
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(page.getByText('Simulated. No real payments.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe to standard' }).click()
  await expect(page.getByText('Active, plan standard')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Countersign' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Your subscription is paid.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
})

test('[BI-06] usage is split by asset, in the chart, in its table and in a link', async ({
  page,
}) => {
  await openAs(page, 'marcus.lim@kestrelbay.example', '/billing')
  await page.getByLabel('Group by').selectOption('Day and asset')
  await expect(page).toHaveURL(/\?by=asset$/)
  const chart = page.getByRole('img', { name: 'Chargeable transfers by day and asset' })
  await expect(chart).toBeVisible()
  await expect(page.getByRole('figure').getByText('ETH', { exact: true })).toBeVisible()
  // A day without an asset has no bar of it: only the busiest days have tall ones.
  const heights = await chart
    .locator('rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  expect(heights.filter((height) => height > 150).length).toBeLessThan(3)
  await page.reload()
  await page.getByRole('button', { name: 'Show table' }).click()
  const table = page.getByRole('table', { name: 'Usage by day and asset' })
  await expect(table.getByRole('columnheader', { name: 'Asset' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'ETH', exact: true }).first()).toBeVisible()
})
