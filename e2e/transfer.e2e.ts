import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** Changes the company that the page works for, by the palette. */
async function workFor(page: Page, company: string): Promise<void> {
  await page.keyboard.press('Meta+k')
  await page.getByRole('dialog').getByRole('combobox').fill(company)
  await page.getByRole('option', { name: `Switch to ${company}` }).click()
  await expect(page).toHaveTitle(new RegExp(company))
}

async function fill(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Counterparty').click()
  await page.getByPlaceholder('Search companies').fill('Granitequay')
  await page.getByRole('option', { name: /Granitequay Markets/ }).click()
  await page.getByLabel('Amount').fill('2.5')
  await page.getByLabel('Reference').fill(reference)
  await page.getByLabel('Destination address').fill(wallet)
  await page.getByLabel('Origin address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
  const originator = page.getByRole('region', { name: 'Originator' })
  for (const [label, value] of [
    ['First name', 'Amara'],
    ['Last name', 'Okafor'],
    ['Street', 'Harbour Lane'],
    ['Building number', '12'],
    ['Town', 'Singapore'],
    ['Country', 'SG'],
    ['Date of birth', '1988-04-09'],
    ['Place of birth', 'Enugu'],
    ['Customer ID', 'KB-10023'],
  ] as const)
    await originator.getByLabel(label).fill(value)
  const beneficiary = page.getByRole('region', { name: 'Beneficiary' })
  await beneficiary.getByLabel('First name').fill('Elsa')
  await beneficiary.getByLabel('Last name').fill('Lindqvist')
}

test('[TX-01] [TX-02] [TX-04] a transfer is created, sent, confirmed, opened and accepted', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions/new')
  await fill(page, 'journey-1')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create transfer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '2.5 ETH' })).toBeVisible()
  await expect(page.getByText('Ready to send')).toBeVisible()
  await page.getByRole('button', { name: 'Approve and send' }).click()
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  const { pathname } = new URL(page.url())

  await workFor(page, 'Granitequay Markets')
  await page.goto(pathname)
  await expect(page.getByText('Names appear once you confirm the address.')).toBeVisible()
  await expect(page.getByText('journey-1')).toBeHidden()
  await page.getByRole('button', { name: 'Yes, it’s our address' }).click()
  await expect(page.getByText('Accept or decline')).toBeVisible()

  await page.getByRole('button', { name: 'Decrypt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open personal data' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Okafor')).toBeHidden()

  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Accepted the transfer')).toBeVisible()
})

test('[TX-02] a transfer in the inbox is declined with a reason', async ({ page }) => {
  await openAs(page, ana, '/transactions')
  await page.getByRole('link', { name: '18 ETH' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the transfer?' })
  await expect(dialog.getByRole('button', { name: 'Decline' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByLabel('Reason').selectOption({ label: 'Customer not found' })
  await dialog.getByLabel('Comment').fill('Closed in March')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Declined by us')).toBeVisible()
  const comments = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect(comments).toContainText([/Ana.*Shared.*Closed in March/])
  await page.getByLabel('Comment', { exact: true }).fill('Asked Tomás to check again')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(comments).toContainText([/Closed in March/, /Internal.*Asked Tomás/])
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click()
  await expect(page.getByRole('link', { name: '18 ETH' })).toBeHidden()
})

test('[TX-01] what is missing is said, and nothing that was entered is lost', async ({ page }) => {
  await openAs(page, ana, '/transactions/new')
  await fill(page, 'journey-2')
  await page.getByRole('region', { name: 'Beneficiary' }).getByLabel('Last name').fill('')
  await page.getByLabel('Destination address').fill('0x12')
  await page.getByRole('button', { name: 'Create transfer' }).click()
  await expect(page.getByText('This isn’t an address of this network').first()).toBeVisible()
  await page.getByLabel('Destination address').fill(wallet)
  await page.getByRole('button', { name: 'Create transfer' }).click()
  await expect(page.getByText(/Missing: beneficiary\.NAME/)).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('2.5')
})

test('[TX-04] transfers are found by a customer’s whole name, which stays in the dialog', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions')
  await page.getByRole('button', { name: 'Find a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Chua')
  await dialog.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('No transfer has exactly this.')
  await dialog.getByLabel('Name').fill('chua jasmine')
  await dialog.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 transfer:')
  await expectAccessible(page)
  expect(page.url()).not.toContain('chua')
  await dialog.getByRole('link', { name: '7 ETH' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('7 ETH')
  await expect(dialog).toBeHidden()
})
