import {
  ADMIN_PORTS,
  checkUrl,
  type Subnet,
  type Target,
  URL_REASONS,
  type UrlCheck,
  type UrlRules,
} from './address.ts'
import { guardedConnector } from './connect.ts'
import { createConnectionPool } from './pool.ts'
import { type Lookup, systemLookup } from './resolver.ts'
import { failedOutcome, type Outcome, sendPrepared } from './send.ts'
import { createTimerWheel } from './timer-wheel.ts'

/** One request to a URL that somebody else chose. */
export type EgressRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  /** Name, value, name, value… in the order and spelling to be sent; `host` is not accepted. */
  readonly headers: readonly string[]
  /** Sent byte for byte; empty with GET. */
  readonly body: string | Buffer
  /** Milliseconds for the whole request, the response body included. */
  readonly timeoutMs: number
  /** Whose request it is: name look-ups of one tenant do not delay those of the others. */
  readonly tenant?: string
}

/** The one way out of the house for requests to URLs given by tenants. */
export type Egress = {
  /** Never rejects: whatever happens is in the outcome. */
  send(request: EgressRequest): Promise<Outcome>
  /** The rules that need no name resolution, for use when a URL is stored. */
  check(url: string): UrlCheck
  /** For metrics: origins known, sockets open or opening, requests waiting for one. */
  stats(): { origins: number; connections: number; waiting: number; pending: number }
  /** Ends all requests with `egress_closed`; let those in flight end first. */
  close(): Promise<void>
}

/** How an egress is configured. Only `allow` and `httpsOnly` have no default. */
export type EgressOptions = {
  /** Subnets reachable although not public; from `parseSubnets(EGRESS_ALLOW_SUBNETS)`. */
  readonly allow: readonly Subnet[]
  readonly httpsOnly: boolean
  /** Our own host names; `.example.com` means the name and everything below it. */
  readonly denyHosts?: readonly string[]
  /** Default `ADMIN_PORTS`. */
  readonly denyPorts?: ReadonlySet<number>
  readonly lookup?: Lookup
  /** Milliseconds per address tried; default 5,000. */
  readonly connectTimeoutMs?: number
  /** PEM certificates trusted besides the system's. */
  readonly ca?: string
  /** Default 32. */
  readonly connectionsPerOrigin?: number
  /** Above this number the longest idle origins are closed; default 1,000. */
  readonly maxOrigins?: number
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Parsed URLs remembered; longer ones are rare and parsed each time, so that memory is bounded. */
const REMEMBERED_URLS = 4096
const REMEMBERED_LENGTH = 2048

function rememberChecks(rules: UrlRules): (url: string) => UrlCheck {
  const known = new Map<string, UrlCheck>()
  return (url) => {
    const hit = known.get(url)
    if (hit !== undefined) return hit
    const check = checkUrl(url, rules)
    if (url.length > REMEMBERED_LENGTH) return check
    if (known.size >= REMEMBERED_URLS) known.clear()
    known.set(url, check)
    return check
  }
}

/** The headers to send, or null when the caller tries to name another host. */
function headersFor(target: Target, given: readonly string[]): string[] | null {
  const headers = [...given]
  let encoding = false
  let authorization = target.authorization === null
  for (let i = 0; i < given.length; i += 2) {
    const name = given[i] ?? ''
    // Lengths first: this runs for every header of every delivery.
    if (name.length === 4 && name.toLowerCase() === 'host') return null
    if (name.length === 15 && name.toLowerCase() === 'accept-encoding') encoding = true
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorization = true
  }
  if (!encoding) headers.push('accept-encoding', 'identity')
  if (!authorization) headers.push('authorization', target.authorization ?? '')
  return headers
}

/**
 * Builds the guarded sender: HTTP/1.1 over kept-alive connections, no redirects, no decompression,
 * no private addresses, one total deadline per request.
 */
export function createEgress(options: EgressOptions): Egress {
  const { allow, now = () => performance.now() } = options
  const wheel = createTimerWheel({ now })
  const pool = createConnectionPool({
    connect: guardedConnector({
      allow,
      lookup: options.lookup ?? systemLookup(),
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
    connectionsPerOrigin: options.connectionsPerOrigin ?? 32,
    maxOrigins: options.maxOrigins ?? 1000,
  })
  const check = rememberChecks({
    allow,
    httpsOnly: options.httpsOnly,
    denyHosts: (options.denyHosts ?? []).map((host) => host.toLowerCase()),
    denyPorts: options.denyPorts ?? ADMIN_PORTS,
  })
  const deps = { pool, wheel, now }

  return {
    send({ method, url, headers: given, body, timeoutMs, tenant = '' }) {
      const target = check(url)
      if (!target.ok) {
        const address = target.reason === 'url_address'
        const text = `error making request: ${URL_REASONS[target.reason]}`
        return Promise.resolve(
          address ? failedOutcome('blocked_address', 0) : failedOutcome('blocked_url', 0, text),
        )
      }
      const headers = headersFor(target, given)
      if (headers === null) return Promise.resolve(failedOutcome('invalid_request', 0))
      return new Promise((done) => {
        sendPrepared({ target, tenant, method, headers, body, timeoutMs }, deps, done)
      })
    },
    check,
    stats: () => ({ ...pool.stats(), pending: wheel.size() }),
    async close() {
      await pool.close()
      wheel.stop()
    },
  }
}
