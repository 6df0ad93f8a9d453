import { expect, expectAccessible, signIn, test } from '../kit.ts'

const noor = 'noor@countersign.example'
const marcus = 'marcus.lim@kestrelbay.example'
const kestrel = '/admin/companies/did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const why = 'Ticket 4711: the team page looks empty to them.'

test('[ID-08] an internal admin looks inside a company with a reason, changes nothing, and the company sees it', async ({
  page,
  browser,
}) => {
  await page.goto(kestrel)
  await signIn(page, noor)
  await page.getByRole('button', { name: 'View as member' }).click()
  const dialog = page.getByRole('dialog', { name: /^View Kestrel Bay/ })
  const begin = dialog.getByRole('button', { name: 'Start viewing' })
  await expect(begin).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Reason').fill(why)
  await expectAccessible(page)
  await begin.click()

  const banner = page.getByRole('complementary', { name: 'Viewing as operator' })
  await expect(banner).toContainText(/You’re viewing Kestrel Bay .*You can’t change anything/)
  await expect(page).toHaveURL(/\/dashboard$/)
  const places = page.getByRole('navigation', { name: 'Main' })
  await expect(places.getByRole('link', { name: 'Team' })).toBeVisible()
  await expect(places.getByText('All companies')).toHaveCount(0)
  await expect(places.getByRole('link', { name: 'Counterparties' })).toHaveCount(0)
  await expectAccessible(page)

  // The team, as its people see it; nobody is added.
  await places.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('table').getByText('Marcus Lim')).toBeVisible()
  const add = page.getByRole('button', { name: 'Invite', exact: true })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(
    'You’re viewing as an operator and can’t make changes',
  )
  await expect(banner).toBeVisible()
  await expectAccessible(page)

  // What is the company's alone, by its address, and a change past the screen.
  await page.goto('/network/counterparties')
  await expect(page.getByText('Not visible to operators')).toBeVisible()
  await expectAccessible(page)
  const refused = await page.evaluate(async () => {
    const { status } = await fetch('/api/auth/userinfo/update', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-agent': 'e2e' },
      body: JSON.stringify({ name: 'Somebody' }),
    })
    return status
  })
  expect(refused).toBe(403)
  await page.goto('/settings')
  await expect(page.getByRole('tab')).toHaveText(['Company', 'Transfers', 'Retention', 'Keys'])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(page).toHaveURL(/\/admin\/companies\/did/)
  await expect(page.getByRole('button', { name: 'View as member' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  const other = await browser.newContext()
  const desk = await other.newPage()
  await desk.goto('/company/audit?action=observer')
  await signIn(desk, marcus)
  const rows = desk.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Started viewing' })).toContainText(why)
  await expect(rows.filter({ hasText: 'Viewed as operator' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Stopped viewing' })).toHaveCount(1)
  await expectAccessible(desk)
  await other.close()
})

test('[ID-08] another tab of the operator follows the look', async ({ page, context }) => {
  await page.goto(kestrel)
  await signIn(page, noor)
  await expect(page.getByRole('button', { name: 'View as member' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/admin/companies')
  await expect(second.getByRole('heading', { name: 'All companies' })).toBeVisible()
  await page.getByRole('button', { name: 'View as member' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill(why)
  await page.getByRole('button', { name: 'Start viewing' }).click()
  const bannerOf = (one: typeof page) =>
    one.getByRole('complementary', { name: 'Viewing as operator' })
  await expect(bannerOf(second)).toBeVisible()
  await bannerOf(second).getByRole('button', { name: 'Stop viewing' }).click()
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
