import { ana, expect, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

test('[UI-21] [TX-04] what was entered for a new transfer survives a reload, and nobody reads it', async ({
  page,
}) => {
  await openAs(page, ana, '/transactions/new')
  await page.getByLabel('Amount').fill('3.25')
  const originator = page.getByRole('region', { name: 'Originator' })
  await originator.getByLabel('Last name').fill('Quillbottom')
  const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  await expect.poll(stored).toContain('sealed')
  expect(await stored()).not.toContain('Quillbottom')
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('3.25')
  await expect(originator.getByLabel('Last name')).toHaveValue('Quillbottom')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('drafts')
})

test('[TX-02] how transfers are treated is changed on a screen, and what doesn’t fit is refused', async ({
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
})
