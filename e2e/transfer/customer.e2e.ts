import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[TX-06] a customer is registered without a name on screen, opened with a reason, and removed', async ({
  page,
}) => {
  await openAs(page, ana, '/company/customers')
  await expect(page.getByRole('link', { name: 'KB-10021' })).toBeVisible()
  await expect(page.getByText('Siew Eng')).toBeHidden()
  await page.getByRole('button', { name: 'Register customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').fill('KB-20001')
  await dialog.getByLabel('First name').fill('Wilhelmina')
  await dialog.getByLabel('Last name').fill('Oakenshaw')
  await dialog.getByLabel('Tags').fill('private, watch')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'KB-20001' })).toBeVisible()
  await expect(page.getByText('watch', { exact: true })).toBeVisible()
  await expect(page.getByText('Oakenshaw')).toBeHidden()

  await page.getByRole('button', { name: 'Decrypt' }).click()
  await dialog.getByLabel('Reason').selectOption('DATA_QUALITY')
  await dialog.getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('Oakenshaw')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who viewed this data' })).toContainText(
    'to check the data',
  )
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Oakenshaw')).toBeHidden()

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove customer' }).click()
  await expect(page.getByRole('link', { name: 'KB-10021' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'KB-20001' })).toBeHidden()
  const search = page.getByRole('searchbox', { name: 'Reference begins with' })
  await search.fill('KB-10021')
  await expect(page.getByRole('link', { name: 'KB-10022' })).toBeHidden()
  await search.fill('no reference')
  await expect(page.getByText('No matching customers')).toBeVisible()
})

test('[TX-06] a customer’s page has addresses and transfers, and refuses to go while they are kept', async ({
  page,
}) => {
  await openAs(page, ana, '/company/customers/KB-10021')
  await expect(page.getByRole('link', { name: /4\.4 ETH/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Addresses of this customer' })).toContainText(
    'Ethereum',
  )
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove customer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Transfers of this customer are still kept')
})
