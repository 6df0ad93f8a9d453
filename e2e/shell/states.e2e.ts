import { drawn, volume } from '@countersign/kit/testing-volume'
import type { Page } from '@playwright/test'
import { test } from '../house.ts'
import { expect, expectAlwaysAccessible } from '../kit.ts'
import { people, routesWithoutScreen, type Screen, screens } from '../screens.ts'
import { failed, overflowOf, type State, settled, show, states, viewerOf } from '../states.ts'

// Each stands alone, so the workers share them.
test.describe.configure({ mode: 'parallel' })

test('[UI-01] every route is in the table of screens', () => {
  expect(routesWithoutScreen()).toEqual([])
})

/** Only these are seen in every state; `npm run test:long` shows all of them so. */
const inEveryState = new Set(drawn(screens))
/** The parts that say what is missing are the same everywhere, so axe judges them here in any case. */
const isPattern = (screen: Screen) => screen.name === 'documents'
const statesOf = (screen: Screen) =>
  inEveryState.has(screen) || isPattern(screen) ? states : (['full'] as const)

for (const screen of screens)
  test(`[UI-01] [UI-02] the screen ${screen.name} holds in ${statesOf(screen).length > 1 ? 'every state' : 'full'}`, async ({
    house,
  }) => {
    const problems: string[] = []
    for (const state of statesOf(screen)) {
      const who = viewerOf(screen, state)
      if (!who) continue
      await test.step(`${state}, seen by ${who}`, async () => {
        const page = await house.page(who)
        page.removeAllListeners()
        page.on('pageerror', (error) => problems.push(error.message))
        page.on('console', (message) => {
          const isRefused = /Failed to load resource/.test(message.text())
          if (message.type() === 'error' && !isRefused) problems.push(message.text())
        })
        await page.setViewportSize({ width: 1280, height: 800 })
        const end = await show(page, screen, state, house.world)
        await says(page, screen, state)
        await holds(page, screen, state)
        await end()
        await recovers(page, state)
      })
    }
    expect(problems).toEqual([])
  })

/** The words that belong to a state. */
async function says(page: Page, screen: Screen, state: State): Promise<void> {
  const main = page.getByRole('main')
  const [, lacks] = screen.forbidden ?? []
  const [, emptiness] = screen.empty ?? []
  if (state === 'empty' && emptiness) await expect(main).toContainText(emptiness)
  if (state === 'no-match') await expect(main).toContainText(/No match/)
  if (state === 'error')
    await expect(failed(page).first()).toContainText(
      'error code 500: Something unexpected happened',
    )
  if (state === 'refused') await expect(failed(page).first()).toContainText('can’t be reached')
  if (state !== 'forbidden' || !lacks) return
  await expect(main).toContainText(lacks)
  if (screen.forbidden?.[0] === 'grace' && !lacks.source.includes('operator'))
    await expect(main.getByRole('link', { name: people.marcus })).toBeVisible()
}

/** What holds for every screen in every state. */
async function holds(page: Page, screen: Screen, state: State): Promise<void> {
  await expect(page).toHaveTitle(/^\S.* · Countersign$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  // With other words it is the card of an error.
  if (state === 'refused') return
  const isWhole = state === 'full' || isPattern(screen)
  if (isWhole || volume === 1)
    await expectAlwaysAccessible(page, isWhole ? ['light', 'dark'] : ['light'])
  for (const width of state === 'full' ? [320, 390] : [390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => overflowOf(page), { message: `${width} px wide` }).toEqual([])
  }
  // Cards instead of tables: another layout, so judged again where the screen was drawn.
  if (state === 'full' && inEveryState.has(screen)) await expectAlwaysAccessible(page, ['light'])
}

/** Once the server answers, one click brings the data. */
async function recovers(page: Page, state: State): Promise<void> {
  if (state === 'error' || state === 'refused') {
    // What asks again by itself may be quicker than the click.
    const again = failed(page).first().getByRole('button', { name: 'Try again' })
    await again.click({ timeout: 2000 }).catch(() => undefined)
  } else if (state !== 'loading') return
  await expect(failed(page)).toHaveCount(0)
  await settled(page)
}
