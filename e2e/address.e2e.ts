import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

test('[TX-06] addresses are registered by hand and by file, looked up and removed', async ({
  page,
}) => {
  await openAs(page, ana, '/company/addresses')
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
  await expect(page.getByRole('main').getByText('KB-30023', { exact: true })).toBeVisible()
  await expect(page.getByText(wallet.slice(2, 20))).toBeHidden()

  await page.getByRole('button', { name: 'Look up' }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('It is yours.')
  await dialog.getByLabel('Network').fill('polygon')
  await dialog.getByRole('button', { name: 'Look up' }).click()
  await expect(dialog.getByRole('status')).toContainText('You have the same address on another one')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Upload' }).click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: /choose/i }).click()
  await (await chooser).setFiles({
    name: 'addresses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `address,network,customerRef\n${wallet},ethereum,KB-30023\n${wallet},base,KB-30024\nnowhere,ethereum,KB-1\n`,
    ),
  })
  await expect(dialog.getByRole('status')).toHaveText('1 added, 1 already there, 1 rejected.')
  await expect(dialog.getByRole('list', { name: 'Rejected lines' })).toContainText('Line 4')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('main').getByText('KB-30024', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel('Address').fill(wallet)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('main').getByText('KB-30024', { exact: true })).toBeHidden()
})
