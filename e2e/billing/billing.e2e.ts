import { productExamples } from '@countersign/contracts/examples'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test.use({ environment: { BILLING_PROVIDER: 'none' } })

test('[BI-06] [BI-01] the page of billing says what is used, and grows by one with a transfer that is sent', async ({
  page,
}) => {
  await openAs(page, ana, '/billing')
  await expect(page.getByText('Your company is on the free plan.')).toBeVisible()
  await expect(page.getByText('Billing isn’t enabled')).toBeVisible()
  const usage = page.getByRole('table', { name: 'Usage' }).getByRole('row').nth(1)
  await expect(usage).toContainText('No plan limit')
  const used = usage.getByText(/^\d+$/)
  const before = Number(await used.textContent())
  await expectAccessible(page)

  const body = {
    ...Object(productExamples['tx.create']?.body),
    transactionRef: crypto.randomUUID(),
  }
  await page.evaluate(async (sent) => {
    const post = async (path: string, content?: object) => {
      const answer = await fetch(`/api/tx/${path}`, {
        method: 'POST',
        headers: { 'x-user-agent': 'e2e', 'content-type': 'application/json' },
        ...(content && { body: JSON.stringify(content) }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    const { id } = await post('create', sent)
    await post(`approve?id=${id}&vaspDID=${encodeURIComponent(sent.originatorVASPdid)}`)
  }, body)
  await page.reload()
  await expect(used).toHaveText(String(before + 1))
})

test('[BI-03] an admin enters who is billed, and finds it again', async ({ page }) => {
  await openAs(page, 'marcus.lim@kestrelbay.example', '/billing')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit billing details' })
  await dialog.getByLabel('Legal name').fill('Kestrel Bay Holdings Ltd')
  await dialog.getByLabel('Email for invoices').fill('bills@kestrelbay.example')
  await dialog.getByLabel('Country').selectOption('Malta')
  await dialog.getByLabel('Tax ID', { exact: true }).fill('MT12345678')
  await expect(dialog.getByText('Enter the type of tax ID')).toBeAttached()
  await dialog.getByLabel('Type of tax ID').fill('eu_vat')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('Kestrel Bay Holdings Ltd')).toBeVisible()
  await expect(page.getByText('Malta')).toBeVisible()
  await expect(page.getByText('MT12345678')).toBeVisible()
})
