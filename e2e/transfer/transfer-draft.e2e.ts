import { ana, expect, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

test('[UI-21] [TX-04] what was entered for a new transfer survives a reload, and nobody reads it', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions/new')
  await page.getByLabel('Amount').fill('3.25')
  const originator = page.getByRole('region', { name: 'Originator' })
  const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  const draft = () => page.evaluate(() => String(sessionStorage.drafts))
  await expect.poll(draft).toContain('sealed')
  const first = await draft()
  await originator.getByLabel('Last name').fill('Quillbottom')
  await expect.poll(draft).not.toBe(first)
  expect(await stored()).not.toContain('Quillbottom')
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('3.25')
  await expect(originator.getByLabel('Last name')).toHaveValue('Quillbottom')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('drafts')
})

test('[TX-02] how transfers are treated is changed on a screen, also by two people at once', async ({
  page,
}) => {
  await openAs(page, people.marcus, '/settings?tab=transfers')
  await page.getByLabel('After how many hours').fill('48')
  await page.getByLabel('Two people approve from').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Expected an amount such as 10000').first()).toBeVisible()
  await page.getByLabel('Two people approve from').fill('250000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('After how many hours')).toHaveValue('48')
  await expect(page.getByLabel('Two people approve from')).toHaveValue('250000')

  // A colleague's change isn't overwritten unseen, and costs nothing of what is typed.
  await page.getByLabel('After how many hours').fill('72')
  const other = await page.context().newPage()
  await other.goto('/settings?tab=transfers')
  await other.getByLabel('After how many hours').fill('36')
  await other.getByLabel('Daily reminders').fill('7')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Settings saved')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone else has changed this to “36”')).toBeVisible()
  await expect(page.getByLabel('After how many hours')).toBeFocused()
  await expect(page.getByLabel('Daily reminders')).toHaveValue('7')
  await expect(page.getByLabel('After how many hours')).toHaveValue('72')

  // Nobody leaves with what is only here, unless they say so.
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await home.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('After how many hours')).toHaveValue('72')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL(/\/dashboard/)
})
