import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[TF-05] [WH-18] [UI-02] an edit of the profile arrives at a webhook endpoint, signed', async ({
  page,
}) => {
  await openAs(page, ana, '/dashboard/companies')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Exchange' })).toBeVisible()
  await expect(page.getByText('Compliance officer, Developer')).toBeVisible()

  // An endpoint at the demo's own receiver.
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No endpoints yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('ftp://nowhere')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText(/begins with https/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use demo receiver' }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByRole('link', { name: /\/webhook$/ })).toBeVisible()

  // Two fields of the own profile.
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Enter an address that starts with http:// or https://'),
  ).toBeVisible()
  await expectAccessible(page)
  const description = `Spot exchange ${Date.now()}`
  await page.getByLabel('Website').fill('https://kestrelbay.example')
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
  await expect(page.getByText(description).first()).toBeVisible()
  await expect(page.getByText(/Stated by the company/).first()).toBeVisible()
  await expectAccessible(page)

  // The message, its attempt and the answer.
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'vasp.updated' }).first().click()
  await expect(page.getByText('Delivered').first()).toBeVisible()
  await expect(page.getByText('Response 200')).toBeVisible()
  await expect(page.getByText('"verified"')).toBeVisible()

  await page.goto('/developers/webhooks/receiver')
  await expect(page.getByText('Signature verified').first()).toBeVisible()
  await expect(page.getByText('vasp.updated').first()).toBeVisible()
})

test('[UI-19] [UI-18] switching the company switches what every page shows', async ({ page }) => {
  // What one may do is a matter of the company, too: Ana is an admin of the other one alone.
  await openAs(page, ana, '/team')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await expect(invite).toHaveAccessibleDescription(/auth.addUserToVASP/)
  await page.getByRole('link', { name: 'Profile' }).click()
  const name = page.locator('dd').filter({ hasText: 'Kestrel Bay' }).first()
  await expect(name).toContainText('Kestrel Bay Exchange')
  await page.getByRole('button', { name: /^Company:/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Kestrel Bay Europe/ }).click()
  await expect(name).toContainText('Kestrel Bay Europe')
  await expect(page).toHaveTitle(/Kestrel Bay Europe/)
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(invite).toBeVisible()
  await expect(invite).not.toHaveAccessibleDescription(/auth.addUserToVASP/)
  await page.getByRole('link', { name: 'Profile' }).click()

  // Another tab follows.
  const other = await page.context().newPage()
  await other.goto('/company')
  await expect(other.locator('dd').filter({ hasText: 'Kestrel Bay' }).first()).toContainText(
    'Europe',
  )
  await other.getByRole('button', { name: /^Company:/ }).click()
  await other.getByRole('button', { name: /^Kestrel Bay Exchange/ }).click()
  await expect(name).toContainText('Kestrel Bay Exchange')
  await other.close()
})
