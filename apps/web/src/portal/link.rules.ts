/** What a portal link carries in its fragment. */
export type Key = { readonly token: string } | { readonly oneTimeToken: string }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Reads `#key=…`: base64 of JSON. Addresses and regions in it are ignored, for the page talks only to
 * where it came from.
 * @returns undefined when there is no key that we understand
 */
export function keyOf(fragment: string): Key | undefined {
  const key = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B')).get('key')
  if (!key) return undefined
  try {
    const { token, oneTimeToken } = Object(JSON.parse(atob(key)))
    if (isText(oneTimeToken)) return { oneTimeToken }
    return isText(token) ? { token } : undefined
  } catch {
    return undefined
  }
}
