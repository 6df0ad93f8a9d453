import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const noor = 'noor@countersign.example'

test('[TX-02] the network reaches a company for which transfers wait, without seeing the transfers', async ({
  page,
  browser,
}) => {
  await openAs(page, noor, '/admin/unreachable')
  const row = page.getByRole('row', { name: /Coral Reef OTC/ })
  await expect(row).toContainText('Nobody works here yet')
  await expect(row).toContainText(/\d transfers?of 1 company/)
  await expectAccessible(page)
  await expect(page.getByRole('main')).not.toContainText('Kestrel Bay')

  await row.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Send email' })).toBeDisabled()
  await dialog.getByLabel('Email address').fill('compliance@coralreef.example')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText(/transfers? (is|are) being sent/)).toBeVisible()
  await expect(row).toHaveCount(0, { timeout: 25_000 })

  const theirs = await (await browser.newContext()).newPage()
  await openAs(theirs, ana, '/transactions?view=outgoing&q=coral')
  await expect(theirs.getByText('Sent, awaiting confirmation').first()).toBeVisible()
  await theirs.context().close()
})

test('[TX-02] a redirect by the network names what is missing, and a transfer that is not there', async ({
  page,
}) => {
  await openAs(page, noor, '/admin/unreachable')
  await page.getByRole('button', { name: 'Redirect a transfer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Redirect' })).toBeDisabled()
  await dialog.getByLabel('Transfer ID').fill('0198c1b2-6f2e-7c41-9a0f-4e2b7a11c3d9')
  await dialog.getByLabel('New beneficiary').click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Redirect' }).click()
  await expect(dialog.getByText('No transfer with this ID can be redirected')).toBeVisible()
})
