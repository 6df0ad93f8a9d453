import { generateKeyPairSync } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

const hana = 'hana.suzuki@kestrelbay.example'

test('[TX-04] a machine’s key is registered, proved, and approved by a second person', async ({
  page,
}) => {
  await openAs(page, ana, '/settings?tab=keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  await page.getByRole('button', { name: 'Register key' }).click()
  // Whoever opens a form types next.
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Ledger service')
  const jwk = dialog.getByLabel('Public key')
  await jwk.fill(JSON.stringify(privateKey.export({ format: 'jwk' })))
  await expect(dialog.getByText('This is the private key')).toBeVisible()
  await jwk.fill(JSON.stringify(publicKey.export({ format: 'jwk' })))
  await dialog.getByRole('checkbox').first().check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Register key' }).click()
  const challenge = await dialog.getByRole('figure').getByRole('code').textContent()
  const { plaintext } = await compactDecrypt(challenge ?? '', privateKey)
  await dialog.getByLabel('Text of the challenge').fill('a guess')
  await dialog.getByRole('button', { name: 'Prove possession' }).click()
  await expect(dialog.getByLabel('Text of the challenge')).toHaveAccessibleDescription(
    /[Nn]ot the text of the challenge/,
  )
  await dialog.getByLabel('Text of the challenge').fill(Buffer.from(plaintext).toString())
  await dialog.getByRole('button', { name: 'Prove possession' }).click()
  await expect(page.getByText('Awaiting approval', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Ledger service' }).click()
  await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeDisabled()

  await page.context().clearCookies()
  await openAs(page, hana, '/settings?tab=keys')
  await page.getByRole('button', { name: 'Actions for Ledger service' }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve key' }).click()
  await expect(page.getByText('In use', { exact: true })).toBeVisible()
})

test('[TX-04] a company key is rotated, and nobody without the right may', async ({ page }) => {
  await openAs(page, ana, '/settings?tab=keys')
  const rotations = page.getByRole('table', { name: 'Rotations' })
  await page.getByRole('button', { name: 'Rotate the key for personal data' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click()
  const row = rotations.getByRole('row', { name: /Personal data, number 2/ })
  await expect(row).toContainText('Ana Reyes')
  await expect(row.getByText('Renewed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)

  await page.context().clearCookies()
  await openAs(page, people.marcus, '/settings?tab=keys')
  await expect(
    page.getByRole('button', { name: 'Rotate the key for personal data' }),
  ).toBeDisabled()
})
