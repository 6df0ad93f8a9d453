import { stripeVersion } from '@countersign/billing'
import { fakeStripe } from '@countersign/billing/testing'
import { test as base, expect, expectAccessible, openAs } from '../kit.ts'

const apiKey = 'sk_test_journeys'
let stripe: Awaited<ReturnType<typeof fakeStripe>>

const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [
    async ({ browserName: _ }, use) => {
      stripe = await fakeStripe(apiKey, stripeVersion)
      await use({
        ...{ BILLING_PROVIDER: 'stripe', STRIPE_API_KEY: apiKey, STRIPE_URL: stripe.url },
        STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
      })
      await stripe.close()
    },
    { scope: 'worker' },
  ],
})

test('[BI-02] [BI-06] a provider that hangs is given up on, says so, and takes nothing else with it', async ({
  page,
}) => {
  await page.route('https://billing.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The portal</h1>' }),
  )
  stripe.fault.next = ({ method }) => (method === 'POST' ? 'hangs' : undefined)
  await openAs(page, 'olle.lind@norrland.example', '/billing')
  await expect(page.getByText('Your company is on the free plan.')).toBeVisible()
  const began = Date.now()
  const button = page.getByRole('button', { name: 'Manage billing' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  // What the page knows stays, and what it keeps itself is kept meanwhile.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit billing details' })
  await dialog.getByLabel('Legal name').fill('Kestrel Bay Holdings Ltd')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('The billing provider can’t be reached right now. Try again later.'),
  ).toBeVisible({ timeout: 15_000 })
  expect(Date.now() - began).toBeLessThan(15_000)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Kestrel Bay Holdings Ltd')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Usage' })).toBeVisible()

  delete stripe.fault.next
  await button.click()
  await expect(page.getByRole('heading', { name: 'The portal' })).toBeVisible()
  // The call that was given up on and the next one made one customer.
  expect(stripe.customers.size).toBe(1)
})
