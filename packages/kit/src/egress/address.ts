import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A parsed subnet: network address and prefix length. */
export type Subnet = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** What an outbound URL must satisfy. */
export type UrlRules = {
  /** Subnets that may be reached although they are not public; empty in production. */
  readonly allow: readonly Subnet[]
  readonly httpsOnly: boolean
  /** Host names never contacted (our own); `.example.com` means the name and everything below. */
  readonly denyHosts: readonly string[]
  readonly denyPorts: ReadonlySet<number>
}

/** Why a URL is refused; the texts are shown to the tenant. */
export const URL_REASONS = {
  url_invalid: 'the URL is not valid',
  url_scheme: 'the URL scheme must be http or https',
  url_https_only: 'the URL scheme must be https',
  url_port: 'this port is not allowed',
  url_host: 'this host is not allowed',
  url_address: 'requests to this IP range are blocked (see the server configuration)',
} as const

/** Stable code of a refused URL, a key of `URL_REASONS`. */
export type UrlReason = keyof typeof URL_REASONS

/** An accepted URL in the parts that a request needs; nothing of it is parsed a second time. */
export type Target = {
  readonly ok: true
  /** Normalised, without user, password and fragment. */
  readonly url: string
  readonly origin: string
  /** Path and query. */
  readonly path: string
  /** `Basic …` from `user:password@` in the URL, else null. */
  readonly authorization: string | null
}

/** The answer of `checkUrl`. */
export type UrlCheck = Target | { readonly ok: false; readonly reason: UrlReason }

/**
 * Ports that speak something else than HTTP, or administer the machine behind it. Everything else
 * from 1024 up may be a receiver; below, only 80 and 443.
 */
export const ADMIN_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 5985,
  5986, 6000, 6379, 6443, 8500, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 27017,
])

/** Public by every registry, yet answered by the host of an Azure machine (its metadata agent). */
const EXTRA_DENY: readonly Subnet[] = [ipaddr.parseCIDR('168.63.129.16/32')]

/** The only block of IPv6 that IANA hands out; the rest is "unicast" by name only. */
const IPV6_GLOBAL: Subnet = ipaddr.parseCIDR('2000::/3')

/**
 * Reads a comma-separated list such as `127.0.0.1/32,::1/128`; an address alone is one host.
 * @throws Error naming the part that is not a subnet.
 */
export function parseSubnets(text: string): readonly Subnet[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseSubnet)
}

function parseSubnet(part: string): Subnet {
  const [address = '', bits, ...rest] = part.split('/')
  const family = isIP(address)
  const width = family === 4 ? 32 : 128
  const prefix = bits === undefined ? width : Number(/^\d{1,3}$/.test(bits) ? bits : Number.NaN)
  if (family === 0 || rest.length > 0 || !(prefix <= width)) {
    throw new Error(`"${part}" is not a subnet (expected e.g. 10.0.0.0/8 or ::1/128)`)
  }
  return [ipaddr.parse(address), prefix]
}

function inside(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Subnet): boolean {
  return address.kind() === network.kind() && address.match([network, bits])
}

/** Whether an address lies in one of the subnets; a text that is no address lies in none. */
export function isAmong(ip: string, subnets: readonly Subnet[]): boolean {
  if (subnets.length === 0 || isIP(ip) === 0) return false
  const address = ipaddr.process(ip)
  return subnets.some((subnet) => inside(address, subnet))
}

/**
 * Whether an address in canonical spelling (as resolvers, sockets and `URL` give it) may be
 * contacted: public, or inside one of the allowed subnets. IPv4 written as IPv6 counts as IPv4;
 * tunnels to IPv4 (6to4, Teredo, NAT64) are not public, wherever they lead.
 */
export function isPublicAddress(ip: string, allow: readonly Subnet[] = []): boolean {
  if (isIP(ip) === 0) return false
  if (isAmong(ip, allow)) return true
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !inside(address, IPV6_GLOBAL)) return false
  return !EXTRA_DENY.some((subnet) => inside(address, subnet))
}

/** The host of a `URL` as an address without brackets, or null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}

function deniedHost(hostname: string, denyHosts: readonly string[]): boolean {
  const name = hostname.replace(/\.$/, '')
  return denyHosts.some((entry) =>
    entry.startsWith('.') ? name === entry.slice(1) || name.endsWith(entry) : name === entry,
  )
}

function allowedPort(url: URL, denyPorts: ReadonlySet<number>): boolean {
  if (url.port === '') return true // the scheme's own: 80 or 443
  const port = Number(url.port)
  return port === 80 || port === 443 || (port >= 1024 && !denyPorts.has(port))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray percent sign in a password is a percent sign
  }
}

/** The `authorization` header of a user and password, percent-encoded as they stand in a URL. */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${decode(user)}:${decode(password)}`).toString('base64')}`

function basicAuth({ username, password }: URL): string | null {
  return username === '' && password === '' ? null : basicAuthorization(username, password)
}

/**
 * Parses a URL once (WHATWG rules, so every spelling of an address becomes the canonical one) and
 * applies the rules that need no name resolution. A name passes here; the connector looks at what
 * it resolves to.
 */
export function checkUrl(text: string, rules: UrlRules): UrlCheck {
  if (!URL.canParse(text)) return { ok: false, reason: 'url_invalid' }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, reason: 'url_scheme' }
  }
  if (rules.httpsOnly && url.protocol !== 'https:') return { ok: false, reason: 'url_https_only' }
  if (!allowedPort(url, rules.denyPorts)) return { ok: false, reason: 'url_port' }
  if (deniedHost(url.hostname, rules.denyHosts)) return { ok: false, reason: 'url_host' }
  const literal = literalAddress(url.hostname)
  if (literal !== null && !isPublicAddress(literal, rules.allow)) {
    return { ok: false, reason: 'url_address' }
  }
  const path = `${url.pathname}${url.search}`
  return {
    ok: true,
    url: `${url.origin}${path}`,
    origin: url.origin,
    path,
    authorization: basicAuth(url),
  }
}
