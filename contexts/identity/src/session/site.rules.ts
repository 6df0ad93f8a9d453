/** One address under which browsers reach the product. */
export type Site = { readonly origin: string; readonly host: string; readonly secure: boolean }

/** The addresses; the first is meant where a request names none of them. */
export type Sites = readonly [Site, ...Site[]]

/** Whether a host name is this very machine, where http is as safe as https. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** @throws when an address is not https and not on loopback: its cookies could be read on the way */
export const sitesOf = ([first, ...others]: readonly [string, ...string[]]): Sites => [
  siteAt(first),
  ...others.map(siteAt),
]

function siteAt(address: string): Site {
  const { protocol, hostname, host, origin } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Error(`${address}: sign-in needs https, or http on loopback`)
  return { origin, host, secure: protocol === 'https:' }
}

/** The address that a request came to, by its Host header; the scheme's own port may be named. */
export function siteOf(sites: Sites, header: string | undefined): Site {
  const host = header?.toLowerCase()
  return sites.find((site) => host === site.host || host === site.host + portOf(site)) ?? sites[0]
}

const portOf = ({ secure }: Site) => (secure ? ':443' : ':80')
