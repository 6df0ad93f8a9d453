import { createServer } from 'node:http'
import { expect, expectAccessible, test } from '../kit.ts'
import { addEndpoint, linkFor, portalPort } from './portal.ts'

const port = portalPort
/** Another site than the service’s, whose pages may frame the portal. */
const desk = `http://localhost:${port + 20_000}`
test.use({
  environment: { WEBHOOKS_PORT: String(port), PORTAL_FRAME_ANCESTORS: desk },
})

test('[WP-01] [WP-02] a link opens the portal once; the token leaves the address and stays in the tab', async ({
  page,
  browser,
}) => {
  const link = await linkFor(page)
  const context = await browser.newContext()
  const portal = await context.newPage()
  const addresses: string[] = []
  portal.on('request', (request) => {
    addresses.push(request.url(), request.headers().referer ?? '')
    // Before anything is asked of the service, the key is gone from the address bar.
    if (request.url().includes('/api/')) addresses.push(portal.url())
  })
  await portal.goto(link)
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  expect(portal.url()).toBe(`http://127.0.0.1:${port}/portal/`)
  expect(addresses.filter((address) => /key=|ott_|eyJ/.test(address))).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await portal.evaluate(() => localStorage.length)).toBe(0)
  await expectAccessible(portal)

  await portal.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = portal.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://127.0.0.1:40009/hook')
  await expectAccessible(portal)
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await portal.getByRole('link', { name: 'http://127.0.0.1:40009/hook' }).click()
  await expect(portal).toHaveURL(/\/portal\/endpoints\/ep_\w+$/)
  await portal.getByRole('button', { name: /^Show/ }).click()
  await expect(portal.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(portal)

  await portal.reload()
  await expect(portal.getByRole('heading', { name: 'http://127.0.0.1:40009/hook' })).toBeVisible()
  await portal.goBack()
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()

  // Nobody else gets in with it.
  const other = await browser.newContext()
  const late = await other.newPage()
  await late.goto(link)
  await expect(late.getByText('This link has expired')).toBeVisible()
  await expectAccessible(late)
  await late.goto(`http://127.0.0.1:${port}/portal/`)
  await expect(late.getByText('Open this page with a link')).toBeVisible()
  await context.close()
  await other.close()
})

test('[WP-02] a screen whose code doesn’t come says so, and comes on request; the others keep working', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext()
  const portal = await context.newPage()
  const code = /\/(event-types|statistics)-[^/]*\.js$/
  await portal.route(code, (route) => route.abort())
  await portal.goto(await linkFor(page))
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  for (const name of ['Statistics', 'Event catalogue']) {
    await portal.getByRole('link', { name, exact: true }).click()
    await expect(portal.getByRole('alert')).toContainText('The server can’t be reached')
    await expect(portal.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await expectAccessible(portal)
  await portal.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(portal.getByRole('alert')).toHaveCount(0)
  await expect(portal.getByRole('button', { name: /^Copy Application app_/ })).toBeVisible()
  await portal.goBack()
  await expect(portal.getByRole('alert')).toBeVisible()
  await portal.unroute(code)
  await portal.getByRole('button', { name: 'Try again' }).click()
  await expect(portal.getByText('vasp.updated').first()).toBeVisible()
  await expect(portal.getByRole('alert')).toHaveCount(0)
  await context.close()
})

test('[WP-02] [T4] a link that only looks shows nothing that would be refused', async ({
  page,
  browser,
}) => {
  await addEndpoint(page, 'http://127.0.0.1:40009/looked-at')
  const link = await linkFor(page, { capabilities: ['ViewBase'] })
  const context = await browser.newContext()
  const portal = await context.newPage()
  const refused: string[] = []
  portal.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await portal.goto(link)
  await portal.getByRole('link', { name: 'http://127.0.0.1:40009/looked-at' }).click()
  await expect(portal.getByText('Hidden by this link')).toBeVisible()
  await expect(portal.getByRole('heading', { name: 'Attempts' })).toBeVisible()
  for (const name of ['Add endpoint', 'Delete', 'Enabled'])
    await expect(portal.getByRole('button', { name }).or(portal.getByLabel(name))).toHaveCount(0)
  expect(refused).toEqual([])
  await context.close()
})

test('[WP-02] [T10] the portal works in a sandboxed frame of another origin, without cookies or storage', async ({
  page,
  browser,
}) => {
  await addEndpoint(page, 'http://127.0.0.1:40009/framed')
  const link = await linkFor(page)
  const context = await browser.newContext()
  const parent = await context.newPage()
  const problems: string[] = []
  parent.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  const server = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end(
      `<title>Desk</title><link rel="icon" href="data:,">
      <iframe title="Webhooks" width="700" height="400" sandbox="allow-scripts allow-forms"></iframe>
      <script>
        heard = []
        addEventListener('message', ({ data }) => heard.push(data))
      </script>`,
    ),
  ).listen(port + 20_000, '127.0.0.1')
  await parent.goto(`${desk}/webhooks`)
  await parent.locator('iframe').evaluate((frame, src) => frame.setAttribute('src', src), link)
  const portal = parent.frameLocator('iframe')
  await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await portal.getByRole('link', { name: 'http://127.0.0.1:40009/framed' }).click()
  await expect(portal.getByRole('heading', { name: 'Attempts' })).toBeVisible()
  const heard = () =>
    parent.evaluate(() =>
      (Reflect.get(globalThis, 'heard') as { type: string; event?: string }[]).map(
        ({ type, event }) => event ?? type,
      ),
    )
  await expect
    .poll(heard)
    .toEqual(expect.arrayContaining(['ready', 'navigated', 'svix.iframe-resizer-height']))

  // The page around it may dress it; nobody else is heard.
  const theme = () => portal.locator('html').getAttribute('data-theme')
  await parent
    .locator('iframe')
    .evaluate((frame) =>
      (frame as HTMLIFrameElement).contentWindow?.postMessage(
        { type: 'countersign.portal', version: 1, action: 'theme', darkMode: true },
        '*',
      ),
    )
  await expect.poll(theme).toBe('dark')
  expect(problems).toEqual([])

  // Of a page that nobody named, the browser shows nothing.
  await parent.goto(`${desk.replace('localhost', '127.0.0.1')}/webhooks`)
  await parent.locator('iframe').evaluate((frame, src) => frame.setAttribute('src', src), link)
  await expect.poll(() => problems.join()).toContain('frame-ancestors')
  await context.close()
  server.close()
})
