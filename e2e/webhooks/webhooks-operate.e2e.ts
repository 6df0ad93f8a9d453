import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

/** Changes the profile, which is an event of the company. */
const edit = (page: Page, description: string) =>
  page.evaluate(async (text) => {
    const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
    await fetch('/api/tf/vasps/update', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-agent': 'e2e' },
      body: JSON.stringify({ did, fields: { description: text } }),
    })
  }, description)

test('[WP-02] [WH-05] an endpoint that comes late gets what it missed, counted before and followed after', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/webhooks/messages?type=vasp.updated')
  await expect(page.getByText('No matches for these filters')).toBeVisible()
  await edit(page, 'One')
  await page.getByRole('button', { name: 'Show 1 new message' }).click()
  await edit(page, 'Two')
  // Rows don’t move under the reader; what is new waits behind a button.
  await expect(page.getByRole('button', { name: 'Show 1 new message' })).toBeVisible()
  await expect(page.getByRole('row', { name: /vasp\.updated/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Show 1 new message' }).click()
  await expect(page.getByRole('row', { name: /vasp\.updated/ })).toHaveCount(2)

  await page.getByRole('link', { name: 'Endpoints' }).click()
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use demo receiver' }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText(/It works/)).toBeVisible()
  await page
    .getByRole('table', { name: 'Endpoints' })
    .getByRole('link', { name: /\/webhook$/ })
    .click()
  await page.getByRole('button', { name: 'Recover failed messages' }).click()
  const submit = dialog.getByRole('button', { name: /^(Recover|Replay)$/ })
  await expect(submit).toHaveAccessibleDescription('There’s nothing to send in this period')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Replay missing messages' }).click()
  await expect(dialog.getByText('2 messages will be sent.')).toBeVisible()
  await dialog.getByLabel('Messages of').selectOption('custom')
  await dialog.getByLabel('Since').fill('2020-01-01T00:00')
  await expect(dialog.getByText('Enter a time in the last 14 days').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Messages of').selectOption('7d')
  await expect(dialog.getByText('2 messages will be sent.')).toBeVisible()
  await submit.click()
  await expect(dialog).toBeHidden()
  const attempts = page.getByRole('table', { name: 'Attempts' })
  // The example of the check, and the two.
  await expect(attempts.getByRole('row', { name: /Delivered/ })).toHaveCount(3)
  await page.getByLabel('Response').selectOption('500')
  await expect(page.getByText('No matches for these filters')).toBeVisible()
  await expect(page).toHaveURL(/response=500/)
  const tabs = page.getByRole('navigation', { name: 'Webhooks' })
  await tabs.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /Send missing messages.*Finished.*2/ })).toBeVisible()

  // What was delivered can be sent once more, chosen by its outcome.
  await tabs.getByRole('link', { name: 'Endpoints' }).click()
  await page
    .getByRole('table', { name: 'Endpoints' })
    .getByRole('link', { name: /\/webhook$/ })
    .click()
  await page.getByRole('button', { name: 'Send messages again' }).click()
  await dialog.getByLabel('Last outcome').selectOption({ label: 'Failed' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Send messages again' }).click()
  await dialog.getByLabel('Last outcome').selectOption({ label: '200 to 299' })
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toBeHidden()
  await tabs.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /Send all messages again Finished 3 / })).toBeVisible()
  await expect(page.getByRole('row', { name: /Send all messages again Finished 0 / })).toBeVisible()

  // The figures, as a chart and as a table.
  await tabs.getByRole('link', { name: 'Statistics' }).click()
  await page.getByLabel('Endpoint').selectOption({ index: 1 })
  await expect(page.getByRole('img', { name: /Attempts over time/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Attempts over time' })).toContainText('6')
  await expect(page.getByRole('region', { name: 'Responses' })).toContainText('95% answer within')
})

test('[WP-02] a server that can’t be called fetches its messages with the token that the screen shows', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/webhooks/pollers')
  await page.getByRole('button', { name: 'Add polling endpoint' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('Behind the firewall')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add polling endpoint' }).click()
  const poller = page.getByRole('region', { name: 'Behind the firewall' })
  await edit(page, 'For the poller')
  await poller.getByRole('button', { name: /^Show/ }).click()
  const command = (await poller.locator('pre').textContent()) ?? ''
  const [, token] = /Bearer (\S+)'/.exec(command) ?? []
  const [, url = ''] = /'(http[^']+)'/.exec(command) ?? []
  await expect
    .poll(async () => {
      const answer = await page.request.get(url, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as { data: { eventType: string }[] }
      return data.map(({ eventType }) => eventType)
    })
    .toEqual(['vasp.updated'])
  await expectAccessible(page)
  await poller.getByRole('button', { name: /^Rotate/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate token' }).click()
  await expect(poller.locator('pre')).not.toHaveText(command)
  await poller.getByRole('button', { name: /^Delete/ }).click()
  await page.getByLabel(/Type/).fill('Behind the firewall')
  await page.getByRole('button', { name: 'Delete polling endpoint' }).click()
  await expect(page.getByText('No polling endpoints yet')).toBeVisible()
})
