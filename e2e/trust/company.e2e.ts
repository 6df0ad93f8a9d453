import type { Page } from '@playwright/test'
import { expect, expectAccessible, openAs, test } from '../kit.ts'

const noor = 'noor@countersign.example'
const marcus = 'marcus.lim@kestrelbay.example'

/** A page in a browser of its own, signed in. */
async function as(page: Page, email: string, path: string): Promise<Page> {
  await openAs(page, email, path)
  await page
    .getByRole('button', { name: 'Essential Cookies Only' })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  return page
}

test('[TF-06] [TF-07] an officer takes what registers say, field by field', async ({ page }) => {
  await as(page, 'ana.reyes@kestrelbay.example', '/company')
  const gleif = page.getByRole('region', { name: 'From GLEIF' })
  await expect(gleif.getByText('Entity active')).toBeVisible()
  await expect(
    gleif.getByText('KESTREL BAY DIGITAL ASSETS PTE. LTD.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('SG-4200', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await gleif.getByLabel('Founded').check()
  await gleif.getByRole('button', { name: 'Apply 1 value' }).click()
  await expect(page.getByText('Applied from GLEIF')).toBeVisible()
  await expect(page.getByText('Stated by GLEIF')).toBeVisible()
  await expect(gleif.getByLabel('Founded')).toHaveCount(0)
  // What was not ticked stays as the company has it.
  await expect(gleif.getByLabel('Legal name')).not.toBeChecked()

  await gleif.getByLabel('Legal entity identifier').fill('HWUPKR0MPOU8FGXBT395')
  await gleif.getByRole('button', { name: 'Look up' }).click()
  await expect(gleif.getByText('This is not a valid LEI')).toBeVisible()
  await gleif.getByLabel('Legal entity identifier').fill('506700T7Z685VUOZL877')
  await gleif.getByRole('button', { name: 'Look up' }).click()
  await expect(gleif.getByText('No entity with this LEI')).toBeVisible()
  await expectAccessible(page)

  const vaspnet = page.getByRole('region', { name: 'From VASPnet' })
  await vaspnet.getByLabel('Name in the register').fill('zzzz')
  await vaspnet.getByRole('button', { name: 'Search' }).click()
  await expect(vaspnet.getByText('No match.')).toBeVisible()
})

test('[TF-06] registers that are away leave the page usable', async ({ page }) => {
  const away = {
    err: {
      name: 'UpstreamUnavailable',
      code: 503,
      message: 'GLEIF can’t be reached. Enter the details yourself or try again later.',
    },
  }
  await page.route('**/api/tf/vasps/gleif/search*', (route) =>
    route.fulfill({ status: 503, json: away }),
  )
  await as(page, 'ana.reyes@kestrelbay.example', '/company')
  const gleif = page.getByRole('region', { name: 'From GLEIF' })
  await expect(gleif.getByText(/can’t be reached. Enter the details yourself/)).toBeVisible()
  await page.getByRole('button', { name: 'Edit Contact' }).click()
  await page.getByLabel('Travel Rule contact').fill('travelrule@kestrelbay.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Contact saved')).toBeVisible()
  await expectAccessible(page)
})

test('[TF-02] [TF-05] what only the company sees stays on the page after a save', async ({
  page,
}) => {
  await as(page, 'ana.reyes@kestrelbay.example', '/company')
  const contact = page.getByRole('region', { name: 'Contact' })
  await page.getByRole('button', { name: 'Edit Contact' }).click()
  await page.getByLabel('Billing contact').fill('billing@kestrelbay.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Contact saved')).toBeVisible()
  await expect(contact.getByText('billing@kestrelbay.example')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill('Spot exchange of the bay')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Spot exchange of the bay').first()).toBeVisible()
  await expect(contact.getByText('billing@kestrelbay.example')).toBeVisible()
})

test('[TF-05] the compliance phase is stated in place', async ({ page }) => {
  await as(page, 'ana.reyes@kestrelbay.example', '/company')
  await page.getByRole('button', { name: 'Edit compliance phase' }).click()
  await page.getByLabel('Answers within').fill('90')
  await page.getByLabel('Note').fill('Blocks unanswered withdrawals from March.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('90 minutes')).toBeVisible()
  await expect(page.getByText('Blocks unanswered withdrawals from March.')).toBeVisible()
})

test('[TF-05] two people: a new legal name ends the verification, the network gives it anew', async ({
  page,
  browser,
}) => {
  // Two browsers, two sign-ins, and axe on the way.
  test.slow()
  await as(page, 'ana.reyes@kestrelbay.example', '/dashboard/companies')
  await page.getByRole('button', { name: 'Switch to Kestrel Bay Europe' }).click()
  await page.goto('/company')
  const verification = page.getByRole('region', { name: 'Verification' })
  await expect(verification).toContainText('Verified')
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByRole('textbox', { name: /^Legal name/ }).fill('Kestrel Bay Europe AB')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
  await page.reload()
  await expect(verification).toContainText('Changed since it was verified: legalName')
  await expectAccessible(page)
  await verification.getByRole('button', { name: 'Request renewal' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('We became a public company.')
  await page.getByRole('dialog').getByRole('button', { name: 'Request renewal' }).click()
  await expect(verification).toContainText('In review')

  const desk = await browser.newContext()
  const network = await as(await desk.newPage(), noor, '/admin')
  const queue = network.getByRole('table', { name: /awaiting verification/ })
  await queue.getByRole('link', { name: 'Kestrel Bay Europe' }).click()
  await expect(network.getByText('We became a public company.')).toBeVisible()
  await network.getByRole('button', { name: 'Approve' }).click()
  await expect(network.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  for (const check of await network.getByRole('dialog').getByRole('checkbox').all())
    await check.check()
  await network.getByRole('dialog').getByLabel('Note').fill('The register agrees.')

  // The company changes beneath the decision.
  await page.getByRole('button', { name: 'Edit Identity' }).click()
  await page.getByLabel('Description').fill('Now in another business.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Identity saved')).toBeVisible()
  await network.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(network.getByRole('dialog').getByRole('alert')).toContainText(
    'The company has changed since you opened it',
  )
  await network.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await network.getByRole('button', { name: 'Approve' }).click()
  for (const check of await network.getByRole('dialog').getByRole('checkbox').all())
    await check.check()
  await network.getByRole('dialog').getByLabel('Note').fill('The register agrees.')
  await network.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(network.getByRole('list', { name: 'History' })).toContainText('The register agrees.')
  await desk.close()

  await page.reload()
  await expect(verification).toContainText('The register agrees.')
  await expect(verification).toContainText('Valid until')
})

test('[TF-12] an admin answers a company that asks to join the group, and disables one', async ({
  page,
}) => {
  await as(page, marcus, '/company/group')
  await expect(page.getByRole('heading', { name: 'Group', level: 1 })).toBeVisible()
  const list = page.getByRole('list', { name: 'Group companies' })
  await expect(list.getByRole('link', { name: 'Kestrel Bay Europe' })).toBeVisible()
  await page.getByRole('button', { name: 'Agree' }).click()
  await expect(list.getByRole('link', { name: 'Tidewatch Wallet' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Tidewatch Wallet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(list.getByRole('link', { name: 'Tidewatch Wallet' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Disable Kestrel Bay UK' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(list.getByText('Disabled')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Disable Kestrel Bay UK' }),
  ).toHaveAccessibleDescription('Only the network can enable it again')

  await page.getByLabel('Company DID').fill('not a did')
  await page.getByRole('button', { name: 'Ask to join group' }).click()
  await expect(page.getByText('Enter a DID such as did:ethr:0x51a4')).toBeVisible()
})
