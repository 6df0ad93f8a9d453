import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const items = 'Action items'
const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const europe = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'

/** Its European sister asks Kestrel Bay Exchange for what that has not uploaded. */
async function ask(page: Page, documentType: string): Promise<void> {
  await openAs(page, ana, '/privacy')
  const query = new URLSearchParams({
    requestingVASPdid: europe,
    documentType,
    accessAction: 'REQUEST',
  })
  const path = `/api/tf/vasps/${kestrelBay}/documents/requests?${query}`
  const asked = await page.evaluate(async (url) => {
    const answer = await fetch(url, { method: 'POST', headers: { 'x-user-agent': 'e2e' } })
    return answer.text()
  }, path)
  expect(asked).toContain('WAITING_FOR_INFORMATION')
}

test('[TF-13] [TF-08] a request that lacks its document is answered from Home in four actions', async ({
  page,
}) => {
  await ask(page, 'ISO27001_CERT')
  await openAs(page, ana, '/dashboard')
  const list = page.getByRole('list', { name: items })
  const asked = list.getByRole('link', { name: /^Kestrel Bay Europe requests: ISO 27001/ }).first()
  const title = (await asked.textContent()) ?? ''
  await asked.click()
  const dialog = page.getByRole('dialog', { name: /^Approve .*’s request/ })
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'soc2.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(dialog.getByText('soc2.pdf uploaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Request approved')).toBeVisible()
  await expect(page).not.toHaveURL(/request=/)
  await page.goto('/dashboard')
  await expect(list).toBeVisible()
  await expect(list.getByText(title)).toHaveCount(0)
})

test('[TF-13] a request with nothing to share is declined from Home', async ({ page }) => {
  await ask(page, 'SANCTIONS_POLICY')
  await openAs(page, ana, '/dashboard')
  await page
    .getByRole('list', { name: items })
    .getByRole('link', { name: /^Kestrel Bay Europe requests: Sanctions/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /’s request/ })
  await dialog.getByRole('radio', { name: 'Decline' }).check()
  await dialog.getByLabel('Reason').fill('We share it with counterparties only')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Request declined')).toBeVisible()
})

test('[TF-13] a review that is due opens from Home, and closes where it is about', async ({
  page,
}) => {
  await openAs(page, ana, '/dashboard')
  const link = page.getByRole('link', { name: /^Review / }).first()
  await link.click()
  const drawer = page.getByRole('dialog', { name: /^Review / })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/act=/)
})

test('[UI-02] [ID-07] a newcomer finds the company in one place, and the request on Home', async ({
  page,
}) => {
  await openAs(page, 'jun.seah@kestrelbay.example', '/')
  await page.getByRole('link', { name: 'Find your company' }).click()
  await expect(page).toHaveURL(/get-started/)
  await page.getByRole('button', { name: 'Ask to join Kestrel Bay Exchange' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Awaiting a decision')).toBeVisible()
  await page.goto('/dashboard')
  const own = page.getByRole('region', { name: 'Your requests' })
  await expect(own.getByText('Join Kestrel Bay Exchange')).toBeVisible()
  await expect(own.getByText('Waiting', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('[UI-02] the operator’s Home is the network’s queue', async ({ page }) => {
  await openAs(page, 'noor@countersign.example', '/')
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
})

test('[TF-08] what we asked for is withdrawn where it stands', async ({ page }) => {
  await openAs(page, ana, '/due-diligence?tab=sent')
  const withdraw = page.getByRole('button', { name: /^Withdraw / }).first()
  await withdraw.click()
  await expect(page.getByText('Request withdrawn')).toBeVisible()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
})
