import { ana, expect, openAs, test } from '../kit.ts'
import { headers, kestrelBay, receive } from '../webhooks/received.ts'

test('[TX-04] who opened personal data is on a screen, for its owner without the person', async ({
  page,
}) => {
  await openAs(page, ana, '/privacy')
  const destination = await receive(page, ['13'])
  const call = { vaspDID: kestrelBay }
  const found = await page.request.get('/api/tx/query', {
    headers,
    params: { ...call, destination },
  })
  const { transactions } = (await found.json()) as { transactions: { id: string }[] }
  const id = transactions[0]?.id ?? ''
  await page.request.post('/api/tx/confirm', { headers, params: { ...call, id } })
  const opened = await page.request.post('/api/tx/decrypt', {
    headers,
    data: { ...call, id, reason: { code: 'AUDIT' } },
  })
  expect(opened.status()).toBe(200)

  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Data access' }).click()
  const rows = page.locator('tr[data-row]').filter({ has: page.locator(`a[href$="${id}"]`) })
  await expect(rows).not.toHaveCount(0)
  await expect(rows.filter({ hasText: 'theirs' }).first()).toContainText(
    'Ana Reyes, Kestrel Bay Exchange',
  )
  await expect(rows.first()).toContainText('audit')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')

  await page.keyboard.press('Meta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Granitequay')
  await page.getByRole('option', { name: 'Switch to Granitequay Markets' }).click()
  await expect(page).toHaveTitle(/Granitequay/)
  await page.goto('/transactions/views')
  await expect(rows.first()).toContainText('Kestrel Bay Exchange')
  await expect(rows.first()).toContainText('your data')
  await expect(rows.filter({ hasText: 'Ana Reyes' })).toHaveCount(0)
})
