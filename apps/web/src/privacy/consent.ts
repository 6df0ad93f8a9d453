import { readLocal, store, writeLocal } from '../browser/index.ts'
import { cookieDeletions } from './consent.rules.ts'

// Read before the first drawing, so that the banner never flashes up.
const choice = store(readLocal('cookieConsent'))

/** Whether the page came with consent; otherwise it was open before there was any. */
export const cameWithConsent = choice.get() === true

addEventListener('storage', () => choice.set(readLocal('cookieConsent')))
choice.subscribe(() => {
  if (choice.get() === false) clearAnalyticsCookies()
})

/** Takes away what analytics and monitoring left in this browser. */
export function clearAnalyticsCookies(): void {
  for (const deletion of cookieDeletions(document.cookie, location.hostname)) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet
    document.cookie = deletion
  }
}

/** Takes the viewer's answer, for all tabs. Declining also clears what analytics left behind. */
export function setConsent(accepted: boolean): void {
  writeLocal('cookieConsent', accepted)
  choice.set(accepted)
}

/** Whether analytics are accepted, kept up to date; null until there is an answer. */
export const useConsent = choice.use
