import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[TF-05] [UI-01] five companies are reviewed by keyboard in at most 25 keystrokes, and the last is undone', async ({
  page,
}) => {
  await openAs(page, ana, '/network/counterparties')
  await expect(page.getByRole('progressbar', { name: 'Reviewed' })).toBeVisible()
  await page.getByRole('link', { name: 'Review mode' }).focus()
  let strokes = 0
  const press = async (key: string) => {
    strokes++
    await page.keyboard.press(key)
  }
  await press('Enter')
  const place = (at: number) => page.getByText(new RegExp(`^Company ${at} of `)).first()
  await expect(place(1)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible()
  await expectAccessible(page)
  for (let at = 1; at <= 5; at++) {
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible()
    await press(at % 2 ? 't' : 'm')
    await expect(place(at + 1)).toBeVisible()
  }
  expect(strokes).toBeLessThanOrEqual(25)
  const undone = page.waitForRequest((request) => request.method() !== 'GET')
  await press('u')
  await undone
})

test('[KEYS] any list moves and ticks by keyboard, and the palette reviews a company', async ({
  page,
}) => {
  await openAs(page, ana, '/due-diligence')
  await expect(page.getByRole('link', { name: 'Norrland Krypto' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeFocused()
  await page.keyboard.type('review norrland')
  const option = page.getByRole('option', { name: /Review Norrland Krypto/ })
  await expect(option).toContainText('Sweden')
  await option.click()
  await expect(page.getByRole('dialog', { name: 'Review Norrland Krypto' })).toBeVisible()
})
