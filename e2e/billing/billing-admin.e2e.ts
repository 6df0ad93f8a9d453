import { readFile } from 'node:fs/promises'
import { run } from '@countersign/kit/testing-query'
import { expect, expectAccessible, openAs, test } from '../kit.ts'

test('[BI-06] the operator finds a company’s subscription, reads it again, and settles a difference with a reason', async ({
  page,
  serverOf,
}, { file }) => {
  const { databaseUrl = '' } = await serverOf(file)
  await run(
    databaseUrl,
    `insert into billing.drift (kind, payer_did, day, ours, theirs, first_seen_at, last_seen_at)
     select 'usage_high', vasp_did, current_date - 3, '3', '9', now(), now() + interval '1 day'
     from trust.vasp where profile ->> 'name' = 'Kestrel Bay Exchange'`,
  )
  await openAs(page, 'noor@countersign.example', '/admin/billing')
  await page.getByLabel('Search subscriptions').fill('kestrel')
  const table = page.getByRole('table', { name: 'Subscriptions' })
  const row = table.getByRole('row', { name: 'Kestrel Bay Exchange' })
  await expect(table.getByRole('row', { name: 'PampaDex' })).toHaveCount(0)
  await expect(page).toHaveURL(/q=kestrel/)
  await expect(row).toContainText('Active')
  await expect(row).toContainText('Standard')
  await expect(row).toContainText('1 open')
  await row.getByRole('button', { name: /Read again/ }).click()
  await expect(page.getByText('Reading Kestrel Bay Exchange from the provider again')).toBeVisible()

  await page.getByRole('link', { name: 'Differences', exact: true }).click()
  const list = page.getByRole('table', { name: 'Differences' })
  await list.getByRole('link', { name: 'Provider has too many transfers' }).click()
  const drawer = page.getByRole('dialog', { name: 'Provider has too many transfers' })
  await expect(drawer).toContainText('Kestrel Bay Exchange')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ignore this difference?' })
  await expect(dialog.getByText('Enter a reason (at least 10 characters)')).toBeAttached()
  await dialog.getByLabel('Reason').fill('Credited by hand at the provider')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await expect(drawer).toContainText('Credited by hand at the provider')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No differences')).toBeVisible()
  await page.getByLabel('Differences').selectOption('Closed')
  await expect(list.getByRole('row').nth(1)).toContainText('Ignored')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^billing-differences-closed-.*\.csv$/)
  const [head, first] = (await readFile(await saved.path(), 'utf8')).split('\r\n')
  expect(head).toContain('Difference,Company,DID')
  expect(first).toContain('Provider has too many transfers,Kestrel Bay Exchange,')
  expect(first).toContain(',3,9,')
  expect(first).toContain('Credited by hand at the provider')
})
