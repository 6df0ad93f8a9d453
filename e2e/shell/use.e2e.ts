import type { Page } from '@playwright/test'
import { test } from '../house.ts'
import { expect } from '../kit.ts'
import type { Person } from '../screens.ts'
import { settled } from '../states.ts'

const lists: readonly (readonly [who: Person, path: string, rows: RegExp])[] = [
  ['visitor', '/network/search?q=kestrel&badge=verified', /Kestrel Bay/],
  ['ana', '/network/search?review=TRUSTED&order=name:DESC', /Norrland Krypto/],
  ['ana', '/due-diligence?tab=due', /Alpenvault/],
  ['marcus', '/team?tab=requests', /Ben Ong/],
  ['noor', '/admin/companies?q=kestrel', /Kestrel Bay/],
  ['noor', '/admin/users?q=kestrelbay', /Ana Reyes/],
]

for (const [who, path, rows] of lists)
  test(`[UI-01] [UI-02] the address ${path} shows the same rows in another browser`, async ({
    house,
  }) => {
    const open = async (page: Page) => {
      await page.goto(path)
      await settled(page)
      await expect(page.getByRole('main')).toContainText(rows)
    }
    const shown = async (page: Page) => {
      const links = page.getByRole('main').locator('table, ul, ol').getByRole('link')
      return [new URL(page.url()).search, await links.allTextContents()]
    }
    const [one, other] = [await house.page(who), await house.page(who, 'another browser')]
    await open(one)
    await one.waitForLoadState('networkidle')
    await open(other)
    const expected = await shown(one)
    await expect.poll(() => shown(other)).toEqual(expected)
    await other.context().close()
    await one.close()
  })

test('[UI-01] from any page a company and our decision are five keys and Enter away', async ({
  house,
}) => {
  const page = await house.page('ana')
  const count = await counted(page, 'keydown')
  for (const path of ['/company', '/developers/webhooks', '/network/search']) {
    await page.goto(path)
    await settled(page)
    await page.waitForLoadState('networkidle')
    await count.reset()
    for (const key of ['Control+k', 'n', 'o', 'r', 'r']) {
      await page.keyboard.press(key)
      if (key === 'Control+k')
        await expect(page.getByRole('combobox', { name: /Search pages, companies/ })).toBeFocused()
    }
    await expect(page.getByRole('option', { name: /Norrland Krypto/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Norrland Krypto', level: 1 })).toBeVisible()
    await expect(
      page.getByRole('banner').or(page.getByRole('main')).getByText('Trusted').first(),
    ).toBeVisible()
    expect(await count.read()).toBe(6)
  }
  await page.close()
})

test('[WH-09] from Home to the cause of a failed webhook are two clicks', async ({ house }) => {
  const page = await house.page('ana')
  const count = await counted(page, 'click')
  await page.goto('/dashboard')
  await settled(page)
  await count.reset()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Webhooks' }).click()
  // A click on what moves away under it is made again, and would count twice.
  await page.getByRole('main').getByRole('link', { name: 'vasp.updated' }).first().waitFor()
  await settled(page)
  await page.getByRole('main').getByRole('link', { name: 'vasp.updated' }).first().click()
  const attempts = page.getByRole('region', { name: 'Attempts' })
  await expect(attempts.getByText('Response 401').first()).toBeVisible()
  await expect(attempts.getByText(/"verified":\s*false/).first()).toBeVisible()
  expect(await count.read()).toBe(2)
  await page.close()
})

test('[UI-01] with the system’s colours alone, focus, choice and status are still drawn', async ({
  house,
}) => {
  const page = await house.page('ana')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/due-diligence')
  await settled(page)
  const [chosen, other] = ['Received', 'Sent'].map((name) =>
    page.getByRole('tab', { name: new RegExp(`^${name}`) }),
  )
  if (!chosen || !other) throw new Error('No tabs')
  const line = (tab: typeof chosen) =>
    tab.evaluate((element) => getComputedStyle(element).borderBottomColor)
  expect(await line(chosen)).not.toBe(await line(other))
  await chosen.focus()
  await page.keyboard.press('Shift')
  await expect.poll(() => outlineOf(page)).toMatch(/^solid [2-9]px$/)
  const here = page.getByRole('link', { name: 'Due diligence' }).first()
  await expect(here).toHaveCSS('text-decoration-line', 'underline')
  await page.getByRole('button', { name: /Account of/ }).click()
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => outlineOf(page)).toMatch(/^solid [2-9]px$/)
  await page.keyboard.press('Escape')
  await page.goto('/network/counterparties')
  await settled(page)
  const fill = page.getByRole('progressbar').first().locator('> *')
  expect(await fill.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  )
  // A tick and the thumb of a switch stand out from their box, whether or not they are on.
  const box = page.getByRole('checkbox').nth(1)
  await box.check()
  const colours = (element: Element) => {
    const [back, mark] = [
      element.nextElementSibling,
      element.nextElementSibling?.nextElementSibling,
    ]
    if (!back || !mark) return []
    const { color, backgroundColor } = getComputedStyle(mark)
    return [
      getComputedStyle(back).backgroundColor,
      mark.tagName === 'svg' ? color : backgroundColor,
    ]
  }
  const [behind, tick] = await box.evaluate(colours)
  expect(tick).not.toBe(behind)
  await page.goto('/settings')
  const shortcuts = page.getByRole('switch', { name: 'Single-key shortcuts' })
  for (const isOn of [true, false]) {
    await shortcuts.setChecked(isOn)
    const [face, thumb] = await shortcuts.evaluate(colours)
    expect(thumb, String(isOn)).not.toBe(face)
  }
  await shortcuts.check()
  await page.close()
})

test('[UI-01] more contrast and less motion are granted', async ({ house }) => {
  const page = await house.page('ana')
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/network/search')
    await settled(page)
    const token = (name: string) =>
      page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of), name)
    expect(await token('--muted')).toBe(await token('--text'))
    expect(await token('--line')).toBe(await token('--text'))
  }
  await page.getByRole('searchbox', { name: 'Search companies' }).focus()
  expect(await outlineOf(page)).toMatch(/^solid [2-9]px$/)
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].some((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      return `${transitionDuration}, ${animationDuration}`
        .split(', ')
        .some((time) => Number.parseFloat(time) > 0.001)
    }),
  )
  expect(moving).toBe(false)
  await page.close()
})

/** How what has the focus is drawn. */
const outlineOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })

/** Counts in the browser what the person does, also from one page to the next; modifier keys are part of a key. */
async function counted(page: Page, type: 'keydown' | 'click') {
  await page.addInitScript((name) => {
    const count = (event: Event) => {
      const isModifier = event instanceof KeyboardEvent && event.key === 'Control'
      if (event.isTrusted && !isModifier)
        sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1))
    }
    addEventListener(name, count, true)
  }, type)
  return {
    reset: () => page.evaluate((name) => sessionStorage.removeItem(name), type),
    read: () => page.evaluate((name) => Number(sessionStorage.getItem(name)), type),
  }
}
