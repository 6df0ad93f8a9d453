import { ana, expect, openAs, test } from '../kit.ts'

test('[TX-01] [TX-02] [TX-04] a transfer from the simulator is confirmed, opened and accepted', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/simulator')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, it’s our address' }).click()
  await expect(page.getByText('Accept or decline')).toBeVisible()
  await page.getByRole('button', { name: 'Decrypt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open personal data' })
  await dialog.getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('Receiver', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Accepted the transfer')).toBeVisible()
})

test('[TX-02] a transfer to the simulator is accepted as soon as it is sent; one to its silent address waits', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/simulator')
  await expect(page.getByText('Never answers')).toBeVisible()
  const tryIt = async (title: string) => {
    const row = page.getByRole('row').filter({ hasText: title })
    await row.getByRole('link', { name: 'New transfer' }).click()
    await page.getByRole('button', { name: 'Create transfer' }).click()
    await page.getByRole('button', { name: 'Approve and send' }).click()
  }
  await tryIt('Confirms the address and accepts at once')
  // The page asks every ten seconds by itself.
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await page.goto('/developers/simulator')
  await tryIt('Never answers')
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  await page.goto('/developers/simulator')
  await tryIt('Not its address')
  await expect(page.getByText('Not their address').first()).toBeVisible({ timeout: 30_000 })
})
