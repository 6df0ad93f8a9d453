import { readFile } from 'node:fs/promises'
import { productExamples } from '@countersign/contracts/examples'
import { expect, expectAccessible, openAs, test } from '../kit.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'

test('[BI-06] [BI-04] a limit holds transfers; after the upgrade they are sent, and an invoice can be opened', async ({
  page,
}) => {
  await openAs(page, 'olle.lind@norrland.example', '/billing')
  await expect(page.getByText('Your company is on the free plan.')).toBeVisible()
  // One more than the plan has left.
  const bodies = [1, 2].map(() => ({
    ...Object(productExamples['tx.create']?.body),
    vaspDID: norrland,
    originatorVASPdid: norrland,
    transactionRef: crypto.randomUUID(),
  }))
  const held = await page.evaluate(async (all) => {
    const post = (path: string, content?: object) =>
      fetch(`/api/tx/${path}`, {
        method: 'POST',
        headers: { 'x-user-agent': 'e2e', 'content-type': 'application/json' },
        ...(content && { body: JSON.stringify(content) }),
      })
    let last = ''
    for (const body of all) {
      const made = await post('create', body)
      if (!made.ok) throw new Error(await made.text())
      const { id } = await made.json()
      last = id
      await post(`approve?id=${id}&vaspDID=${encodeURIComponent(body.originatorVASPdid)}`)
    }
    return last
  }, bodies)
  await page.goto(`/transactions/${held}`)
  await expect(page.getByText('Your plan’s limit is reached')).toBeVisible()
  await page.getByRole('link', { name: 'See your limits' }).click()
  await expect(page.getByText(/transfers? (is|are) on hold/)).toBeVisible()
  await expect(page.getByText('Limit reached')).toBeVisible()
  await expect(page.getByRole('row', { name: /Subsidiaries/ })).toContainText('Not in your plan')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Choose a plan' }).first().click()
  await expect(page.getByRole('table', { name: 'Plans' })).toContainText('$299.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose Standard' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('$299.00 a month, and $0.40 a transfer')).toBeVisible()
  await expect(page.getByText('Simulated. No real payments.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe to standard' }).click()
  await page.getByRole('link', { name: 'Back to Countersign' }).click()
  await expect(async () => {
    await page.goto('/billing')
    await expect(page.getByText('Your subscription is paid.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Send them now' }).click()
  await expect(page.getByText(/transfers? (is|are) on hold/)).toBeHidden()

  const invoice = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1)
  await expect(invoice).toContainText('$299.00')
  const saved = page.waitForEvent('download')
  await invoice.getByRole('button', { name: 'PDF' }).click()
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await invoice.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('Simulated. No real payments.')).toBeVisible()
})
