import type { Locator, Page } from '@playwright/test'
import { expect, openAs, test } from '../kit.ts'
import { people } from '../screens.ts'

/** Dialogs, each with its page and the button that opens it; the others are built of the same parts. */
type Dialog = readonly [path: string, button: RegExp, title: RegExp]
const ofMarcus: readonly Dialog[] = [
  ['/transactions', /^Filter/, /^Filter transfers$/],
  ['/transactions', /^Export/, /^Export transfers$/],
  ['/rules', /^Add incoming rule$/, /^New rule$/],
  ['/company/addresses', /^Register address$/, /^Register address$/],
  ['/company/addresses', /^Look up/, /^Look up an address$/],
  ['/company/customers', /^Register customer$/, /customer/],
  ['/team', /^Invite/, /^Invite a person$/],
  ['/billing', /^Edit$/, /^Edit billing details$/],
  ['/developers/credentials', /^Create credential$/, /^Create credential$/],
  ['/developers/webhooks', /^Add endpoint$/, /^Add endpoint$/],
  ['/developers/webhooks/pollers', /^Add polling endpoint$/, /^Add polling endpoint$/],
]
const ofAna: readonly Dialog[] = [['/transactions', /^Find a person$/, /^Find a person$/]]

/** What of a dialog is seen without scrolling the page. */
async function expectUsable(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  const field = dialog.locator(
    ':is(input, select, textarea):not(:disabled, [type="hidden"], [type="file"])',
  )
  if ((await field.count()) > 0) await expect(field.first()).toBeFocused()
  else expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  const { height = 0 } = page.viewportSize() ?? {}
  for (const button of await dialog.getByRole('button').all()) {
    const box = await button.boundingBox()
    // A button among the fields may be scrolled to; those at the end never have to be.
    if (!box || (await button.evaluate((one) => one.closest('.overflow-y-auto') !== null))) continue
    expect(box.y, await button.textContent().then(String)).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
}

test('[UI-01] a dialog begins at its first field, and shows its buttons at a height of 800 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [who, dialogs] of [
    [people.marcus, ofMarcus],
    [people.ana, ofAna],
  ] as const) {
    await page.context().clearCookies()
    await openAs(page, who, '/dashboard')
    for (const [path, button, title] of dialogs) {
      if (new URL(page.url()).pathname !== path) await page.goto(path)
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog', { name: title })
      await expectUsable(page, dialog)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
})
