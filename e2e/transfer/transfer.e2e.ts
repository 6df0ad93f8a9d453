import type { Page } from '@playwright/test'
import { marcus, workFor } from '../desks.ts'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { keptIn, overheard } from '../overheard.ts'

const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** In each text of a person that anybody types. */
const canary = /qanar/i

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
    ['First name', 'Qanaramara'],
    ['Last name', 'Qanarokafor'],
    ['Street', 'Qanar Lane'],
    ['Building number', 'Qanar 12'],
    ['Town', 'Qanartown'],
    ['Country', 'SG'],
    ['Date of birth', '1988-04-09'],
    ['Place of birth', 'Qanarplace'],
    ['Customer ID', 'QANAR-10023'],
  ] as const)
    await originator.getByLabel(label).fill(value)
  const beneficiary = page.getByRole('region', { name: 'Beneficiary' })
  await beneficiary.getByLabel('First name').fill('Qanarelsa')
  await beneficiary.getByLabel('Last name').fill('Qanarlindqvist')
}

test('[TX-01] [TX-02] [TX-04] two people at two companies: a withdrawal is sent, confirmed, opened and accepted', async ({
  page,
  browser,
}) => {
  const heardByUs = overheard(page.context())
  await openAs(page, marcus, '/transactions/new')
  await fill(page, 'journey-1')
  await expectAccessible(page)
  expect(await keptIn(page, canary)).toEqual([])
  await page.getByRole('button', { name: 'Create transfer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '2.5 ETH' })).toBeVisible()
  await expect(page.getByText('Ready to send')).toBeVisible()
  await page.getByRole('button', { name: 'Approve and send' }).click()
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  const { pathname } = new URL(page.url())

  const theirs = await (await browser.newContext()).newPage()
  const heardByThem = overheard(theirs.context())
  await openAs(theirs, ana, '/transactions')
  await workFor(theirs, 'Granitequay Markets')
  await theirs.goto(pathname)
  await expect(theirs.getByText('Names appear once you confirm the address.')).toBeVisible()
  await expect(theirs.getByText('journey-1')).toBeHidden()
  await theirs.getByRole('button', { name: 'Yes, it’s our address' }).click()
  await expect(theirs.getByText('Accept or decline')).toBeVisible()
  expect(await heardByThem(canary), 'before anybody opens it').toEqual([])

  await theirs.getByRole('button', { name: 'Decrypt' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Open personal data' })
  await expectAccessible(theirs)
  await dialog.getByRole('button', { name: 'Decrypt' }).click()
  await expect(theirs.getByText('Qanarokafor')).toBeVisible()
  expect(await keptIn(theirs, canary), 'while it is open').toEqual([])
  await theirs.getByRole('button', { name: 'Hide' }).click()
  await expect(theirs.getByText('Qanarokafor')).toBeHidden()

  await theirs.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(theirs.getByText('Accepted the transfer')).toBeVisible()
  expect(await heardByThem(canary), 'the answer to who opened it').toEqual(['/api/tx/decrypt'])
  expect(await heardByThem(/journey-1/), 'the other company’s own reference').toEqual([])
  expect(await keptIn(theirs, canary)).toEqual([])
  await theirs.context().close()
  await page.reload()
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  expect(await heardByUs(canary), 'whoever entered it has not opened it').toEqual([])
  expect(await keptIn(page, canary)).toEqual([])
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

test('[TX-02] who is asked whether to accept without data hears that it has come', async ({
  page,
}) => {
  await page.clock.install()
  await openAs(page, ana, '/transactions')
  await page.route(/tx\/info/, async (route) => {
    const answer = await route.fetch()
    const transfer = await answer.json()
    await route.fulfill({ json: { ...transfer, pii: { ...transfer.pii, state: 'WITHHELD' } } })
  })
  await page
    .getByRole('row', { name: /Accept or decline/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Accept before the names arrive?')
  await page.unroute(/tx\/info/)
  await page.clock.fastForward(11_000)
  await expect(page.getByText('The data has arrived. Check it, then choose Accept.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
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
