import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, signIn, test } from '../kit.ts'

test.use({ environment: { FLAGS_PINNED: 'dashboardIdleUserLogout=on' } })

const typed = 'Canary: three exchanges in Singapore'
const sentence = 'You were signed out after 30 minutes of inactivity'

/** Ana types in the profile and goes away for half an hour. */
async function leaveWhileTyping(page: Page): Promise<void> {
  await openAs(page, ana, '/company')
  await expect(page.getByRole('button', { name: 'Edit Identity' })).toBeVisible()
  await page.clock.install()
  await page.reload()
  const key = page.waitForResponse('**/api/auth/draftkeys')
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill(typed)
  await (await key).finished()
  // The watch comes with a part of the code of its own; the half hour counts from then.
  const left = page.getByText(sentence)
  // A question of the browser would keep the page open to whoever comes by.
  page.on('dialog', () => {
    throw new Error('The browser asked before it left')
  })
  await expect
    .poll(async () => {
      await page.clock.fastForward(1_801_000)
      return left.isVisible()
    })
    .toBe(true)
}

const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('[UI-16] who was signed out by idleness reads so, and goes on typing after the sign-in', async ({
  page,
}) => {
  await leaveWhileTyping(page)
  await expectAccessible(page)
  // Whoever sits down here now finds nothing to read.
  expect(await kept(page)).toContain('drafts')
  expect(await kept(page)).not.toContain('Canary')
  await signIn(page, ana)
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByText('Your unsaved text is kept')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await expect(page.getByLabel('Description')).not.toHaveValue(typed)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(typed)
  await expect(page.getByText('Your unsaved text is kept')).toBeHidden()
  expect(await kept(page)).not.toContain('drafts')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
})

test('[UI-16] the next person is offered nothing of it', async ({ page }) => {
  await leaveWhileTyping(page)
  await signIn(page, 'marcus.lim@kestrelbay.example')
  await expect(page).toHaveURL(/\/company$/)
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await expect(page.getByLabel('Description')).toBeVisible()
  await expect(page.getByText(/unsaved text/i)).toBeHidden()
  await expect.poll(() => kept(page)).not.toContain('drafts')
})
