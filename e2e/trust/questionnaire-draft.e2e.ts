import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const questionnaire = '/due-diligence/questionnaire'

const open = async (page: Page, path: string) => {
  await openAs(page, ana, path)
  await expect(page.locator('h1')).toBeVisible()
}

/** What a printer gets: the shell is gone, every section is there, and the foot says whence and when. */
async function expectWhole(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const section of ['A. Entity and ownership', 'E. Customer due diligence', 'H. Data'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
  await expect(page.getByText('What is the full registered legal name?')).toBeVisible()
  await expect(page.getByText('stored, who can see it', { exact: false })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  const foot = page.getByText(/· printed \d+ \w+ \d{4}, \d\d:\d\d/)
  await expect(foot).toBeVisible()
  await expect(foot).toContainText(path)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(3)
  await page.emulateMedia({ media: 'screen' })
}

test('[TF-09] the questionnaire is printed whole, from any of its sections', async ({ page }) => {
  await open(page, `${questionnaire}?section=D`)
  await expect(page.getByRole('heading', { name: 'D. AML programme and governance' })).toBeVisible()
  await expectWhole(page, questionnaire)
  await expect(page.getByRole('heading', { name: 'A. Entity and ownership' })).toHaveCount(0)
  await page.goto(`/due-diligence/review/${norrland}`)
  await expect(page.getByText('signed by Karin Ekholm', { exact: false })).toBeVisible()
  await expectWhole(page, '/due-diligence/review/')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`printed by ${ana}`, { exact: false })).toBeVisible()
})

test('[TF-09] a draft is discarded, and brought back with everything that it said', async ({
  page,
}) => {
  await open(page, `${questionnaire}?section=A`)
  const name = page.getByRole('textbox', { name: /full registered legal name/ })
  // The field stands before its answer has come.
  await expect(name).not.toHaveValue('')
  const before = await name.inputValue()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('You can restore it for 30 days', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('A draft of version 1 was discarded')).toBeVisible()
  await expect(page.getByText('Start your questionnaire')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Draft of version 1')).toBeVisible()
  await expect(name).toHaveValue(before)
  // At once from the news of it, too, when the news of the first time has gone.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue(before)
})

test('[TF-09] a document is uploaded where a question asks for it, and annexed where it is signed', async ({
  page,
}) => {
  const title = `Ownership ${Date.now()}`
  await open(page, `${questionnaire}?section=A`)
  await page.getByLabel('File for Ownership chart').setInputFiles({
    ...{ name: `${title}.pdf`, mimeType: 'application/pdf' },
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  const chart = page.getByRole('combobox', { name: 'Ownership chart' })
  await expect(chart).toContainText(title)
  await expect(page.locator('#q-A6').getByText('Saved')).toBeVisible()
  // Half an answer is kept, and does not pass for a whole one.
  const place = page.getByLabel('Principal place of business')
  const before = await place.inputValue()
  await place.fill('')
  await expect(page.locator('#q-A3').getByText('Incomplete', { exact: true })).toBeVisible()
  await place.fill(before || 'Singapore')
  await expect(page.locator('#q-A3').getByText('Saved')).toBeVisible()
  await page.getByLabel('File for Ownership chart').setInputFiles({
    ...{ name: 'chart.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('no'),
  })
  await expect(
    page.getByText('Only PDF, PNG, JPEG, DOCX and XLSX files are accepted.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${questionnaire}?section=I`)
  await page.getByRole('combobox', { name: /Annexes/ }).click()
  await page.getByRole('option', { name: title }).click()
  const chosen = page.getByRole('list', { name: 'Selected annexes' })
  await expect(chosen.getByText(title)).toBeVisible()
  await expectAccessible(page)
  await chosen.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(chosen).toHaveCount(0)
})

test('[TF-08] requests are narrowed, and several are answered at once', async ({ page }) => {
  await open(page, '/due-diligence')
  await expect(page.getByText('Needs your answer').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: /Sent 1/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('closed')
  await expect(page).toHaveURL(/standing=closed/)
  await expect(page.getByRole('link', { name: 'Norrland Krypto' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('')
  await page.getByRole('checkbox', { name: 'Select all: Received requests' }).check()
  const bar = page.getByRole('region', { name: 'Selected requests' })
  await expect(bar.getByText('4 selected')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Revoke 1' })).toBeVisible()
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Approve 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 2 requests?' })
  await expect(dialog.getByText('Alpenvault Custody', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toHaveCount(0)

  // One of them failed: what worked is not sent again.
  const sent: string[] = []
  await page.route(/accessAction=APPROVE/, async (route) => {
    const asked = new URL(route.request().url()).searchParams.get('documentType') ?? ''
    sent.push(asked)
    if (asked === 'LICENCE' && sent.length < 3)
      await route.fulfill({ status: 503, json: { err: { message: 'Away for a moment' } } })
    else await route.fulfill({ json: {} })
  })
  for (const name of ['Norrland Krypto, Licence', 'Alpenvault Custody, Ownership chart'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await bar.getByRole('button', { name: 'Approve 2' }).click()
  await dialog.getByRole('button', { name: 'Approve 2 requests' }).click()
  await expect(page.getByText(/Norrland Krypto, Licence: .*Away for a moment/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(sent.toSorted()).toEqual(['LICENCE', 'LICENCE', 'OWNERSHIP_CHART'])
})
