import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { receive, stand } from '../webhooks/received.ts'

/** The inbox with these transfers alone, at a time that stands still until the journey moves it. */
async function openInbox(page: Page, amounts: readonly string[]): Promise<string> {
  await openAs(page, ana, '/privacy')
  const destination = await receive(page, amounts)
  await page.clock.install()
  await page.goto(`/transactions?q=${destination}`)
  await expect(rowsOf(page)).toHaveCount(amounts.length)
  return destination
}

const rowsOf = (page: Page) => page.locator('tr[data-row]')

const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one)
const untilSent = 5000

test('[TX-02] an inbox of 20 is cleared by keyboard in at most 60 keys', async ({ page }) => {
  const amounts = [...Array(20).keys()].map((n) => String(n + 2))
  const destination = await openInbox(page, amounts)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('j')
  for (const _ of amounts) await press('a')
  await expect(page.getByText('sent in a moment')).toHaveCount(20)
  await page.clock.fastForward(untilSent)
  await expect(page.getByText('Accept or decline')).toHaveCount(20)
  // The names come after the confirmation.
  await expect.poll(() => stand(page, destination)).toEqual(times(20, 'ACK 4'))

  await page.reload()
  await expect(rowsOf(page)).toHaveCount(20)
  await press('j')
  for (let n = 0; n < 14; n++) await press('a')
  for (let n = 0; n < 6; n++) {
    await press('d')
    await expect(page.getByRole('dialog', { name: 'Decline the transfer?' })).toBeVisible()
    if (n === 0) await expectAccessible(page)
    await press('2')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.clock.fastForward(untilSent)
  await expect(page.getByText('No matching transfers')).toBeVisible()
  expect(await stand(page, destination)).toEqual([
    ...times(14, 'ACCEPTED 5'),
    ...times(6, 'DECLINED 5'),
  ])
  expect(keys).toBeLessThanOrEqual(60)
})

test('[TX-02] an act of the inbox can be undone for five seconds, and moves on to the next row', async ({
  page,
}) => {
  const destination = await openInbox(page, ['3', '4', '5'])
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(rowsOf(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('sent in a moment')).toHaveCount(2)
  await page.keyboard.press('u')
  await expect(rowsOf(page).nth(1).getByRole('link')).toBeFocused()
  await rowsOf(page).first().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('sent in a moment')).toBeHidden()
  await page.clock.fastForward(untilSent)
  expect(await stand(page, destination)).toEqual(times(3, 'SENT 2'))
})

test('[TX-02] on a phone, a transfer is confirmed in the inbox by a button, and taken back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, ana, '/privacy')
  const destination = await receive(page, ['14'])
  await page.clock.install()
  await page.goto(`/transactions?q=${destination}`)
  const confirm = page.getByRole('button', { name: 'Yes, it’s our address' })
  await confirm.click()
  await expect(confirm).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.clock.fastForward(untilSent)
  expect(await stand(page, destination)).toEqual(['SENT 2'])
  await confirm.click()
  await page.clock.fastForward(untilSent)
  await expect.poll(() => stand(page, destination)).toEqual(['ACK 4'])
})

test('[TX-02] an act that could still be undone is sent when its page is left', async ({
  page,
}) => {
  const destination = await openInbox(page, ['6', '7'])
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.goto('/privacy')
  await expect.poll(() => stand(page, destination)).toEqual(['ACK 4', 'SENT 2'])
  await page.goto(`/transactions?q=${destination}`)
  await expect(page.getByText('Is this our address?')).toBeVisible()
  await expect(page.getByText('wasn’t sent')).toBeHidden()
  const open = rowsOf(page).filter({ hasText: 'Is this our address?' })
  await open.getByRole('link').focus()
  await page.keyboard.press('a')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect.poll(() => stand(page, destination)).toEqual(['ACK 4', 'ACK 4'])
})

test('[UI-10] [TX-02] an act without a connection is kept through a reload and asked about', async ({
  page,
  context,
}) => {
  const destination = await openInbox(page, ['8'])
  await page.keyboard.press('j')
  await context.setOffline(true)
  await page.keyboard.press('a')
  await page.clock.fastForward(untilSent)
  const question = page.getByText(
    '“Yes, it’s our address” for 8 ETH, Granitequay Markets wasn’t sent',
  )
  await expect(question).toBeVisible()
  await expect(page.getByText(/Offline: showing data from/)).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await page.reload()
  await expect(question).toBeVisible()
  expect(await stand(page, destination)).toEqual(['SENT 2'])
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => stand(page, destination)).toEqual(['ACK 4'])
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('heldActs'))).toBeNull()
})
