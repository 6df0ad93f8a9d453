import { readFile } from 'node:fs/promises'
import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

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
