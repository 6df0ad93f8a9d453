/** The URL parser of browsers and Node: contracts compile without either's types. */
declare const URL: {
  new (
    url: string,
    base?: string,
  ): { origin: string; pathname: string; search: string; hash: string }
}

/** Where a sign-in ends when it came from nowhere. */
export const defaultRedirect = '/dashboard'

/** The query parameter's longest accepted value. */
export const maxRedirect = 2048

/**
 * A `redirect` value as path, query and fragment of this site, or undefined when following it could
 * leave the site or hit the API. Both sides ask this one function, the server twice: when a sign-in
 * begins and when it ends.
 * @param value what stood in the query
 * @param origin this site, e.g. `https://desk.example`
 */
export function safeRedirect(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || value.length > maxRedirect) return undefined
  // Browsers drop tabs and newlines and read `\` as `/`: `/\evil.com` leaves the site.
  if (!value.startsWith('/') || hasTricks(value)) return undefined
  const url = parsed(value, origin)
  if (url?.origin !== origin) return undefined
  const path = decoded(url.pathname)
  // The parser turns `/.//evil.com` into the path `//evil.com`, which is another site once it is sent.
  if (path === undefined || path.startsWith('//') || hasTricks(path)) return undefined
  // What the router would decode counts as decoded: `/%61pi/auth/logout`, `/x/..%2fapi/`.
  if (/(^|\/)\.\.?(\/|$)/.test(path) || /^\/api(\/|$)/i.test(path)) return undefined
  const target = url.pathname + url.search + url.hash
  return target.length > maxRedirect ? undefined : target
}

const hasTricks = (text: string) =>
  [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0
    return character === '\\' || code < 0x20 || (code >= 0x7f && code <= 0x9f)
  })

function parsed(value: string, origin: string) {
  try {
    return new URL(value, origin)
  } catch {
    return undefined
  }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
