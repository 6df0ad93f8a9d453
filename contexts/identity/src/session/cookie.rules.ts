import type { Site } from './site.rules.ts'

/** The cookies: a session, and the browser in which a sign-in is under way. */
export type CookieName = 'countersign' | 'countersign-login'

/**
 * `__Host-` binds a cookie to this very host: no subdomain and no plain-http page can plant one.
 * Browsers refuse the prefix without Secure, so http on loopback does without both.
 */
export const cookieName = (name: CookieName, site: Site): string =>
  site.secure ? `__Host-${name}` : name

/**
 * A Set-Cookie value. Lax, not Strict: the provider's answer is a navigation from another site, and so
 * is a link in a mail to a document; Strict would call such a user signed out. Requests that change
 * something are guarded by their own rules (see `origin.rules.ts`).
 * @param maxAge seconds; absent = until the browser closes, 0 = now
 */
export function setCookie(name: CookieName, site: Site, value: string, maxAge?: number): string {
  return [
    `${cookieName(name, site)}=${value}`,
    'Path=/',
    'HttpOnly',
    ...(site.secure ? ['Secure'] : []),
    'SameSite=Lax',
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ')
}

const secretForm = /^[A-Za-z0-9_-]{43}$/

/** The secret in a cookie of ours, or undefined when absent or not of our making. */
export function readCookie(
  header: string | undefined,
  name: CookieName,
  site: Site,
): string | undefined {
  const prefix = `${cookieName(name, site)}=`
  const pair = header?.split(/; */).find((part) => part.startsWith(prefix))
  const value = pair?.slice(prefix.length)
  return value !== undefined && secretForm.test(value) ? value : undefined
}
