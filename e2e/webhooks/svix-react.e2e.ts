import { createServer } from 'node:http'
import path from 'node:path'
import { build } from 'vite'
import { ana, expect, openAs, test } from '../kit.ts'
import { linkFor, portalPort } from './portal.ts'

/** A provider's page, on an origin of its own. */
const desk = `http://localhost:${portalPort + 20_000}`
test.use({
  environment: { WEBHOOKS_PORT: String(portalPort), PORTAL_FRAME_ANCESTORS: desk },
})

// Releases before 2 read a variable of Node; browsers have none.
const html = `<!doctype html><title>Desk</title><link rel="icon" href="data:,">
  <script>globalThis.process = { env: {}, version: '' }</script>
  <div id="root"></div><script type="module" src="/page.js"></script>`

/** The page with one release of the public client. */
async function bundle(svix: string): Promise<string> {
  const root = path.join(import.meta.dirname, 'svix-react')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { svix: path.join(import.meta.dirname, '../../node_modules', svix) } },
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(root, 'page.tsx'), formats: ['es'], fileName: 'page' },
    },
  })
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[]
  return output.map(({ code }) => code ?? '').join('\n')
}

for (const svix of ['svix-1-99', 'svix'])
  test(`[WP-01] [WP-02] the public React library with ${svix} adds, tests, rotates and recovers`, async ({
    page,
    browser,
  }) => {
    const script = await bundle(svix)
    let status = 200
    let taken: { path: string | undefined; signatures: number }[] = []
    const server = createServer((request, answer) => {
      if (request.method === 'POST') {
        const { pathname } = new URL(request.url ?? '', desk)
        const signatures = String(
          request.headers['webhook-signature'] ?? request.headers['svix-signature'],
        )
        taken.push({ path: pathname, signatures: signatures.split(' ').length })
        answer.writeHead(status).end()
        return
      }
      const isScript = request.url === '/page.js'
      answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      answer.end(isScript ? script : html)
    }).listen(portalPort + 20_000, '127.0.0.1')
    const sent = () => taken.filter((one) => one.path === `/${svix}`)
    await openAs(page, ana, '/privacy')
    const opened = await page.evaluate(async () => {
      const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
      const answer = await fetch(`/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-agent': 'e2e' },
        body: '{}',
      })
      return (await answer.json()) as { serverUrl: string; appId: string; token: string }
    })
    const link = await linkFor(page)
    const context = await browser.newContext()
    const provider = await context.newPage()
    const hash = new URLSearchParams({
      token: opened.token,
      app: opened.appId,
      server: opened.serverUrl,
      portal: link,
    })
    await provider.goto(`${desk}/#${hash}`)
    await expect(provider.getByRole('region', { name: 'Messages' }).getByRole('status')).toHaveText(
      /^\d \d$/,
    )

    // Added, tried, and seen to arrive.
    const url = `${desk.replace('localhost', '127.0.0.1')}/${svix}`
    await provider.getByLabel('Address').fill(url)
    await provider.getByRole('button', { name: 'Add', exact: true }).click()
    const endpoint = provider.getByRole('listitem', { name: url, exact: true })
    await expect(endpoint.locator('code')).toHaveText(/^whsec_/)
    await endpoint.getByRole('button', { name: 'Example' }).click()
    await expect.poll(() => sent().map(({ signatures }) => signatures)).toEqual([1])

    // A rotated secret: both sign for a while.
    const before = (await endpoint.locator('code').textContent()) ?? ''
    await endpoint.getByRole('button', { name: 'Rotate' }).click()
    await expect(endpoint.locator('code')).not.toHaveText(before)
    await endpoint.getByRole('button', { name: 'Example' }).click()
    await expect.poll(() => sent().map(({ signatures }) => signatures)).toEqual([1, 2])

    // It fails, is mended, and what it missed is recovered.
    status = 500
    await endpoint.getByRole('button', { name: 'Example' }).click()
    await expect.poll(() => sent().length).toBe(3)
    status = 200
    const shown = endpoint.getByRole('status')
    const look = async () => {
      await endpoint.getByRole('button', { name: 'Look' }).click()
      return shown.textContent()
    }
    await expect.poll(look).toBe('500 200 200')
    taken = []
    await endpoint.getByRole('button', { name: 'Recover' }).click()
    await expect.poll(() => sent().length).toBe(1)
    await expect.poll(look).toBe('200 500 200 200')
    await expect(endpoint.locator('i')).toHaveText('3 of 3')

    // The portal in the library's own frame, as high as it says.
    const portal = provider.frameLocator('iframe')
    await expect(portal.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    await expect(portal.getByText(url, { exact: true })).toBeVisible()
    const frame = provider.locator('iframe')
    await expect
      .poll(async () => {
        const inside = await portal
          .locator('#root')
          .evaluate((root) => root.getBoundingClientRect().height)
        const { height = 0 } = (await frame.boundingBox()) ?? {}
        return Math.abs(height - inside) < 40
      })
      .toBe(true)
    await context.close()
    server.close()
  })
