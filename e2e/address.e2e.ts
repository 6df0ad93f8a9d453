import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

test('[TX-06] an address is registered, looked up and removed', async ({ page }) => {
  await openAs(page, ana, '/company/addresses')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
  await page.getByRole('button', { name: 'Register address' }).click()
  await dialog.getByLabel('Address').fill('nowhere')
  await dialog.getByLabel('Customer').fill('KB-10023')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This isn’t an address of this network')
  await dialog.getByLabel('Address').fill(wallet)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('main').getByText('KB-10023', { exact: true })).toBeVisible()
  await expect(page.getByText(wallet.slice(2, 20))).toBeHidden()

  await page.getByRole('button', { name: 'Look up' }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('It is yours.')
  await dialog.getByLabel('Network').fill('polygon')
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('You have the same address on another one')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No addresses yet')).toBeVisible()
})
