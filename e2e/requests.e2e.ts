import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, signIn, test } from './kit.ts'

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox') {
  const target = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

test('[TF-08] by keyboard alone: requests are approved and declined, and focus comes back', async ({
  page,
}) => {
  await page.goto('/due-diligence')
  await signIn(page, ana)
  await expect(page.getByRole('heading', { name: 'Due diligence' })).toBeVisible()
  await expect(page.getByText('“Please share who holds 25 % or more.”')).toBeVisible()
  await expectAccessible(page)

  await tabTo(page, 'Decline Alpenvault Custody, Ownership chart', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Decline the request/ })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, /Reason/, 'textbox')
  await page.keyboard.type('We share it with counterparties only.')
  await page.keyboard.press('Tab')
  await tabTo(page, 'Decline', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer: “We share it with counterparties only.”')).toBeVisible()

  await tabTo(page, 'Approve Norrland Krypto, Licence', 'button')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Approve the request/ })
  await expect(dialog.getByLabel('Access until')).not.toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Approve Norrland Krypto, Licence' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Approve', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Revoke Norrland Krypto, Licence' })).toBeVisible()
})

test('[TF-08] a company is asked on its page, and the request stands among the sent ones', async ({
  page,
}) => {
  await page.goto('/due-diligence')
  await signIn(page, ana)
  await page.getByRole('tab', { name: 'Sent' }).click()
  await expect(page.getByText('Waiting for information')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remind Yuzuledger, Licence' }).click()
  await expect(page.getByText('Reminder sent')).toBeVisible()

  await page.getByRole('link', { name: 'Yuzuledger' }).click()
  await page.getByRole('tab', { name: 'Due diligence' }).click()
  await page.getByRole('button', { name: 'Request documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request documents from Yuzuledger' })
  await expect(dialog.getByLabel('Licence')).toBeDisabled()
  await dialog.getByLabel('AML policy').check()
  await dialog.getByLabel('SOC 2 report').check()
  await dialog.getByLabel(/Message/).fill('Yearly review')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 2 requests' }).click()
  await expect(page.getByText('2 requests sent')).toBeVisible()
  await expect(page.getByText('Waiting for information')).toHaveCount(3)
})

test('[UI-27] the inbox asks again every five seconds, as background, and new rows wait', async ({
  page,
}) => {
  await page.route(/\/documents\/requests\?limit=100$/, async (route) => {
    const answer = await route.fetch()
    const { requests, next } = await answer.json()
    const [first] = requests
    // What a poll brings, and only a poll.
    const polled = route.request().headers()['x-background'] === '1'
    const fresh = { ...first, id: 'req_new', requestingVASPName: 'Newcomer Exchange' }
    await route.fulfill({ json: { requests: polled ? [fresh, ...requests] : requests, next } })
  })
  await page.goto('/due-diligence')
  await signIn(page, ana)
  await expect(page.getByRole('link', { name: 'Granitequay Markets' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Newcomer Exchange' })).toHaveCount(0)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(page.getByRole('link', { name: 'Newcomer Exchange' })).toBeVisible()
})
