import type { Page } from '@playwright/test'
import { ana, openAs } from '../kit.ts'

/** Links name the service's address, so it must be known before the service listens. */
export const portalPort = 20_000 + (process.pid % 20_000)

/** A link to the portal of Ana's company, as the product gives it. */
export async function linkFor(page: Page, body: object = {}): Promise<string> {
  if (!page.url().startsWith('http')) await openAs(page, ana, '/privacy')
  return page.evaluate(async (asked) => {
    const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
    const answer = await fetch(`/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user-agent': 'e2e' },
      body: JSON.stringify(asked),
    })
    const { url } = await answer.json()
    return String(url)
  }, body)
}
