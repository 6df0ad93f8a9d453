import { lookup as hostsLookup, Resolver } from 'node:dns/promises'
import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { isPublicAddress, literalAddress, type Subnet } from './egress-address.ts'
import { classifyError, EgressError } from './send-errors.ts'

/**
 * All addresses of a name, IPv4 and IPv6, each in canonical spelling.
 * @throws Error with a resolver's `code` (ENOTFOUND, ESERVFAIL, …)
 */
export type Lookup = (hostname: string) => Promise<readonly string[]>

/** Opens a checked connection; `cancelled` is asked before another address is tried. */
export type GuardedConnect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  cancelled: () => boolean,
) => void

/** A name with more addresses than this is tried on the first ones only. */
const MAX_TRIES = 4

/** Answers after which the hosts file may know more than DNS. */
const ASK_HOSTS_FILE = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/** Failures that another address of the same name may not have. */
const TRY_NEXT = new Set(['connect_refused', 'connect_unreachable', 'connect_timeout'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Asks DNS directly. `getaddrinfo` alone would occupy one of libuv's four threads per name, so a few
 * hanging name servers would stop every other delivery; it is asked last, for the hosts file.
 * @param servers `address:port` of name servers; the system's by default
 */
export function systemLookup(servers?: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    // RFC 6761 §6.3: never a question for DNS.
    if (/^(?:.+\.)?localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    for (const answer of answers) {
      if (answer.status === 'rejected' && !ASK_HOSTS_FILE.has(codeOf(answer.reason))) {
        throw answer.reason
      }
    }
    const rows = await hostsLookup(hostname, { all: true })
    return rows.map((row) => row.address)
  }
}

async function resolve(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  const found = await lookup(hostname).catch((error: unknown) => {
    const code = classifyError(error, false)
    throw new EgressError(code === 'dns_nxdomain' ? code : 'dns_failed')
  })
  if (found.length === 0) throw new EgressError('dns_nxdomain')
  return found
}

/**
 * The connector of every outbound request. Literals are checked; names are resolved once, refused
 * if any address is not public, and pinned, so that a second answer of the name server is never
 * asked for; the peer's address is checked again on the open socket. SNI and certificate checks
 * stay with the name. Never a Unix socket, a proxy or HTTP/2.
 */
export function guardedConnector(options: {
  allow: readonly Subnet[]
  lookup: Lookup
  connectTimeoutMs: number
  /** PEM certificates trusted besides the system's. */
  ca?: string
}): GuardedConnect {
  const { allow, lookup, connectTimeoutMs, ca } = options
  const open = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
    rejectUnauthorized: true,
    secureContext: createSecureContext({
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
    }),
  })

  const pin = async (hostname: string): Promise<readonly string[]> => {
    const literal = literalAddress(hostname)
    const found = literal === null ? await resolve(hostname, lookup) : [literal]
    if (!found.every((address) => isPublicAddress(address, allow))) {
      throw new EgressError('blocked_address')
    }
    // IPv4 first: a broken IPv6 route costs a whole connect timeout, the reverse is rare.
    const inOrder = [...new Set(found)].sort(
      (a, b) => Number(a.includes(':')) - Number(b.includes(':')),
    )
    return inOrder.slice(0, MAX_TRIES)
  }

  return (request, callback, cancelled) => {
    const named = request.protocol === 'https:' && literalAddress(request.hostname) === null
    const servername = named ? request.hostname.replace(/\.$/, '') : ''

    const attempt = (addresses: readonly string[], index: number): void => {
      const hostname = addresses[index]
      if (hostname === undefined || cancelled()) {
        callback(new EgressError('connect_unreachable'), null)
        return
      }
      open({ ...request, hostname, servername }, (error, socket) => {
        if (error !== null) {
          const code = classifyError(error, false)
          if (TRY_NEXT.has(code) && index + 1 < addresses.length) attempt(addresses, index + 1)
          // Wrapped, because undici would reconnect for ever on its own UND_ERR_SOCKET.
          else callback(new EgressError(code), null)
          return
        }
        const peer = socket.remoteAddress
        if (peer !== undefined && isPublicAddress(peer, allow)) {
          callback(null, socket)
          return
        }
        socket.on('error', () => {}).destroy() // refused already, its own complaint adds nothing
        callback(new EgressError(peer === undefined ? 'connection_reset' : 'blocked_address'), null)
      })
    }

    pin(request.hostname).then(
      (addresses) => attempt(addresses, 0),
      (error: unknown) => callback(new EgressError(classifyError(error, false)), null),
    )
  }
}
