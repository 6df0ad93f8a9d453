import { run } from '@countersign/kit/testing-query'
import type { Browser, Page } from '@playwright/test'
import { call, create, hana, marcus, reportDeposit, workFor } from '../desks.ts'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { kestrelBay } from '../webhooks/received.ts'

/** Somebody else, in a browser of their own. */
async function other(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await openAs(page, email, path)
  return page
}
/** Ana at Granitequay. */
async function atGranitequay(page: Page, path: string): Promise<void> {
  await openAs(page, ana, '/transactions')
  await workFor(page, 'Granitequay Markets')
  await page.goto(path)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[TX-01] [TX-02] [TX-04] two people at two companies: a deposit without data is asked for, supplied and accepted', async ({
  page,
  browser,
}) => {
  await atGranitequay(page, '/transactions')
  const id = await reportDeposit(page, '11', `0x${'d1'.repeat(32)}`)
  await page.goto(`/transactions/${id}`)
  await expect(page.getByText('Deposit without Travel Rule data')).toBeVisible()
  await button(page, 'Request data').click()
  const ask = page.getByRole('dialog', { name: 'Request data' })
  await expect(ask.getByLabel('Originator: name')).toBeChecked()
  await ask.getByLabel('Originator: address').check()
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Request data' }).click()
  await expect(page.getByText('You requested data')).toBeVisible()

  const theirs = await other(browser, marcus, `/transactions/${id}`)
  await expect(theirs.getByText('Data is requested from you')).toBeVisible()
  await expect(
    theirs.getByRole('listitem').filter({ hasText: 'Originator: address' }),
  ).toBeVisible()
  await button(theirs, 'Supply data').click()
  const form = theirs.getByRole('dialog', { name: 'Supply data' })
  const originator = form.getByRole('region', { name: 'Originator' })
  for (const [label, value] of [
    ['First name', 'Amara'],
    ['Last name', 'Okafor'],
    ['Street', 'Harbour Lane'],
    ['Building number', '12'],
    ['Town', 'Singapore'],
    ['Country', 'SG'],
  ] as const)
    await originator.getByLabel(label).fill(value)
  await form
    .getByLabel('Originator’s account or wallet')
    .fill('0x52908400098527886E0F7030069857D2E4169EE7')
  const beneficiary = form.getByRole('region', { name: 'Beneficiary' })
  await beneficiary.getByLabel('First name').fill('Elsa')
  await beneficiary.getByLabel('Last name').fill('Lindqvist')
  await expectAccessible(theirs)
  await form.getByRole('button', { name: 'Save data' }).click()
  await expect(form).toBeHidden()
  await expect(theirs.getByText('Data is requested from you')).toBeHidden()
  await button(theirs, 'Approve and send').click()
  await expect(theirs.getByText('Address confirmed')).toBeVisible()

  await page.reload()
  await button(page, 'Decrypt').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('Okafor')).toBeVisible()
  await button(page, 'Accept').click()
  await expect(page.getByText('Accepted the transfer')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await theirs.context().close()
})

