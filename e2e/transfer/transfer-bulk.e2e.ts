import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { headers, kestrelBay, receive, stand } from '../webhooks/received.ts'

/** Transfers of these amounts that Kestrel Bay can accept or decline, alone in its inbox. */
async function decidable(page: Page, amounts: readonly string[]) {
  await openAs(page, ana, '/privacy')
  const destination = await receive(page, amounts)
  const { transactions } = await listed(page, destination)
  for (const { id } of transactions)
    await page.request.post('/api/tx/confirm', { headers, params: { vaspDID: kestrelBay, id } })
  await expect.poll(() => stand(page, destination)).toEqual(Array.from(amounts, () => 'ACK 4'))
  await page.goto(`/transactions?q=${destination}`)
  await expect(page.locator('tr[data-row]')).toHaveCount(amounts.length)
  return { destination, transactions: (await listed(page, destination)).transactions }
}

async function listed(page: Page, destination: string) {
  const found = await page.request.get('/api/tx/query', {
    headers,
    params: { vaspDID: kestrelBay, destination },
  })
  return (await found.json()) as { transactions: { id: string; amount: string }[] }
}

const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all: Inbox: transfers' })

test('[TX-02] transfers are accepted in bulk, and three that changed meanwhile are refused', async ({
  page,
}) => {
  const { destination, transactions } = await decidable(page, ['2', '3', '4', '5', '6', '7'])
  await selectAll(page).check()
  const bar = page.getByRole('region', { name: 'Selected transfers' })
  await expect(bar).toContainText('6 selected')
  await bar.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('dialog', { name: 'Accept?' })).toContainText(
    '6 transfers with 1 counterparty, SGD 108,810.00 in total.',
  )
  await expectAccessible(page)

  // The preview survives a reload, and a colleague is faster with three of them.
  await page.reload()
  for (const { id } of transactions.slice(0, 3))
    await page.request.post('/api/tx/decline', {
      headers,
      data: { vaspDID: kestrelBay, id, reason: 'SANCTIONS' },
    })
  await page
    .getByRole('dialog', { name: 'Accept?' })
    .getByRole('button', { name: 'Accept: 6 transfers' })
    .click()
  const done = page.getByRole('dialog', { name: 'Accept: done' })
  await expect(done).toContainText('3 done, 3 refused.')
  await expect(done.getByRole('region', { name: 'Refused' }).getByRole('listitem')).toHaveCount(3)
  await expect(
    done.getByText('Someone else has changed this transfer since you opened it'),
  ).toHaveCount(3)
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('No matching transfers')).toBeVisible()
  expect(await stand(page, destination)).toEqual([
    ...Array.from({ length: 3 }, () => 'ACCEPTED 5'),
    ...Array.from({ length: 3 }, () => 'DECLINED 5'),
  ])
})

test('[TX-02] an assignment and hiding in bulk are undone, and a preview that is closed does nothing', async ({
  page,
}) => {
  const { destination } = await decidable(page, ['8', '9'])
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected transfers' })
  await bar.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog', { name: 'Decline: choose a reason' }).waitFor()
  await page.keyboard.press('2')
  await page
    .getByRole('dialog', { name: 'Decline?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await selectAll(page).check()
  await bar.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByRole('button', { name: 'Assign to me: 2 transfers' }).click()
  const done = page.getByRole('dialog', { name: 'Assign to me: done' })
  await expect(done).toContainText('2 done.')
  const assigned = page.getByRole('cell', { name: 'Ana Reyes', includeHidden: true })
  await expect(assigned).toHaveCount(2)
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog', { name: 'Undo: assign to me: done' })).toContainText(
    '2 done.',
  )
  await expect(assigned).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  const rows = page.locator('tr[data-row]')
  await selectAll(page).check()
  await bar.getByRole('button', { name: 'Hide until tomorrow' }).click()
  await page.getByRole('button', { name: 'Hide until tomorrow: 2 transfers' }).click()
  const hidden = page.getByRole('dialog', { name: 'Hide until tomorrow: done' })
  await expect(hidden).toContainText('2 done.')
  await expect(rows).toHaveCount(0)
  await hidden.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog', { name: 'Undo: hide until tomorrow: done' })).toContainText(
    '2 done.',
  )
  await expect(rows).toHaveCount(2)
  expect(await stand(page, destination)).toEqual(['ACK 4', 'ACK 4'])
})
