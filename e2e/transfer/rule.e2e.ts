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
  await expect(page.getByText('Sent to the inbox: no rule matches')).toBeVisible()
  await page.getByRole('link', { name: 'Create a rule from this transfer' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Name').fill('Small to Granitequay')
  await expect(editor.getByText(/^Approve if counterparty is did:ethr:0x6fd2/)).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Not in use yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add outgoing rule' }).click()
  await editor.getByLabel('If').selectOption('counterparty')
  await editor.getByLabel('Values, separated by commas').fill('did:ethr:0x1')
  await editor.getByLabel('Subsidiaries').selectOption('count too')
  await expect(editor.getByText('counterparty is did:ethr:0x1, or a subsidiary')).toBeVisible()
  await editor.getByLabel('If').selectOption('first transfer')
  await editor.getByLabel('Value').selectOption('to the destination')
  await expect(editor.getByText('it is the first transfer to the destination')).toBeVisible()
  await editor.getByLabel('If').selectOption('your verdict')
  await editor.getByLabel('Action').selectOption('Cancel')
  await editor.getByLabel('Value').selectOption('blocked')
  await editor.getByRole('button', { name: 'Add rule' }).click()
  const list = page.getByRole('region', { name: 'Outgoing', exact: true })
  await expect(list.getByRole('listitem').nth(3)).toContainText('Cancel if your verdict is blocked')
  // What says the same as another rule can't be saved.
  await expect(list.getByText('Error: Says the same as Blocked companies.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate…' })).toBeDisabled()
  await list.getByRole('button', { name: 'Edit rule 4' }).click()
  await editor.getByLabel('Value').selectOption('not reviewed')
  await editor.getByRole('button', { name: 'Change rule' }).click()
  await list.getByRole('button', { name: 'Edit rule 4' }).press('Alt+ArrowUp')
  await expect(list.getByRole('listitem').nth(2)).toContainText(
    'Cancel if your verdict is not reviewed',
  )

  const dryRun = page.getByRole('region', { name: 'Dry run: outgoing' })
  await dryRun.getByRole('button', { name: 'Run' }).click()
  await expect(dryRun.getByRole('status')).toContainText('decided differently')
  await expect(dryRun.getByRole('link', { name: first.slice(0, 8) })).toBeVisible()
  const each = dryRun.getByRole('table', { name: 'What each rule decides' })
  await expect(each.getByRole('row').filter({ hasText: 'Small to Granitequay' })).toContainText(
    /transfers?[1-9]/,
  )
  await dryRun
    .getByRole('listitem')
    .filter({ hasText: first.slice(0, 8) })
    .getByText('Why')
    .click()
  await expect(
    dryRun.getByText('doesn’t match: your verdict is not reviewed').first(),
  ).toBeVisible()
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
  await expect(decided.getByText('Approve: rule 4 “Small to Granitequay”')).toBeVisible()
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
