import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { isPublicAddress, literalAddress, type Subnet } from './address.ts'
import type { Lookup } from './resolver.ts'
import { classifyError, EgressError } from './send-errors.ts'
import { skipContinue } from './skip-continue.ts'

/** For whom a connection is opened, and whether nobody waits for it any more. */
export type Wanted = { readonly tenant: string; cancelled(): boolean }

/** Opens a checked connection. */
export type GuardedConnect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  wanted: Wanted,
) => void

/** A name with more addresses than this is tried on the first ones only. */
const MAX_TRIES = 4

/** Failures that another address of the same name may not have. */
const TRY_NEXT = new Set(['connect_refused', 'connect_unreachable', 'connect_timeout'])

async function resolve(
  hostname: string,
  tenant: string,
  lookup: Lookup,
): Promise<readonly string[]> {
  const found = await lookup(hostname, tenant).catch((error: unknown) => {
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

  const pin = async (hostname: string, tenant: string): Promise<readonly string[]> => {
    const literal = literalAddress(hostname)
    const found = literal === null ? await resolve(hostname, tenant, lookup) : [literal]
    if (!found.every((address) => isPublicAddress(address, allow))) {
      throw new EgressError('blocked_address')
    }
    // IPv4 first: a broken IPv6 route costs a whole connect timeout, the reverse is rare.
    const inOrder = [...new Set(found)].sort(
      (a, b) => Number(a.includes(':')) - Number(b.includes(':')),
    )
    return inOrder.slice(0, MAX_TRIES)
  }

  return (request, callback, wanted) => {
    const named = request.protocol === 'https:' && literalAddress(request.hostname) === null
    const servername = named ? request.hostname.replace(/\.$/, '') : ''

    const attempt = (addresses: readonly string[], index: number): void => {
      const hostname = addresses[index]
      if (hostname === undefined || wanted.cancelled()) {
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
          skipContinue(socket)
          callback(null, socket)
          return
        }
        socket.on('error', () => {}).destroy() // refused already, its own complaint adds nothing
        callback(new EgressError(peer === undefined ? 'connection_reset' : 'blocked_address'), null)
      })
    }

    pin(request.hostname, wanted.tenant).then(
      (addresses) => attempt(addresses, 0),
      (error: unknown) => callback(new EgressError(classifyError(error, false)), null),
    )
  }
}
