import { productExamples } from '@countersign/contracts/examples'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const marcus = 'marcus.lim@kestrelbay.example'

/** A transfer to Granitequay of so much ETH, as a machine would create it. */
const transferOf = (amount: string) => ({
  ...(productExamples['tx.create']?.body as object),
  amount,
})

test('[TX-03] a rule is made from a transfer, tried, activated, and explains the next one', async ({
  page,
}) => {
  await openAs(page, ana, '/rules')
  await expect(page.getByText('Trusted, small, and the name matches')).toBeVisible()
  const create = (amount: string) =>
    page.evaluate(async (body) => {
      const answer = await fetch('/api/tx/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-agent': 'e2e' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { id: string }
    }, transferOf(amount))
  const { id: first } = await create('0.02')
  await page.goto(`/transactions/${first}`)
  await expect(page.getByText('Sent to the inbox: no rule holds')).toBeVisible()
  await page.getByRole('link', { name: 'Make a rule from this transfer' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Name').fill('Small to Granitequay')
  await expect(editor.getByText(/^Approve if counterparty is did:ethr:0x6fd2/)).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Not in use yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add outgoing rule' }).click()
  await editor.getByLabel('Action').selectOption('Cancel')
  await editor.getByLabel('Value').selectOption('blocked')
  await editor.getByRole('button', { name: 'Add rule' }).click()
  const list = page.getByRole('region', { name: 'Outgoing', exact: true })
  await expect(list.getByRole('listitem').nth(2)).toContainText('Cancel if your verdict is blocked')
  await list.getByRole('button', { name: 'Edit rule 3' }).press('Alt+ArrowUp')
  await expect(list.getByRole('listitem').nth(1)).toContainText('Cancel if your verdict is blocked')

  const dryRun = page.getByRole('region', { name: 'Dry run: outgoing' })
  await dryRun.getByRole('button', { name: 'Run' }).click()
  await expect(dryRun.getByRole('status')).toContainText('decided otherwise')
  await expect(dryRun.getByRole('link', { name: first.slice(0, 8) })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Activate…' }).click()
  await page.getByRole('dialog').getByLabel('What has changed').fill('First rules')
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Not in use yet')).toBeHidden()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByText('First rules')).toBeVisible()

  const { id: next } = await create('0.01')
  await page.goto(`/transactions/${next}`)
  const decided = page.getByRole('region', { name: 'Rules', exact: true })
  await expect(decided.getByText('Approve: rule 3 “Small to Granitequay”')).toBeVisible()
  await expect(
    decided
      .getByRole('listitem')
      .filter({ hasText: 'value is at most' })
      .or(decided.getByText(/value at most/))
      .first(),
  ).toBeVisible()
})

test('[TX-03] rules that one person proposes decide once another activates them', async ({
  page,
  browser,
}) => {
  await openAs(page, marcus, '/settings?tab=transfers')
  await page.getByLabel('Two people change rules').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.context().clearCookies()
  await openAs(page, ana, '/rules')
  await page.getByRole('button', { name: 'Add incoming rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ask first')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Propose…' }).click()
  await expect(dialog).toContainText('A colleague must activate them')
  await dialog.getByLabel('What has changed').fill('Ask for trusted companies')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  const waiting = page.getByRole('region', { name: /waits for a second person/ })
  await expect(waiting).toContainText('Ask for trusted companies')
  await expect(waiting.getByText('Added, incoming:')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Activate' })).toBeDisabled()
  await expectAccessible(page)

  const context = await browser.newContext()
  const other = await context.newPage()
  await openAs(other, marcus, '/rules')
  const theirs = other.getByRole('region', { name: /waits for a second person/ })
  await theirs.getByRole('button', { name: 'Activate' }).click()
  await expect(theirs).toBeHidden()
  await expect(other.getByText('activated by Marcus')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Incoming', exact: true })).toContainText(
    'Ask first',
  )
  await context.close()
})
