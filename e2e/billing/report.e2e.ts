import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const file = (buffer: Buffer) => ({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })

/** Saves the certificate of a transfer of the demo. @returns the file and the code in it */
async function certificate(page: Page) {
  await openAs(page, ana, '/transactions?view=all')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download certificate' }).click()
  const bytes = await readFile(await (await saved).path())
  const [, code = ''] = /\(([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})\)/.exec(bytes.toString('latin1')) ?? []
  return { bytes, code }
}

test('[BI-04] a certificate is saved, and somebody without an account checks it', async ({
  page,
  browser,
}) => {
  const { bytes, code } = await certificate(page)
  const stranger = await (await browser.newContext()).newPage()
  const asked: string[] = []
  // The page’s own code may still come in an idle moment.
  stranger.on('request', (request) => {
    const isCode =
      request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/assets/')
    if (!isCode) asked.push(request.url())
  })
  await stranger.goto('/verify')
  await stranger.getByLabel('Code').fill('K7QF')
  await stranger.getByRole('button', { name: 'Check' }).click()
  await expect(stranger.getByText('A code has four groups')).toBeVisible()
  await stranger.getByLabel('Code').fill(code.toLowerCase())
  await stranger.getByRole('button', { name: 'Check' }).click()
  await expect(stranger.getByText('Genuine and current')).toBeVisible()
  await expect(stranger.getByText('Kestrel Bay Exchange')).toBeVisible()
  await expectAccessible(stranger)

  const input = stranger.locator('input[type=file]')
  const before = asked.length
  await input.setInputFiles(file(bytes))
  await expect(stranger.getByText('This is exactly the file that was issued.')).toBeVisible()
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(1000) ^ 1, 1000)
  await input.setInputFiles(file(changed))
  await expect(stranger.getByText('This file doesn’t match')).toBeVisible()
  // Nothing was uploaded, and no address told a server the code.
  expect(asked.length).toBe(before)
  expect(asked.filter((url) => new URL(url).href.replace(/#.*/, '').includes(code))).toEqual([])
  await stranger.context().close()
})

test('[TF-05] what we have on record of a company is one page to print', async ({ page }) => {
  await openAs(page, ana, '/network/counterparties')
  await page.getByRole('link', { name: 'Norrland Krypto' }).click()
  await page.getByRole('link', { name: 'Audit pack' }).click()
  await expect(page.getByRole('heading', { name: 'Audit pack: Norrland Krypto' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Questionnaire' })).toContainText('Version shared')
  await expect(page.getByRole('table', { name: 'Our verdicts' })).toContainText('Ana Reyes')
  const files = page.getByRole('table', { name: 'Documents shared with us' })
  await expect(files.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Transfers by month' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  // A relative time is a button for its tooltip; on paper it is a date.
  await expect(page.getByRole('button').filter({ hasNot: page.locator('time') })).toHaveCount(0)
  await expect(page.getByText(`Printed for Kestrel Bay Exchange by ${ana}`)).toBeVisible()

  // Every list: dates in full, DIDs in full, all columns on the sheet.
  await page.emulateMedia({ media: null })
  await page.goto('/network/search?hide=did')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const did = page.getByRole('table').getByText(/^did:/).first()
  await expect(did).toBeAttached()
  const drawn = await did.evaluate((hidden) => {
    const shown = hidden.parentElement as HTMLElement
    return { is: getComputedStyle(shown, '::after').content, should: shown.dataset.paper }
  })
  expect(drawn.is).toBe(JSON.stringify(drawn.should))
  expect(drawn.should).toMatch(/^did:ethr:0x[0-9a-f]{40}$/)
})
