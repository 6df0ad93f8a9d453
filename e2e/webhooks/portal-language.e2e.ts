import { drawn } from '@countersign/kit/testing-volume'
import { expect, expectAlwaysAccessible, test } from '../kit.ts'
import { overflowOf, settled } from '../states.ts'
import { linkFor, portalPort } from './portal.ts'

test.use({ environment: { WEBHOOKS_PORT: String(portalPort) } })

const screens = [
  ['endpoints', '', ''],
  ['messages', '/messages', '?period=7d'],
  ['event-types', '/event-types', '?name=vasp.updated'],
  ['statistics', '/statistics', '?period=1d'],
  ['activity', '/activity', ''],
  ['pollers', '/pollers', ''],
  ['integrations', '/integrations', ''],
  ['help', '/help', ''],
] as const

/** Words of the first screen that each language has, and no other. */
const headings = { en: 'Webhooks', de: 'Webhooks', ja: 'Webhook' } as const
const adds = { en: 'Add endpoint', de: 'Endpunkt hinzufügen', ja: 'エンドポイントを追加' } as const

const languages = ['en', 'de', 'ja'] as const
for (const language of drawn(languages))
  test(`[WP-02] the portal in ${language} is accessible on every screen and fits narrow windows`, async ({
    page,
    browser,
  }) => {
    test.slow()
    const link = await linkFor(page)
    const context = await browser.newContext({ locale: language })
    const portal = await context.newPage()
    await portal.goto(link)
    await expect(portal.getByRole('heading', { level: 1 })).toHaveText(headings[language])
    await expect(portal.locator('html')).toHaveAttribute('lang', language)
    await expectAlwaysAccessible(portal)
    // The first endpoint is added in the language of the page.
    await portal.getByRole('button', { name: adds[language] }).first().click()
    const dialog = portal.getByRole('dialog')
    await dialog.locator('[name=url]').fill('http://127.0.0.1:40011/hook')
    await expectAlwaysAccessible(portal)
    await dialog.getByRole('button', { name: adds[language] }).click()
    await expect(dialog).toBeHidden()
    const first = portal.getByRole('link', { name: 'http://127.0.0.1:40011/hook' }).first()
    await expect(first).toBeVisible()
    const endpoint = new URL((await first.getAttribute('href')) ?? '', portal.url()).pathname
    const details = ['', '?tab=testing', '?tab=advanced'].map(
      (tab) => ['endpoint', '', tab] as const,
    )
    for (const [name, path, search] of [...screens, ...details]) {
      await test.step(`${name}${search}`, async () => {
        await portal.setViewportSize({ width: 1280, height: 800 })
        const address = (name === 'endpoint' ? endpoint : `/portal${path}`) + search
        // The portal has an origin of its own, which is not that of relative addresses.
        await portal.goto(new URL(address, portal.url()).href)
        await expect(portal.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(portal.locator('html')).toHaveAttribute('lang', language)
        await expect(portal).not.toHaveTitle(/No such page/)
        await settled(portal)
        await expectAlwaysAccessible(portal, ['light', 'dark'])
        await portal.setViewportSize({ width: 320, height: 844 })
        await expect.poll(() => overflowOf(portal)).toEqual([])
      })
    }
    await context.close()
  })

test('[WP-02] the address of a link decides the language before the browser does', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de' })
  const portal = await context.newPage()
  await portal.goto((await linkFor(page)).replace('#', '?lang=ja#'))
  await expect(portal.getByRole('button', { name: adds.ja }).first()).toBeVisible()
  // It stays so from screen to screen, and after a reload.
  await portal.getByRole('link', { name: 'ヘルプ' }).click()
  await expect(portal).toHaveURL(/\/portal\/help\?lang=ja$/)
  await portal.reload()
  await expect(portal.getByRole('heading', { level: 1, name: 'ヘルプ' })).toBeVisible()
  await expect(portal).toHaveTitle(/^ヘルプ/)
  await context.close()
})
