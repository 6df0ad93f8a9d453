import type { Locator, Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, signInByKeys, tabTo, test } from '../kit.ts'

const noor = 'noor@countersign.example'

const queueOf = (page: Page) => page.getByRole('table', { name: /awaiting verification/ })

test('[TF-05] by keyboard alone: the network takes, looks at and accepts evidence, and verifies a company', async ({
  page,
}) => {
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  await page.goto('/admin')
  await signInByKeys(page, noor)
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
  await expect(queueOf(page).getByRole('link', { name: 'PampaDex' })).toBeVisible()

  const shown = page.getByRole('table', { name: 'Documents awaiting review' })
  const paper = shown.getByRole('link', { name: 'Certificado da junta comercial' })
  await press(paper)
  const drawer = page.getByRole('dialog', { name: 'Certificado da junta comercial' })
  await expect(page).toHaveURL(/open=doc_/)
  await expect(drawer.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expectAccessible(page)
  await press(drawer.getByRole('button', { name: 'Take' }))
  await expect(drawer.getByText('In review')).toBeVisible()
  // The document stands beside what the company and the registers state.
  await expect(drawer.locator('iframe[title="Certificado da junta comercial"]')).toBeVisible()
  const values = drawer.getByRole('region', { name: 'Compare with' })
  await expect(values).toContainText('PampaDex')
  await expect(values.getByRole('heading')).toBeFocused()
  await press(drawer.getByRole('button', { name: 'Accept' }))
  await expect(drawer).toHaveCount(0)
  await expect(paper).toHaveCount(0)

  await press(queueOf(page).getByRole('link', { name: 'PampaDex' }))
  await expect(page.getByRole('heading', { name: 'PampaDex', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Evidence' })).toContainText('Accepted')
  await press(page.getByRole('button', { name: 'Take into review' }))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: 'Take into review' }))
  await expect(dialog.getByText('Enter a note')).toBeVisible()
  await tabTo(page, dialog.getByLabel('Note'))
  await page.keyboard.type('Reading the register.')
  await press(dialog.getByRole('button', { name: 'Take into review' }))
  await expect(dialog).toHaveCount(0)

  await press(page.getByRole('button', { name: 'Approve' }))
  const checks = dialog.getByRole('group', { name: 'Checked' }).getByRole('checkbox')
  await expect(checks).toHaveCount(5)
  for (const check of await checks.all()) await press(check, 'Space')
  await tabTo(page, dialog.getByLabel('Note'))
  await page.keyboard.type('All in order.')
  await expectAccessible(page)
  await press(dialog.getByRole('button', { name: 'Approve' }))
  await expect(page.getByRole('list', { name: 'History' })).toContainText('All in order.')
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  // Its badge, and what was still open of its evidence.
  await expect(page.locator('header').getByText(/^(Verified|Super VASP)$/)).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Evidence' }).getByText('Accepted', { exact: true }),
  ).toHaveCount(2)
  await page.goto('/admin')
  await expect(queueOf(page).getByRole('link', { name: 'Kestrel Bay UK' })).toBeVisible()
  await expect(queueOf(page).getByRole('link', { name: 'PampaDex' })).toHaveCount(0)
})

test('[TF-05] a document is refused with a reason, which the company reads and answers', async ({
  page,
}) => {
  await openAs(page, noor, '/admin')
  await page.getByRole('link', { name: 'FCA registration' }).click()
  const drawer = page.getByRole('dialog', { name: 'FCA registration' })
  await expect(drawer).toContainText('Noor Aziz')
  await drawer.getByRole('button', { name: 'Refuse' }).click()
  const why = page.getByRole('dialog', { name: 'Refuse “FCA registration”?' })
  await why.getByRole('button', { name: 'Refuse' }).click()
  await expect(why.getByText('Enter a reason')).toBeVisible()
  await expectAccessible(page)
  await why.getByLabel('Reason').fill('The second page is missing.')
  await why.getByRole('button', { name: 'Refuse' }).click()
  await expect(
    page.getByText('The queue is empty').or(page.getByRole('table', { name: /Documents/ })),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'FCA registration' })).toHaveCount(0)
  await queueOf(page).getByRole('link', { name: 'Kestrel Bay UK' }).click()
  const row = page.getByRole('list', { name: 'Evidence' }).getByRole('listitem')
  await expect(row).toContainText('Refused')
  await row.getByRole('button', { name: 'FCA registration' }).click()
  await expect(page.getByRole('dialog')).toContainText('The second page is missing.')
  await expectAccessible(page)
})

