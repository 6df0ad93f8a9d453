import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const europe = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'

test('[UI-02] [ID-07] a person asks to join the company at their domain, and takes it back', async ({
  page,
}) => {
  await openAs(page, 'jun.seah@kestrelbay.example', '/dashboard/companies')
  await expect(page.getByText('You’re not part of a company yet')).toBeVisible()
  await page.getByRole('tab', { name: /Can join/ }).click()
  await page.getByRole('button', { name: 'Ask to join Kestrel Bay Exchange' }).click()
  await page.getByLabel('Note').fill('I work in compliance')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Awaiting a decision')).toBeVisible()
  await page.getByRole('button', { name: /Withdraw the request/ }).click()
  await expect(page.getByRole('button', { name: 'Ask to join Kestrel Bay Exchange' })).toBeVisible()
})

test('[UI-03] [ID-07] a company that one cannot log in to is shown beside the choices', async ({
  page,
}) => {
  await openAs(page, ana, `/auth/multivasp-signin?vasp=${norrland}`)
  await expect(
    page.getByRole('heading', { name: 'You’re not part of this company yet' }),
  ).toBeVisible()
  await expect(page.getByText('Norrland Krypto')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Switch to Kestrel Bay Europe/ }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await page.evaluate(() => localStorage.getItem('activeVasp'))).toBe(europe)
})

test('[UI-18] [UI-19] an unknown company leads to the choice, unless the session says not to', async ({
  page,
}) => {
  await openAs(page, ana, '/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await page.evaluate((did) => localStorage.setItem('activeVasp', did), norrland)
  await expect(page).toHaveURL(/multivasp-signin\?vasp=/)
  await page.evaluate(() => {
    localStorage.removeItem('activeVasp')
    sessionStorage.setItem('suppressMultiVaspRedirect', 'true')
  })
  await page.clock.install()
  await page.goto('/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await page.evaluate((did) => localStorage.setItem('activeVasp', did), norrland)
  // The poll has seen it, and the page that must not come would have been fetched.
  await page.clock.runFor(2_000)
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/dashboard\/companies/)
})

test('[UI-18] [UI-19] another tab’s switch is followed, and said', async ({ page }) => {
  await openAs(page, ana, '/dashboard/companies')
  await page.getByRole('button', { name: /^Company: / }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Kestrel Bay Exchange/ }).click()
  const other = await page.context().newPage()
  await other.goto('/dashboard/companies')
  await page.getByRole('button', { name: /Switch to Kestrel Bay Europe/ }).click()
  await expect(other.getByText('You’re now working as Kestrel Bay Europe')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Back to Kestrel Bay Exchange' }).click()
  await expect(page.getByText('You’re now working as Kestrel Bay Exchange')).toBeVisible()
  await other.close()
})

test('[UI-02] [TF-12] whoever works for a disabled company alone is told why, and can only log out', async ({
  page,
}) => {
  await openAs(page, 'rory.finch@saltmarsh.example', '/dashboard')
  const told = page.getByRole('heading', { name: 'Your company is disabled' })
  await expect(told).toBeVisible()
  await expect(page.getByText(/Only the network can enable it again/)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const path of ['/company', '/dashboard/companies', '/network/search', '/settings']) {
    await page.goto(path)
    await expect(told).toBeVisible()
  }
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)
})

test('[ID-07] a claim waits for the network', async ({ page }) => {
  await openAs(page, 'maya.ebanks@coralreef.example', '/dashboard/companies?tab=claim')
  await page.getByRole('button', { name: 'Claim Coral Reef OTC' }).click()
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByText('Awaiting a decision')).toBeVisible()
  await expect(page.getByText('Claim Coral Reef OTC')).toBeVisible()
  await expectAccessible(page)
})
