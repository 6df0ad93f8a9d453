/** The URL parser of browsers and Node: contracts compile without either's types. */
declare const URL: { new (url: string): { hostname: string } }

/** What stands behind the at sign of an address; the whole text when there is none (specification §5). */
export const emailDomain = (email: string): string => email.replace(/^.*@/s, '')

/**
 * The specification's match of an email domain and a website (§5), to the letter: it passes when
 * either contains the other. A HINT FOR DISPLAY ONLY. It takes `x@notacme.com` and `x@com` for
 * people of acme.com; what a person may do is decided on the server, by equal registrable domains.
 */
export function domainsMatch(email: string, website: string): boolean {
  const domain = emailDomain(email).toLowerCase().trim()
  const host = hostOf(website.toLowerCase().trim())
  // Every text contains the empty one.
  if (!domain || !website.trim()) return false
  return host.includes(domain) || domain.includes(host)
}

/** The hostname without `www.`; empty when the text is no address. */
function hostOf(website: string): string {
  try {
    const { hostname } = new URL(
      /^[a-z][a-z0-9+.-]*:\/\//.test(website) ? website : `https://${website}`,
    )
    return hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}
