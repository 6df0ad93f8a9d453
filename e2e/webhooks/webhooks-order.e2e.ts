import { query } from '@countersign/kit/testing-query'
import type { Page } from '@playwright/test'
import { SignJWT } from 'jose'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

const jwtSecret = 'a-secret-of-the-journeys-of-32-characters'
test.use({ environment: { WEBHOOKS_JWT_SECRET: jwtSecret } })

const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const headers = { 'x-user-agent': 'e2e' }

/** The company's application at the webhook service, and calls to it with a token. */
async function serviceOf(page: Page, databaseUrl: string) {
  const path = `/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal`
  const opened = await page.request.post(path, { headers, data: {} })
  const { serverUrl, appId, token } = await opened.json()
  const [owner] = await query(databaseUrl, 'select org_id from webhooks.application limit 1')
  const organisation = await new SignJWT({ sub: String(owner?.org_id) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(jwtSecret))
  const call = (of: string) => async (to: string, data: object) => {
    const options = { headers: { authorization: `Bearer ${of}` }, data }
    const answer = await page.request.post(`${serverUrl}/api/v1/app/${appId}${to}`, options)
    expect(answer.ok(), to).toBe(true)
    return answer.json()
  }
  return { asCompany: call(token), asOrganisation: call(organisation) }
}

test('[WH-18] [WP-02] a failing message holds back its own key in sight, and is skipped or resent', async ({
  page,
  serverOf,
}, { file }) => {
  const { databaseUrl = '' } = await serverOf(file)
  await openAs(page, ana, '/privacy')
  const { asCompany, asOrganisation } = await serviceOf(page, databaseUrl)
  const receiver = await (await page.request.get('/api/demo/receiver', { headers })).json()
  const { url, secret } = receiver
  const { id } = await asCompany('/endpoint', { url: `${url}-gone`, secret })

  await page.goto(`/developers/webhooks/endpoints/${id}`)
  await expect(page.getByText('Side by side')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keep the order').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('One at a time for each key')).toBeVisible()

  const ids: string[] = []
  for (const n of [1, 2, 3]) {
    const body = { eventType: 'vasp.updated', payload: { n }, orderingKey: 'invoice-7' }
    ids.push((await asOrganisation('/msg', body)).id)
  }
  const held = page
    .getByRole('table', { name: 'Held back' })
    .getByRole('row', { name: /invoice-7/ })
  await expect(held).toContainText('2 messages')
  await expectAccessible(page)
  await held.getByRole('button', { name: 'Skip' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('the 2 messages behind it are sent')
  await asked.getByRole('button', { name: 'Skip message' }).click()
  await expect(held).toContainText('1 message')

  // The one that waits says for which.
  await page.goto(`/developers/webhooks/messages/${ids[2]}`)
  await page.getByRole('link', { name: 'Show that message' }).click()
  await expect(page).toHaveURL(new RegExp(`${ids[1]}$`))

  await page.goto(`/developers/webhooks/endpoints/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await held.getByRole('button', { name: 'Resend' }).click()
  await expect(held).toBeHidden()
})

test('[WH-08] [WP-02] a scheduled message is seen, sent now, or cancelled', async ({
  page,
  serverOf,
}, { file }) => {
  const { databaseUrl = '' } = await serverOf(file)
  await openAs(page, ana, '/privacy')
  const { asOrganisation } = await serviceOf(page, databaseUrl)
  const deliverAt = new Date(Date.now() + 86_400_000).toISOString()
  const ids: string[] = []
  for (const n of [1, 2])
    ids.push(
      (
        await asOrganisation('/msg', {
          eventType: 'vasp.updated',
          payload: { n },
          tags: [`n${n}`],
          deliverAt,
        })
      ).id,
    )
  await page.goto('/developers/webhooks/messages')
  const scheduled = page.getByRole('table', { name: 'Scheduled' })
  await expect(scheduled.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await scheduled.getByRole('button', { name: `Cancel message ${ids[0]}` }).click()
  const asked = page.getByRole('alertdialog')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Cancel message' }).click()
  await expect(scheduled.getByRole('row')).toHaveCount(2)
  await scheduled.getByRole('button', { name: `Send now ${ids[1]}` }).click()
  await expect(scheduled).toBeHidden()

  await page.goto('/developers/webhooks/messages?tag=n2')
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByRole('row')).toHaveCount(2)
  await expect(messages.locator(`a[href$="${ids[1]}"]`).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Tag' }).fill('n3')
  await page.getByRole('searchbox', { name: 'Tag' }).blur()
  await expect(page.getByText(/No match/)).toBeVisible()
})
