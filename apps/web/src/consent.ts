import { useSyncExternalStore } from 'react'
import { cookieDeletions } from './consent.rules.ts'
import { readLocal, writeLocal } from './local.ts'

const listeners = new Set<() => void>()
// Read before the first drawing, so that the banner never flashes up.
let current = readLocal('cookieConsent')

function change(next: boolean | null): void {
  if (next === current) return
  current = next
  if (next === false) clearAnalyticsCookies()
  for (const listener of listeners) listener()
}

addEventListener('storage', () => change(readLocal('cookieConsent')))

/** Takes the viewer's answer, for all tabs. Declining also clears what analytics left behind. */
export function setConsent(choice: boolean): void {
  writeLocal('cookieConsent', choice)
  change(choice)
}

/** Whether analytics are accepted; null until there is an answer. */
export const consent = (): boolean | null => current

/** Calls back at each change of the answer. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The answer, kept up to date. */
export const useConsent = (): boolean | null => useSyncExternalStore(onConsent, consent)

function clearAnalyticsCookies(): void {
  for (const deletion of cookieDeletions(document.cookie, location.hostname)) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet
    document.cookie = deletion
  }
}
