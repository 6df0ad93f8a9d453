import { ana, test as base, expect, expectAccessible, openAs } from '../kit.ts'
import { type FakeMetabase, fakeMetabase, metabaseSecret } from './metabase.ts'

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'

type Options = { metabase: FakeMetabase; environment: Record<string, string> }

const test = base.extend<object, Options>({
  metabase: [
    async ({ browserName: _ }, use) => {
      const metabase = await fakeMetabase()
      await use(metabase)
      await metabase.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ metabase }, use) =>
      use({
        METABASE_SITE_URL: metabase.url,
        METABASE_SECRET: metabaseSecret,
        METABASE_DASHBOARDS: JSON.stringify({
          overview: { id: 7, company: 'vasp_did', open: ['from', 'to'] },
        }),
      }),
    { scope: 'worker' },
  ],
})

test('[TX-05] what transfers and due diligence add up to, as charts, as tables and as files', async ({
  page,
}) => {
  await openAs(page, ana, '/analytics?days=365')
  for (const title of [
    'Transfer volume',
    'Transfer outcomes',
    'Response time',
    'Decisions by source',
    'Due diligence',
    'Top counterparties',
  ])
    await expect(page.getByRole('region', { name: title })).toBeVisible()
  const volume = page.getByRole('region', { name: 'Transfer volume' })
  await expect(volume.getByRole('img', { name: 'Transfers by direction' })).toBeVisible()
  await expectAccessible(page)

  await volume.getByRole('button', { name: 'Show table: Transfer volume' }).click()
  const cells = volume.getByRole('row').getByRole('cell')
  await expect(cells.first()).toBeVisible()
  const numbers = await cells.evaluateAll((all) => all.map((cell) => Number(cell.textContent)))
  const sum = numbers.filter((one) => !Number.isNaN(one)).reduce((all, one) => all + one, 0)
  await expect(volume.getByText(new RegExp(`^${sum} transfers`))).toBeVisible()

  await page.getByLabel('Compare with the previous period').check()
  await expect(volume.getByText(/Previous period: 0/)).toBeVisible()
  await expect(page).toHaveURL(/compare=true/)

  const counterparties = page.getByRole('region', { name: 'Top counterparties' })
  await expect(counterparties.getByText('Granitequay Markets')).toBeVisible()
  const saved = page.waitForEvent('download')
  await volume.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^transfer-volume-\d{4}-\d\d-\d\d\.csv$/)
})

test('[BI-05] a dashboard of the deployment’s Metabase is of one company, and renewed before it ends', async ({
  page,
  metabase,
}) => {
  await page.clock.install()
  await openAs(page, ana, '/analytics')
  const title = 'Dashboard: overview'
  const frame = page.frameLocator(`iframe[title="${title}"]`)
  await expect(frame.getByRole('heading', { name: 'Dashboard 7' })).toBeVisible()
  await expect(frame.getByText(`Of ${kestrelBay}`)).toBeVisible()
  await expect(frame.getByText(/^From \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/)).toBeVisible()
  // Our own charts stand beside it.
  await expect(page.getByRole('region', { name: 'Transfer volume' })).toBeVisible()

  const [first] = metabase.shown
  const path = first?.url ?? ''
  expect(await metabase.statusOf(path)).toBe(200)
  const [head, claims = '', signature] = path.split('.')
  const others = Buffer.from(claims, 'base64url').toString().replace(kestrelBay, 'did:web:other')
  const forged = [head, Buffer.from(others).toString('base64url'), signature].join('.')
  expect(await metabase.statusOf(forged), 'another company in a signed token').toBe(400)
  metabase.ahead.ms = 540_000
  expect(await metabase.statusOf(path)).toBe(200)
  metabase.ahead.ms = 601_000
  expect(await metabase.statusOf(path), 'after ten minutes').toBe(400)
  metabase.ahead.ms = 0

  const before = metabase.shown.length
  // An address made in the same second is the same one, and not loaded again.
  await expect
    .poll(async () => {
      await page.clock.fastForward('09:01')
      return metabase.shown.length
    })
    .toBeGreaterThan(before)
  await expect(frame.getByText(`Of ${kestrelBay}`)).toBeVisible()
  expect(metabase.shown.at(-1)?.url).not.toBe(path)
})
