import { ana, expect, expectAccessible, openAs, signIn, test } from '../kit.ts'

test('[UI-06] a protected page sends a visitor to sign in and lands where they wanted to be', async ({
  page,
}) => {
  await page.goto('/due-diligence?tab=sent')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fdue-diligence%3Ftab%3Dsent$/)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel(/email/i)).toBeVisible()
  await page.goBack()
  await signIn(page, ana)
  await expect(page.getByRole('tab', { name: 'Sent' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\/due-diligence\?tab=sent$/)

  const viewer = await page.evaluate(async () =>
    (await fetch('/api/auth/viewer', { headers: { 'x-user-agent': 'e2e' } })).json(),
  )
  expect(viewer.roles).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        vaspDID: 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0',
        role: 'compliance_officer',
        permissions: expect.arrayContaining(['trustframework.updateVASP']),
      }),
    ]),
  )
  expect(viewer.isCountersignAdmin).toBe(false)
})

test('[UI-05] logging out removes the active company and ends the session', async ({ page }) => {
  await openAs(page, ana, '/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  await page.getByRole('button', { name: /Switch to Kestrel Bay Europe/ }).click()
  expect(await page.evaluate(() => localStorage.getItem('activeVasp'))).toMatch(/^did:/)

  await page.getByRole('button', { name: /Account of Ana Reyes/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re signed out')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('activeVasp'))).toBeNull()
  const viewer = await page.evaluate(async () =>
    (await fetch('/api/auth/viewer', { headers: { 'x-user-agent': 'e2e' } })).json(),
  )
  expect(viewer.did).toBe('noUser')
  await page.goto('/dashboard/companies')
  await expect(page).toHaveURL(/\/auth\?redirect=/)
})

test('[ID-08] a viewer sees why editing is not possible, and the server agrees', async ({
  page,
}) => {
  await openAs(page, 'linnea.berg@norrland.example', '/company')
  const edit = page.getByRole('button', { name: /Edit Identity/ })
  await expect(edit).toBeVisible()
  await expect(edit).toHaveAccessibleDescription(/trustframework.updateVASP/)
  await expectAccessible(page)
  const status = await page.evaluate(async () => {
    const body = {
      did: 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2',
      fields: { description: 'x' },
    }
    const answer = await fetch('/api/tf/vasps/update', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-User-Agent': 'e2e' },
      body: JSON.stringify(body),
    })
    return answer.status
  })
  expect(status).toBe(403)
})
