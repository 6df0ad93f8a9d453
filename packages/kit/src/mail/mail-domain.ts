import { DOMAINS } from 'free-email-domains-list/build/src/constants.js'
import { parse } from 'tldts'

// Anyone can get an address at these, so it says nothing about where they work. The list is maintained
// by others; these are the providers that it lacks.
const lacking =
  'google.com kakao.com mailbox.org startmail.com tuta.com tuta.io vodafone.de zohomail.com'
const freeMail: ReadonlySet<string> = new Set([...DOMAINS, ...lacking.split(' ')])

// Suffixes under which strangers get names of their own count as suffixes: `x.github.io` is not
// `y.github.io`.
const domainOf = (host: string): string | null => {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true })
  return isIp ? null : domain
}

/**
 * The registrable domain that an email address speaks for, lower-case: `kay@mail.acme.co.uk` →
 * `acme.co.uk`. Null for free mail, for suffixes alone, for addresses of machines, and for what is no
 * address. Compare with `===`, never by containment.
 */
export function companyDomain(email: string): string | null {
  const parts = email.trim().split('@')
  if (parts.length !== 2 || !parts[0] || !/^[^\s/:\\?#[\]]+$/.test(parts[1] ?? '')) return null
  const domain = domainOf(parts[1] ?? '')
  return domain === null || freeMail.has(domain) ? null : domain
}

/** The registrable domain of a website, under the rules of {@link companyDomain}. */
export function websiteDomain(website: string): string | null {
  const url = URL.parse(website)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const domain = domainOf(url.hostname)
  return domain === null || freeMail.has(domain) ? null : domain
}
