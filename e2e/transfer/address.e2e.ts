import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[TX-06] addresses are registered by hand, looked up and removed', async ({ page }) => {
  await openAs(page, ana, '/company/addresses')
  const find = (customerRef: string) => page.getByLabel('Customer’s reference').fill(customerRef)
  await find('KB-10021')
  await expect(page.getByRole('main').getByText('KB-10021', { exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog')
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
  await page.getByRole('button', { name: 'Register address' }).click()
  await dialog.getByLabel('Address').fill('nowhere')
  await dialog.getByLabel('Customer').fill('KB-30023')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This isn’t an address of this network')
  await dialog.getByLabel('Address').fill(wallet)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await find('KB-30023')
  await expect(page.getByRole('main').getByText('KB-30023', { exact: true })).toBeVisible()
  await expect(page.getByText(wallet.slice(2, 20))).toBeHidden()

  await page.getByRole('button', { name: 'Look up' }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('It’s yours.')
  await dialog.getByLabel('Network').fill('polygon')
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('You have this address on another network')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No addresses of this customer')).toBeVisible()
})

async function choose(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /choose/i })
    .click()
  await (await chooser).setFiles({
    name: 'book.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
}

test('[TX-06] 10,000 addresses with 37 faults are previewed, then registered, and the 37 come as a file', async ({
  page,
}) => {
  await openAs(page, ana, '/company/addresses')
  const dialog = page.getByRole('dialog')
  const lines = Array.from({ length: 10_000 }, (_, n) =>
    n % 271 === 0
      ? `nowhere-${n},ethereum,KB-4`
      : `0x${(0x70_0000 + n).toString(16).padStart(40, '0')},ethereum,KB-400${n % 10}`,
  )
  await page.getByRole('button', { name: 'Upload' }).click()
  await expectAccessible(page)
  await choose(page, `address,network,customerRef\n${lines.join('\n')}\n`)
  await expect(dialog.getByText('Nothing is changed yet')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the rejected lines' }).click()
  const saved = await (await saving).path()
  const rejected = (await readFile(saved, 'utf8')).trim().split('\r\n')
  expect(rejected).toHaveLength(38)
  expect(rejected[1]).toBe('2,This isn’t an address of this network')
  await dialog.getByRole('button', { name: 'Make 9,963 changes' }).click()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByLabel('Customer’s reference').fill('KB-4001')
  await expect(page.getByRole('main').getByText('KB-4001', { exact: true }).first()).toBeVisible()
  // Whoever comes back still gets the file, and reads until when.
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByText('37 lines rejected')).toBeVisible()
  await expect(dialog.getByText(/^Available until \d+ \w+ \d{4}\. After that/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save the rejected lines' })).toBeEnabled()
  await expectAccessible(page)
})

test('[TX-06] a file of customers shows what it would remove, and is cancelled', async ({
  page,
}) => {
  await openAs(page, ana, '/company/customers')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByLabel('Remove').check()
  await expectAccessible(page)
  await choose(page, 'customerRef,name,firstName,country\nKB-9001,Vexington,Marigold,SG\n')
  await expect(dialog.getByText('This can’t be undone')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByText('Cancelled')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('KB-9001')).toBeHidden()
})