test('[TX-02] two people at two companies: the wrong address is said, and nobody sees the names', async ({
  page,
  browser,
}) => {
  await openAs(page, marcus, '/transactions')
  const id = await create(page, '12')
  await page.goto(`/transactions/${id}`)
  await button(page, 'Approve and send').click()
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  const theirs = await (await browser.newContext()).newPage()
  await atGranitequay(theirs, `/transactions/${id}`)
  await button(theirs, 'Not our address').click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption({ label: 'Not our address' })
  await dialog.getByRole('button', { name: 'Not our address' }).click()
  await expect(dialog).toBeHidden()
  await expect(theirs.getByText('Not our address').first()).toBeVisible()
  await expect(theirs.getByText('Names appear once you confirm the address.')).toBeVisible()
  await expect(button(theirs, 'Decrypt')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Not their address')).toBeVisible()
  await theirs.context().close()
})

test('[TX-02] [TX-07] a transfer whose coins the systems were told to send is cancelled only with a statement', async ({
  page,
}) => {
  await openAs(page, marcus, '/transactions')
  await call(page, 'PUT', `/tf/vasps/${encodeURIComponent(kestrelBay)}/settings`, {
    statusToProcessBlockchain: 'SENT',
  })
  const id = await create(page, '13')
  await page.goto(`/transactions/${id}`)
  await button(page, 'Approve and send').click()
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  await expect(page.getByText('Your systems were told to send them')).toBeVisible()
  await button(page, 'Cancel transfer').click()
  const dialog = page.getByRole('dialog', { name: /coins may have been sent/ })
  await dialog.getByLabel('Reason').selectOption({ label: 'Customer declined the transfer' })
  await expect(dialog.getByRole('button', { name: 'Cancel transfer' })).toBeDisabled()
  await dialog.getByLabel('I have made sure that the coins were not sent').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(page.getByText('Cancelled the transfer')).toBeVisible()
})

test('[TX-01] [TX-02] before it is decided, a transfer gets another counterparty, its hash and tags', async ({
  page,
}) => {
  await openAs(page, marcus, '/transactions')
  const id = await create(page, '16')
  await page.goto(`/transactions/${id}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Change counterparty' }).click()
  const route = page.getByRole('dialog', { name: 'Change counterparty' })
  await expectAccessible(page)
  await route.getByRole('combobox', { name: 'Counterparty' }).click()
  await page.getByPlaceholder('Search companies').fill('norrland')
  await page.getByRole('option', { name: /Norrland/ }).click()
  await route.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed the counterparty')).toBeVisible()
  await expect(page.getByRole('link', { name: /Norrland/ })).toBeVisible()

  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Enter hash' }).click()
  const stated = page.getByRole('dialog', { name: 'Enter the transaction hash' })
  await stated.getByLabel('Transaction hash').fill(`0x${'e5'.repeat(32)}`)
  await stated.getByRole('button', { name: 'Save hash' }).click()
  await expect(page.getByText('Stated the transaction hash')).toBeVisible()
  await expect(page.getByText(`0x${'e5'.repeat(32)}`)).toBeVisible()

  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Edit tags' }).click()
  const tags = page.getByRole('dialog', { name: 'Edit tags' })
  await tags.getByLabel('Tags, separated by commas').fill(`VIP, ${'x'.repeat(41)}`)
  await expect(tags.getByRole('button', { name: 'Save tags' })).toBeDisabled()
  await tags.getByLabel('Tags, separated by commas').fill('VIP, Private client,VIP')
  await tags.getByRole('button', { name: 'Save tags' }).click()
  await expect(page.getByText('VIP, Private client')).toBeVisible()
})

test('[TX-02] four eyes: what one person approves goes once another has approved it', async ({
  page,
  browser,
}) => {
  await openAs(page, marcus, '/settings?tab=transfers')
  await page.getByLabel('Two people approve from').fill('1000')
  await button(page, 'Save').click()
  const id = await create(page, '14')
  await page.goto(`/transactions/${id}`)
  await button(page, 'Approve and send').click()
  await expect(page.getByText('“Approve and send” needs a second person')).toBeVisible()
  await expect(page.getByText('You were the first to do it')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Approve and send').click()
  await expect(page.getByText('Another person must approve this too')).toBeVisible()
  const second = await other(browser, hana, `/transactions/${id}`)
  await expect(second.getByText('Marcus Lim was the first to do it')).toBeVisible()
  await button(second, 'Approve and send').click()
  await expect(second.getByText('Sent, awaiting confirmation')).toBeVisible()
  await second.context().close()
})

test('[TX-02] a counterparty that never answers: the transfer ends as the settings say', async ({
  page,
  serverOf,
}, { file }) => {
  await openAs(page, marcus, '/transactions')
  // What the systems were told to send is not cancelled by itself.
  await call(page, 'PUT', `/tf/vasps/${encodeURIComponent(kestrelBay)}/settings`, {
    statusToProcessBlockchain: 'ACCEPTED',
  })
  const path = `/v1/transactions/settings/${encodeURIComponent(kestrelBay)}`
  const before = await call(page, 'GET', path)
  await call(page, 'PUT', path, {
    ...before,
    onNoResponse: { action: 'CANCEL', afterMinutes: 1, processFor: [] },
    fourEyes: { ...Object(before.fourEyes), approveFrom: null },
  })
  const id = await create(page, '15')
  await page.goto(`/transactions/${id}`)
  await button(page, 'Approve and send').click()
  await expect(page.getByText('Sent, awaiting confirmation')).toBeVisible()
  const { databaseUrl = '' } = await serverOf(file)
  // The minute goes by.
  await run(
    databaseUrl,
    `update transactions.step set due_at = now() where transfer_id = '${id}' and kind = 'NO_RESPONSE'`,
  )
  // The page asks every ten seconds by itself.
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Stopped waiting for an answer automatically')).toBeVisible()
  await expect(page.getByText("Counterparty didn't respond in time").first()).toBeVisible()
})
