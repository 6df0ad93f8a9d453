import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'

test('[WH-04] [WH-14] the operator adds an address for endpoint events, counts messages, and erases payloads', async ({
  page,
  browser,
}) => {
  // A company opens its webhooks, and an edit of its profile is told to them.
  const company = await browser.newContext()
  const desk = await company.newPage()
  await openAs(desk, ana, '/developers/webhooks')
  await expect(desk.getByText('No endpoints yet')).toBeVisible()
  await desk.evaluate(async (did) => {
    const headers = { 'content-type': 'application/json', 'x-user-agent': 'e2e' }
    const body = JSON.stringify({ did, fields: { description: 'Spot exchange' } })
    await fetch('/api/tf/vasps/update', { method: 'POST', headers, body })
  }, kestrelBay)
  await company.close()
  await openAs(page, people.noor, '/admin/webhooks')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('ftp://desk.example')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(
    /schemes must be http or https/,
  )
  await dialog.getByLabel('Address').fill('https://desk.example/hook')
  await dialog.getByLabel('Events').click()
  await page.getByRole('option', { name: /Endpoint disabled/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add address' }).click()
  const row = page.getByRole('row', { name: /desk\.example/ })
  await expect(row).toContainText('Endpoint disabled')
  await row.getByRole('button', { name: 'Show secret' }).click()
  await expect(row.getByText(/^whsec_/)).toBeVisible()
  const shown = await row.getByText(/^whsec_/).textContent()
  await row.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
  await expect(row.getByText(/^whsec_/)).not.toHaveText(shown ?? '')

  // The edit is told a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: 'Count messages' }).click()
    await expect(page.getByRole('list', { name: 'Messages by event type' })).toContainText(
      'vasp.updated',
      { timeout: 2000 },
    )
  }).toPass()
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No addresses yet')).toBeVisible()

  await page.goto(`/admin/companies/${encodeURIComponent(kestrelBay)}`)
  await page.getByRole('button', { name: 'Check an event type' }).click()
  await dialog.getByLabel('Event type').fill('vasp.updated')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByRole('status')).toHaveText('No endpoint would receive vasp.updated.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Erase some payloads' }).click()
  await dialog.getByLabel('Message IDs').fill('msg_nobody')
  await dialog.getByRole('button', { name: 'Erase payloads' }).click()
  await expect(dialog).toContainText('Kestrel Bay Exchange has no message with this ID.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Erase all payloads' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('textbox').fill('Kestrel Bay Exchange')
  await asked.getByRole('button', { name: 'Erase all payloads' }).click()
  await expect(page.getByText('Payloads are being erased')).toBeVisible()
})
