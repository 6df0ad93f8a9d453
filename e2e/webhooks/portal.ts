import type { Page } from '@playwright/test'
import { ana, openAs } from '../kit.ts'

/** Links name the service's address, so it must be known before the service listens. */
export const portalPort = 20_000 + (process.pid % 20_000)

const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const inCompany = `/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal`

/** What Ana's company is answered at a path of its portal. */
async function ask<T>(page: Page, path: string, body: object): Promise<T> {
  if (!page.url().startsWith('http')) await openAs(page, ana, '/privacy')
  const headers = { 'x-user-agent': 'e2e' }
  const answer = await page.request.post(inCompany + path, {
    data: body,
    headers,
    failOnStatusCode: true,
  })
  return answer.json()
}

/** A link to the portal of Ana's company, as the product gives it. */
export const linkFor = async (page: Page, body: object = {}): Promise<string> =>
  (await ask<{ url: string }>(page, '/link', body)).url

/** Adds an endpoint of Ana's company, so that a test finds one of its own. */
export async function addEndpoint(page: Page, url: string): Promise<void> {
  type Portal = { serverUrl: string; appId: string; token: string }
  const { serverUrl, appId, token } = await ask<Portal>(page, '', {})
  await page.request.post(`${serverUrl}/api/v1/app/${appId}/endpoint`, {
    ...{ data: { url }, headers: { authorization: `Bearer ${token}` }, failOnStatusCode: true },
  })
}
