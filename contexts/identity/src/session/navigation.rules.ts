import { defaultRedirect } from '@countersign/contracts/identity'
import type { Site } from './site.rules.ts'

/** The screen that explains a sign-in which did not happen. */
const signInScreen = '/auth'

/** Where the provider sends the browser back to; it has to be registered there. */
export const callbackOf = (site: Site): string => `${site.origin}/api/auth/callback`

/** Where the provider sends the browser after a sign-out; it has to be registered there. */
export const signedOutOf = (site: Site): string => `${site.origin}${signInScreen}?signedOut=1`

/** The question before a sign-out that another site may have caused. */
export const signOutQuestion = '/auth/signed-out?confirm=1'

/** A navigation's answer. */
export const goTo = (location: string, cookies: readonly string[] = [], headers = {}) => ({
  status: 302 as const,
  body: undefined,
  headers: { location, ...(cookies.length > 0 && { 'set-cookie': cookies }), ...headers },
})

/** The sign-in screen with what went wrong, a reference for support, and where to go on. */
export function screen(error: string, reference: string, redirect = defaultRedirect): string {
  const query = new URLSearchParams({ error, reference })
  if (redirect !== defaultRedirect) query.set('redirect', redirect)
  return `${signInScreen}?${query}`
}
