import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n${words}\n%%EOF\n`)

async function open(page: Page, path: string) {
  await openAs(page, ana, path)
  await page.waitForURL((url) => url.pathname === path)
}

test('[TF-04] a document is uploaded, dated, shared, read, and ended again', async ({ page }) => {
  // Its own name for each run, because the server keeps what was uploaded.
  const name = `SOC2 letter ${Date.now()}`
  await open(page, '/company/documents')
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'AML and CFT policy 2026' })).toBeVisible()

  await page.getByLabel('Files to upload').setInputFiles([
    { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf('Bridge letter') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ])
  await expect(
    page.getByText('Only PDF, PNG, JPEG, DOCX and XLSX files are accepted.'),
  ).toBeVisible()
  await expect(page.getByLabel(`Type of ${name}.pdf`)).toHaveValue('SOC2_REPORT')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove notes.txt' }).click()
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await page.getByRole('link', { name }).click()

  const drawer = page.getByRole('dialog', { name })
  await expect(page).toHaveURL(/open=doc_/)
  await drawer.getByLabel('Expires on').fill('2029-12-31')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('31 Dec 2029')).toBeVisible()

  await drawer.getByRole('button', { name: 'Share', exact: true }).click()
  await drawer.getByRole('combobox', { name: /Company/ }).click()
  await page.getByPlaceholder('Search companies').fill('Norrland')
  await page.getByRole('option', { name: /Norrland Krypto/ }).click()
  await drawer.getByRole('button', { name: 'Share document' }).click()
  await expect(drawer.getByRole('button', { name: 'End access of Norrland Krypto' })).toBeVisible()

  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe(`${name}.pdf`)
  await expect(drawer.getByText(ana)).toBeVisible()
  await expectAccessible(page)

  await drawer.getByRole('button', { name: 'End access of Norrland Krypto' }).click()
  await expect(drawer.getByText('Not shared. Share it with a company')).toBeVisible()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('[UI-24] a chosen picture is shown before it is sent', async ({ page }) => {
  await open(page, '/company/documents')
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      { name: 'chart.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
    ])
  await expect(page.getByRole('img', { name: 'Preview of chart.png' })).toHaveAttribute(
    'src',
    `data:image/png;base64,${pixel}`,
  )
})

test('[TF-04] what a company shares is on its page and in one list, and can be read', async ({
  page,
}) => {
  await open(page, '/due-diligence')
  await page.getByRole('tab', { name: 'Shared with us' }).click()
  await expect(page).toHaveURL(/tab=shared/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Policy on money laundering' }).click()
  expect((await saved).suggestedFilename()).toBe('policy-on-money-laundering.pdf')
  await page.getByRole('link', { name: 'Norrland Krypto' }).first().click()
  await expect(page.getByRole('heading', { name: 'Norrland Krypto' })).toBeVisible()
  await page.getByRole('tab', { name: 'Due diligence' }).click()
  await expect(
    page.getByRole('button', { name: 'Preview Policy on money laundering' }),
  ).toBeVisible()
})

test('[TF-04] both screens fit a narrow one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/company/documents')
  await expect(page.getByRole('link', { name: 'AML and CFT policy 2026' })).toBeVisible()
  for (const path of ['/company/documents', '/due-diligence']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  }
})
