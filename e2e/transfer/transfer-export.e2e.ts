import { readFile } from 'node:fs/promises'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { headers, kestrelBay } from '../webhooks/received.ts'

test('[TX-05] transfers are exported as the list shows them, and once more', async ({ page }) => {
  await openAs(page, ana, '/transactions?view=incoming')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await dialog.getByLabel('Times in').selectOption('UTC')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'incoming' }).first()
  await expect(row).toContainText('Ready')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toContain('counterpartyName')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every((line) => line.includes(',incoming,'))).toBe(true)

  await row.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'incoming' })).toHaveCount(2)
})

test('[TX-05] [TX-04] an export of names asks why, and says that it contains them', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions?view=outgoing')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await dialog.getByLabel('Include personal data').check()
  const start = dialog.getByRole('button', { name: 'Start export' })
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Reason').selectOption({ label: 'Audit' })
  await start.click()
  const row = page.getByRole('row').filter({ hasText: 'Contains names' }).first()
  await expect(row).toContainText('Ready')
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('originatorName')
})

test('[TX-05] an export that waits for a colleague is cancelled, and nothing of it is kept', async ({
  page,
}) => {
  await openAs(page, ana, '/privacy')
  const settings = `/api/v1/transactions/settings/${encodeURIComponent(kestrelBay)}`
  const saved = await (await page.request.get(settings, { headers })).json()
  const fourEyes = { ...saved.fourEyes, personalExports: true }
  const answer = await page.request.put(settings, { headers, data: { ...saved, fourEyes } })
  expect(answer.status()).toBe(200)

  await page.goto('/transactions?view=outgoing')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await dialog.getByLabel('Include personal data').check()
  await dialog.getByLabel('Reason').selectOption({ label: 'Audit' })
  await dialog.getByRole('button', { name: 'Start export' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Second approval needed' })
  await expect(row.getByRole('button', { name: 'Approve' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  const cancelled = page.getByRole('row').filter({ hasText: 'Cancelled' })
  await expect(cancelled).toBeVisible()
  // The worker forgets the filter and the reason with the file.
  await expect(cancelled).toContainText('Nothing kept')
})
