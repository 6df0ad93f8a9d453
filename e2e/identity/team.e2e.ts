import { expect, expectAccessible, openAs, test } from '../kit.ts'

const marcus = 'marcus.lim@kestrelbay.example'
const wei = 'Wei Tan'

test('[ID-03] [ID-04] an admin reads the team, invites, changes roles, and removes', async ({
  page,
}) => {
  await openAs(page, marcus, '/team')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
  await expect(
    page.getByText(/verified address at kestrelbay.example can ask to join/),
  ).toBeVisible()
  await expect(page.getByText('wei.tan@kestrelbay.example')).toBeVisible()

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Email address').fill('pat@elsewhere.example')
  await expect(page.getByText(/This address is not at kestrelbay.example/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('tab', { name: /Invited/ }).click()
  await expect(page.getByText('pat@elsewhere.example', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/tab=invited/)

  // The demo keeps what would have been sent.
  await page.goto('/demo/mail')
  await expect(
    page.getByRole('heading', { name: /invited to “Kestrel Bay Exchange”/ }).first(),
  ).toBeVisible()
  await expect(
    page.getByText(/sign in with this address \(pat@elsewhere.example\)/).first(),
  ).toBeVisible()
  await expectAccessible(page)

  await page.goto('/team?tab=invited')
  await page.getByRole('button', { name: /Withdraw the invitation to pat@/ }).click()
  await expect(page.getByText('pat@elsewhere.example', { exact: true })).toHaveCount(0)

  await page.getByRole('tab', { name: /Members/ }).click()
  await page.getByRole('button', { name: `Change roles of ${wei}` }).click()
  await page.getByRole('dialog').getByText('Compliance agent', { exact: true }).click()
  await page.getByRole('button', { name: 'Save roles' }).click()
  await expect(page.getByText('Compliance agent, Developer')).toBeVisible()

  await page.getByRole('button', { name: `Remove ${wei}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('wei.tan@kestrelbay.example')).toHaveCount(0)

  // Nobody changes their own roles, and the button says so.
  await expect(
    page.getByRole('button', { name: 'Change roles of Marcus Lim' }),
  ).toHaveAccessibleDescription(/Another admin/)
})

test('[ID-04] an admin lets somebody in who asks, and the person can work at once', async ({
  page,
}) => {
  await openAs(page, marcus, '/team?tab=requests')
  await expect(page.getByText('ben.ong@kestrelbay.example')).toBeVisible()
  await page.getByRole('button', { name: 'Approve Ben Ong' }).click()
  await expect(page.getByText('No requests to join')).toBeVisible()
  await page.getByRole('tab', { name: /Members/ }).click()
  await expect(page.getByText('ben.ong@kestrelbay.example')).toBeVisible()
})

test('[ID-04] somebody with an account accepts an invitation before anybody sees them', async ({
  page,
  browser,
}) => {
  const email = 'jun.seah@kestrelbay.example'
  await openAs(page, marcus, '/team')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
  await expect(page.getByRole('row', { name: /jun.seah@/ })).toHaveCount(0)
  const theirs = await browser.newPage()
  await openAs(theirs, email, '/dashboard/companies')
  await expect(theirs.getByRole('heading', { name: 'You have invitations' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: /Accept the invitation from Kestrel Bay/ }).click()
  await expect(theirs.getByText('You’ve joined Kestrel Bay Exchange')).toBeVisible()
  await theirs.close()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
})

test('[ID-03] who may not change the team reads it and sees why', async ({ page }) => {
  await openAs(page, 'daniel.koh@kestrelbay.example', '/team')
  await expect(page.getByText('marcus.lim@kestrelbay.example')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Invite', exact: true }),
  ).toHaveAccessibleDescription(/auth.addUserToVASP/)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('[ID-04] a person changes what is known of them, and ends a session elsewhere', async ({
  page,
  browser,
}) => {
  const email = 'grace.ho@kestrelbay.example'
  const elsewhere = await browser.newPage()
  await openAs(elsewhere, email, '/settings')
  await expect(elsewhere.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await openAs(page, email, '/settings')
  await page.getByLabel('Job title').fill('Head of finance')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
  const viewer = await elsewhere.evaluate(async () => (await fetch('/api/auth/viewer')).json())
  expect(viewer.did).toBe('noUser')
  await elsewhere.close()
})

test('[ID-04] the internal admin finds a user and their roles', async ({ page }) => {
  await openAs(page, 'noor@countersign.example', '/admin/users')
  await page.getByRole('searchbox', { name: 'Find a user' }).fill('hana')
  await expect(page.getByText('hana.suzuki@kestrelbay.example')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kestrel Bay UK' })).toBeVisible()
  await expect(page.getByText('ana.reyes@kestrelbay.example')).toHaveCount(0)
})