test('[TF-05] a company shows a document to the network, and sees that it waits', async ({
  page,
}) => {
  await openAs(page, 'marcus.lim@kestrelbay.example', '/company')
  const list = page.getByRole('list', { name: 'Evidence' })
  await expect(list.getByText('Accepted')).toHaveCount(2)
  await page.getByRole('button', { name: 'Share documents' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/SOC 2 Type II report/).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(list.getByText('Waiting')).toBeVisible()
})

test('[TF-05] network-owned fields change after a look at the difference', async ({ page }) => {
  await openAs(page, noor, '/admin/companies?q=lagos')
  await expect(page.getByText('1 company')).toBeVisible()
  await page.getByRole('link', { name: 'LagosLoop' }).click()
  const form = page.getByRole('form', { name: 'Network-stated fields' })
  await form.getByLabel('Regulatory status').selectOption('Regulated')
  const change = form.getByRole('region', { name: 'Changes' })
  await expect(change).toContainText('Pending → Regulated')
  await form.getByLabel('Email domains').fill('not a domain')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Email domains')).toHaveAccessibleDescription(/Enter a domain/)
  await form.getByLabel('Email domains').fill('')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(change).toHaveCount(0)
  await expect(form.getByLabel('Regulatory status')).toHaveValue('Regulated')
  await page.goto('/admin/companies?status=SUSPENDED&enabled=false')
  await expect(page.getByText('No matching companies')).toBeVisible()
  await page.getByRole('button', { name: /clear/i }).click()
  await expect(page.getByRole('table', { name: 'All companies' })).toBeVisible()
})

test('[ID-08] the network’s desk is closed to others', async ({ page }) => {
  await openAs(page, ana, '/admin')
  await expect(page.getByText('For the network’s operator only')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Admin')).toHaveCount(0)
})

test('[TF-05] the network disables a company and says why, and merges a second record into the first', async ({
  page,
  browser,
}) => {
  await openAs(page, noor, '/admin/companies?q=lagos')
  await page.getByRole('link', { name: 'LagosLoop' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/Reason/)
    .fill('Its licence has lapsed.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('LagosLoop is disabled')).toBeVisible()
  const [did = ''] = /did[^/?]+/.exec(page.url()) ?? []
  const other = await browser.newContext()
  const colleague = await other.newPage()
  await openAs(colleague, 'marcus.lim@kestrelbay.example', `/network/vasps/${did}`)
  await expect(colleague.getByRole('main')).toContainText('Its licence has lapsed.')
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('LagosLoop is enabled')).toBeVisible()

  // It turns out to be a second record of another company.
  await page.evaluate(async (where) => {
    const headers = { 'content-type': 'application/json', 'x-user-agent': 'e2e' }
    const fields = { name: 'Noeul Digital Ltd' }
    const body = JSON.stringify({ did: decodeURIComponent(where), fields })
    await fetch('/api/tf/vasps/update', { method: 'POST', headers, body })
  }, did)
  await page.goto('/admin')
  await expect(page.getByRole('list', { name: 'Register entries' })).toContainText('GLEIF')
  await page.goto('/admin/duplicates')
  const pair = page.getByRole('table', { name: /Same name: noeul/ })
  await expect(pair.getByRole('columnheader')).toHaveText([
    /^Noeul Digital$/,
    /^Noeul Digital Ltd$/,
  ])
  await expectAccessible(page)
  await pair.getByRole('button', { name: /Noeul Digital, / }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Keep Noeul Digital?' })
  await expect(dialog).toContainText('Noeul Digital Ltd')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('Merged into Noeul Digital')).toBeVisible()
  await expect(pair).toHaveCount(0)
  await colleague.reload()
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Noeul Digital')
  await other.close()
})

test('[TF-05] the network imports a file of companies after a look at it, and undoes the import', async ({
  page,
}) => {
  await openAs(page, noor, '/admin/imports')
  await page.getByLabel('Files to upload').setInputFiles({
    name: 'companies.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'name,website,jurisdictions\nOrchard Pay,https://orchard.example,SG\nNoeul Digital,,KR\nQuince Pay,ftp://x,SG\n',
    ),
  })
  await expect(page.getByRole('heading', { name: 'companies.csv', level: 1 })).toBeVisible()
  const lines = page.getByRole('table', { name: 'Lines' })
  await expect(lines.getByRole('row', { name: /^Line 4/ })).toContainText('website')
  await expect(page.getByRole('button', { name: 'Import 1 company' })).toBeVisible()
  await lines.getByRole('row', { name: /Noeul/ }).getByRole('checkbox').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 companies' }).click()
  await expect(page.getByText('2 companies imported')).toBeVisible()
  await expect(lines.getByRole('link', { name: 'Orchard Pay' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 companies removed')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  await expect(page.getByRole('table', { name: 'Imports' })).toContainText('Undone')
})
