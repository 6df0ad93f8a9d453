import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'
import { settled } from '../states.ts'

async function enter(page: Page, path: string): Promise<void> {
  await openAs(page, ana, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
  await page.goto(path)
}

test('[TF-14] [UI-01] filters are kept under a name, chosen, renamed, deleted and taken back', async ({
  page,
}) => {
  await enter(page, '/network/search?badge=verified&order=name:DESC')
  const button = page.getByRole('button', { name: 'Views', exact: true })
  await button.click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await expect(views.getByText('None yet.')).toBeVisible()
  await views.getByLabel('Save these filters as').fill('Verified, Z first')
  await views.getByLabel('Save these filters as').press('Enter')
  await expect(views.getByRole('button', { name: 'Verified, Z first', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(views).toBeHidden()
  // The button says which view one is in.
  const chosen = page.getByRole('button', { name: 'Verified, Z first', exact: true })
  await expect(chosen).toBeVisible()

  await page.goto('/network/search')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await views.getByRole('button', { name: 'Verified, Z first', exact: true }).click()
  await expect(page).toHaveURL(/badge=verified.*order=name/)
  await expect(page.getByLabel('Badge')).toHaveValue('verified')

  await expect(views).toBeHidden()
  await chosen.click()
  await views.getByRole('button', { name: 'Rename Verified, Z first' }).click()
  await views.getByLabel('New name for Verified, Z first').fill('Zed')
  await page.keyboard.press('Enter')
  await expect(views.getByRole('button', { name: 'Zed', exact: true })).toBeVisible()
  // The name of a view replaces it.
  await views.getByLabel('Save these filters as').fill('Zed')
  await expect(views.getByRole('button', { name: 'Replace' })).toBeVisible()
  await views.getByRole('button', { name: 'Delete Zed' }).click()
  await expect(views.getByText('None yet.')).toBeVisible()
  const brought = page.waitForResponse((answer) => answer.request().method() !== 'GET')
  await page.getByRole('button', { name: 'Undo' }).click()
  await brought
  await page.reload()
  await page.getByRole('button', { name: 'Zed', exact: true }).click()
  await views.getByRole('button', { name: 'Delete Zed' }).click()
  await expect(views.getByText('None yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('DID').uncheck()
  await expect(page).toHaveURL(/hide=did/)
  await expect(page.getByRole('columnheader', { name: 'DID' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // A column is as wide as one wants it, and stays so.
  const edge = page.getByRole('separator', { name: 'Column width' }).first()
  await edge.focus()
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('preferences') && answer.request().method() === 'POST',
  )
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowRight')
  const width = Number(await edge.getAttribute('aria-valuenow'))
  await kept
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', String(width))
  await edge.dblclick()
  await expect(edge).toHaveAttribute('aria-valuetext', 'Company: fits its content')
})

test('[TF-08] [TF-11] several counterparties are asked at once, and each answer is told', async ({
  page,
}) => {
  await enter(page, '/network/counterparties')
  const rows = page.getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  await settled(page)
  const all = await rows.count()
  await page.getByLabel('Our review').selectOption('none')
  await expect.poll(() => rows.count()).toBeLessThan(all)
  await page.getByLabel('Our review').selectOption('')
  await expect(rows).toHaveCount(all)

  // x and Shift+x tick rows by keyboard, as Shift and a click do.
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Selected companies' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  // Where all rows are in sight, neither bar nor header covers half of one.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Request documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request documents from 3 companies' })
  await dialog.getByLabel('Privacy policy').check()
  await expectAccessible(page)

  // The second answer gets lost on the way, though the request arrived.
  let calls = 0
  await page.route(/\/documents\/requests\?.*accessAction=REQUEST/, async (route) => {
    calls += 1
    if (calls !== 2) return route.continue()
    await route.fetch()
    const err = { name: 'unavailable', code: 503, message: 'Away' }
    await route.fulfill({ status: 503, json: { err } })
  })
  await dialog.getByRole('button', { name: 'Send 3 requests' }).click()
  await expect(dialog.getByText('2 of 3 requests sent')).toBeVisible()
  const results = dialog.getByRole('list', { name: 'Results' })
  await expect(results.getByText('No response. Try again.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 1 request again' }).click()
  await expect(results.getByText('Already asked')).toBeVisible()
  await expect(results.getByText(/The company doesn’t have this information yet/)).toBeVisible()
  expect(calls).toBe(4)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
  await page.goto('/due-diligence?tab=sent')
  await expect(page.getByRole('button', { name: /^Remind .+, Privacy policy$/ })).toHaveCount(3)
})

test('[TF-03] [TF-06] [TF-07] who is not in the network is looked for in a register and asked in', async ({
  page,
}) => {
  await enter(page, '/network/search?q=nobodyhere')
  await expect(page.getByRole('link', { name: 'Invite this company' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=.*nobodyhere.*get-started/,
  )
  await page.getByRole('button', { name: 'Search VASPnet' }).click()
  await expect(page.getByText(/VASPnet (has no match|couldn’t be reached)/)).toBeVisible()
  await expectAccessible(page)
})

test('[UI-19] the palette offers where one has been, and nothing of another company', async ({
  page,
}) => {
  await enter(page, '/network/search?q=coral')
  await page.getByRole('link', { name: 'Coral Reef OTC' }).click()
  await expect(page.getByRole('heading', { name: 'Coral Reef OTC' })).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Counterparties' })).toBeFocused()
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option').first()).toContainText('Coral Reef OTC')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Coral Reef OTC' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeFocused()
  await page.keyboard.type('switch to kestrel bay europe')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/Kestrel Bay Europe/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Pages' })).toBeVisible()
  await expect(recent).toHaveCount(0)
})

test('[UI-01] a look at a company closes by the key that opened it', async ({ page }) => {
  await enter(page, '/network/search?q=coral')
  await expect(page.getByRole('link', { name: 'Coral Reef OTC' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'Coral Reef OTC' })
  await expect(peek.getByRole('heading', { name: 'Coral Reef OTC' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(peek).toBeHidden()
  await expect(page.getByRole('link', { name: 'Coral Reef OTC' })).toBeFocused()
})

test('[TF-05] [TF-11] several counterparties get one verdict at once, and it is taken back', async ({
  page,
}) => {
  await enter(page, '/network/counterparties?review=none')
  const rows = page.getByRole('table', { name: 'Top counterparties' })
  for (const name of ['Tidewatch Wallet', 'Capewind Crypto'])
    await rows.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Review 2 companies' })
  await dialog.getByLabel('Monitored').check()
  await dialog.getByLabel('Note').fill('Asked for their questionnaire')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Record for 2 companies' }).click()
  await expect(page.getByText('2 verdicts recorded')).toBeVisible()
  const row = rows.getByRole('link', { name: 'Tidewatch Wallet' })
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})
