import { ana, expect, expectAccessible, openAs, tabTo, test } from '../kit.ts'

test('[TF-08] by keyboard alone: requests are approved and declined, and focus comes back', async ({
  page,
}) => {
  await openAs(page, ana, '/due-diligence')
  await expect(page.getByRole('heading', { name: 'Due diligence' })).toBeVisible()
  await expect(page.getByText('“Please tell us who owns 25% or more.”')).toBeVisible()

  await tabTo(
    page,
    page.getByRole('button', { name: 'Decline Alpenvault Custody, Ownership chart' }).first(),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Decline .*’s request/ })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('textbox', { name: /Reason/ }).first())
  await page.keyboard.type('We share it with counterparties only.')
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByRole('button', { name: 'Decline' }).first())
  await page.keyboard.press('Enter')
  const answer = page.getByText('Answer: “We share it with counterparties only.”')
  await expect(answer).toBeVisible()
  // A slip is taken back.
  await tabTo(
    page,
    page.getByRole('button', { name: 'Reopen Alpenvault Custody, Ownership chart' }).first(),
  )
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Reopen' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: 'Decline Alpenvault Custody, Ownership chart' }),
  ).toBeVisible()
  await expect(answer).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: 'Approve Norrland Krypto, Licence' }).first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Approve .*’s request/ })
  await expect(dialog.getByLabel('Access until')).not.toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Approve Norrland Krypto, Licence' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Approve' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Revoke Norrland Krypto, Licence' })).toBeVisible()
})

test('[TF-08] a company is asked on its page, and the request stands among the sent ones', async ({
  page,
}) => {
  await openAs(page, ana, '/due-diligence')
  await page.getByRole('tab', { name: 'Sent' }).click()
  await expect(page.getByText('Waiting for information').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remind Yuzuledger, Licence' }).click()
  await expect(page.getByText('Reminder sent')).toBeVisible()

  await page.getByRole('link', { name: 'Yuzuledger' }).click()
  await page.getByRole('tab', { name: 'Due diligence' }).click()
  await page.getByRole('button', { name: 'Request documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request documents from Yuzuledger' })
  const waiting = page.getByText('Waiting for information')
  // What waits already is known now, so it can be counted.
  await expect(dialog.getByLabel('Licence')).toBeDisabled()
  const before = await waiting.count()
  await dialog.getByLabel('AML policy').check()
  await dialog.getByLabel('SOC 2 report').check()
  await dialog.getByLabel(/Message/).fill('Yearly review')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 2 requests' }).click()
  await expect(page.getByText('2 requests sent')).toBeVisible()
  await expect(waiting).toHaveCount(before + 2)
})

test('[UI-27] the inbox asks again every five seconds, as background, and new rows wait', async ({
  page,
}) => {
  await page.route(/\/documents\/requests\?limit=100$/, async (route) => {
    const answer = await route.fetch()
    const { requests, next } = await answer.json()
    const [first] = requests
    // What a poll brings, and only a poll.
    const polled = route.request().headers()['x-background'] === '1'
    const fresh = { ...first, id: 'req_new', requestingVASPName: 'Newcomer Exchange' }
    await route.fulfill({ json: { requests: polled ? [fresh, ...requests] : requests, next } })
  })
  let polls = 0
  page.on('request', (request) => {
    const isInbox = request.url().endsWith('/documents/requests?limit=100')
    if (isInbox && request.headers()['x-background'] === '1') polls++
  })
  await page.clock.install()
  await openAs(page, ana, '/due-diligence')
  await expect(page.getByRole('link', { name: 'Granitequay Markets' })).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  // What an answer brings is drawn by timers, too.
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 200 })
  }).toPass()
  // The clock has hardly moved since that answer, from which the next five seconds count.
  const before = polls
  await page.clock.runFor(4_000)
  expect(polls).toBe(before)
  await page.clock.runFor(1_000)
  await expect.poll(() => polls).toBe(before + 1)
  await page.clock.resume()
  await expect(page.getByRole('link', { name: 'Newcomer Exchange' })).toHaveCount(0)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(page.getByRole('link', { name: 'Newcomer Exchange' })).toBeVisible()
  // The next poll may be under way.
  await page.unrouteAll({ behavior: 'wait' })
})
