import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /Search pages, companies/ })

test('[UI-01] the palette finds a company and opens it, by keyboard alone', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Countersign' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  // A visitor is offered no page of the members.
  await expect(page.getByRole('option', { name: 'Directory' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Profile' })).toBeHidden()
  await page.keyboard.type('kestrel bay eu')
  await expect(page.getByRole('option', { name: /Kestrel Bay Europe/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('[UI-19] the palette switches the company and the theme', async ({ page }) => {
  await openAs(page, ana, '/company')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('button', { name: /Search or jump to/ }).click()
  // Companies come late: nothing that is there already may move under the pointer.
  await field(page).fill('kestrel bay europe')
  const groups = page.getByRole('listbox').getByRole('group')
  await expect(groups.last()).toHaveAccessibleName('Companies')
  await expect(groups.first()).toHaveAccessibleName('Switch company')
  await field(page).fill('switch to kestrel bay europe')
  await page.getByRole('option', { name: 'Switch to Kestrel Bay Europe' }).click()
  await expect(page).toHaveTitle(/Kestrel Bay Europe/)
  await page.keyboard.press('Meta+k')
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('[UI-01] chords go places, / goes to the filter, ? shows all, and all can be switched off', async ({
  page,
}) => {
  await openAs(page, ana, '/company')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const heading = page.getByRole('heading', { name: 'Directory' })
  const rows = page.locator('main [data-row]')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await heading.focus()
  await page.keyboard.press('j')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('/')
  const filter = page.getByRole('searchbox', { name: 'Search companies' })
  await expect(filter).toBeFocused()
  // In a field letters are letters.
  await page.keyboard.type('g p?/')
  await expect(filter).toHaveValue('g p?/')
  await expect(page.getByRole('dialog')).toBeHidden()
  await filter.fill('')
  await expect(page.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()

  await heading.focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('g p')
  await expect(sheet.getByText('Search pages, companies and actions')).toBeInViewport()
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await heading.focus()
  // Neither does a key of the list do anything.
  await page.keyboard.press('j')
  await expect(heading).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/network\/search/)
})

test('[UI-01] times are shown by the clock here or in UTC, and it is remembered', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Times: Local' }).click()
  await expect(page.getByRole('button', { name: 'Times: UTC' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Times: UTC' })).toBeVisible()
})

test('[UI-01] the rail is a rail of icons below 1100 px, and every place keeps its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await openAs(page, ana, '/company')
  const rail = page.getByRole('navigation', { name: 'Main' })
  await expect(rail.getByRole('link', { name: 'Profile' })).toBeVisible()
  expect((await rail.boundingBox())?.width).toBe(56)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect.poll(async () => (await rail.boundingBox())?.width).toBe(236)
})

test('[UI-06] a session that ends in the middle of work is mended in another tab, and nothing is lost', async ({
  page,
  context,
}) => {
  await openAs(page, ana, '/company')
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill('Typed before the session ended')
  await context.clearCookies({ name: 'countersign' })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'You’re signed out' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)

  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click()
  const tab = await opened
  await signInAgain(tab)
  await expect(tab.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the session ended')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
})

/** The provider may still know who it is, and then asks nothing. */
async function signInAgain(tab: Page): Promise<void> {
  const asks = tab.getByLabel(/email/i)
  const arrived = tab.getByRole('heading', { name: 'Profile' })
  await expect(asks.or(arrived)).toBeVisible()
  if (!(await asks.isVisible())) return
  await asks.fill(ana)
  await tab.getByLabel(/password/i).fill('demo')
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
}
