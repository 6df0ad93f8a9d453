import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../kit.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** As far as the step of the identity. */
async function begin(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/auth/get-started?source=mail')
  await expect(heading(page, /Bring your company/)).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/get-started$/)
  await page.getByRole('link', { name: 'Sign in to start' }).click()
  await page.getByLabel(/email/i).fill(email)
  await page.getByLabel(/password/i).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Your company').fill(name)
  await expect(page.getByRole('button', { name: 'Add a new company' })).toBeVisible()
}

test('[UI-04] [UI-22] [UI-23] [TF-04] [TF-07] the wizard ends with a company, its licence and an invitation', async ({
  page,
}) => {
  await begin(page, 'lena.voss@lindenpay.example', 'Linden Pay')
  await expect(page.getByText(/No company in the network matches/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a new company' }).click()

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Linden Pay')
  await next(page)
  await expect(page.getByText('Enter its website')).toBeVisible()
  await page.getByLabel('Website').fill('www.lindenpay.example')
  // VASPnet says several things; what is not ticked stays out.
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const said = page.getByRole('list', { name: 'Differences from VASPnet' })
  await expect(said.getByText('BaFin')).toBeVisible()
  await said.getByRole('checkbox', { name: 'Licences and certificates' }).uncheck()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply 3 values' }).click()
  await expect(said.getByRole('checkbox')).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('Website')).toHaveValue('https://www.lindenpay.example')
  await next(page)

  await expect(heading(page, 'Company details')).toBeVisible()
  await expect(page.getByLabel('Legal name')).toHaveValue('Linden Pay GmbH')
  await page.getByLabel('Division').fill('x')
  await next(page)
  await expect(page.getByText('Enter a code such as US-NY')).toBeVisible()
  await page.getByLabel('Division').fill('')
  await expectAccessible(page)
  await next(page)

  await expect(heading(page, 'Licences and documents')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([
    { name: 'licence-bafin.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'charter.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: pdf },
  ])
  await expect(
    page.getByText('notes.txt: Only PDF, PNG, JPEG, DOCX and XLSX files are accepted.'),
  ).toBeVisible()
  await expect(page.getByLabel('Type of licence-bafin.pdf')).toHaveValue('LICENCE')
  await page.getByLabel('Type of charter.pdf').selectOption('Certificate of incorporation')
  await page.getByRole('button', { name: /Remove charter.pdf/ }).click()
  await expectAccessible(page)
  await next(page)

  await page.getByLabel('Email address').fill('otto@elsewhere.example')
  await expect(page.getByText(/elsewhere.example is not the domain of/)).toBeVisible()
  await page.getByLabel('Email address').fill('otto@lindenpay.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible(page)
  await next(page)
  await expect(
    page.getByRole('switch', { name: 'Open personal data automatically' }),
  ).toBeDisabled()
  await expectAccessible(page)
  await next(page)

  await expect(heading(page, 'Review and submit')).toBeVisible()
  // Back goes by the address, and nothing is lost on the way.
  await page.goBack()
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.goForward()
  await expect(page.getByText('From VASPnet').first()).toBeVisible()
  await expect(page.getByText('licence-bafin.pdf')).toBeVisible()
  await expect(page.getByText('otto@lindenpay.example')).toBeVisible()
  await page.getByText(/I’m authorised to act for this company/).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add company' }).click()
  await expect(heading(page, 'Linden Pay is in the network')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All set up' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Answer the questionnaire/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Create API credentials/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Review your top counterparties/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/company/documents')
  await expect(page.getByRole('row', { name: /licence-bafin.*Licence/ })).toBeVisible()
  await page.goto('/team?tab=invited')
  await expect(page.getByText('otto@lindenpay.example', { exact: true })).toBeVisible()
  await page.goto('/demo/mail')
  await expect(page.getByText(/To otto@lindenpay.example/)).toBeVisible()
  await page.goto('/company')
  await expect(page.getByText('Stated by VASPnet').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(heading(page, /Lena/)).toBeVisible()
  await expect(page.getByText(/registration/)).toBeHidden()
})

test('[UI-19] [UI-22] a begun registration is continued from Home, and a file is chosen again after a reload', async ({
  page,
}) => {
  await begin(page, 'ana.reyes@kestrelbay.example', 'Kestrel Bay Labs')
  await page.getByRole('button', { name: 'Add a new company' }).click()
  await page.getByLabel('Website').fill('https://labs.elsewhere.example')
  await next(page)
  await next(page)
  await expect(page.getByText('The network reviews your company first')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([{ name: 'aml.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await page.reload()
  await expect(page.getByText('Choose these files again')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Continue your registration: step 4 of 7')).toBeVisible()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Licences and documents')).toBeVisible()
  // Somebody who switches the company begins anew.
  await page.getByRole('button', { name: /^Company: / }).click()
  await page.getByRole('button', { name: /^Kestrel Bay Europe/ }).click()
  await expect(heading(page, 'Find your company')).toBeVisible()
  await page.goto('/dashboard')
  await expect(heading(page, /Ana/)).toBeVisible()
  await expect(page.getByText('Continue your registration')).toBeHidden()
})

test('[UI-22] what one person entered is not shown to the next', async ({ page }) => {
  await begin(page, 'tomas.haas@alpenvault.example', 'Alpenvault North')
  await page.getByRole('button', { name: 'Add a new company' }).click()
  await page.getByLabel('Website').fill('https://alpenvault.example')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/auth/get-started')
  await signIn(page, 'jun.seah@kestrelbay.example')
  await expect(heading(page, 'Find your company')).toBeVisible()
  await expect(page.getByLabel('Your company')).toHaveValue('')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('companyWizard'))).toBeNull()
})
