import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from './kit.ts'

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
  stranger.on('request', (request) => asked.push(request.url()))
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
