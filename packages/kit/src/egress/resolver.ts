import { Resolver } from 'node:dns/promises'
import { hostsFile } from './hosts-file.ts'
import { takeTurns } from './turns.ts'

/**
 * All addresses of a name, IPv4 and IPv6, each in canonical spelling.
 * @param tenant who asks: the many questions of one must not delay those of the others
 * @throws Error with a resolver's `code` (ENOTFOUND, ESERVFAIL, …)
 */
export type Lookup = (hostname: string, tenant: string) => Promise<readonly string[]>

/** Where names are looked up; the system's name servers and hosts file by default. */
export type LookupOptions = {
  /** `address:port` of name servers. */
  readonly servers?: readonly string[]
  readonly hostsPath?: string
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Questions under way at the same time. */
const most = { all: 1024, ofTenant: 64 }
/** For how long a name that does not exist is not asked for again. */
const absentMs = 30_000
/** The same when the name server failed: it may be back soon. */
const failedMs = 5_000
const maxRemembered = 10_000

/** Answers that say: there is no such name, or it has no address. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

type Refusal = { readonly error: unknown; readonly until: number }

/**
 * Reads the hosts file and asks DNS. `getaddrinfo` is never called: it occupies one of libuv's few
 * threads for as long as a name server takes, so that a few dead domains would delay everybody's
 * deliveries, and whatever else needs a thread.
 */
export function systemLookup({
  servers,
  hostsPath,
  now = () => performance.now(),
}: LookupOptions = {}): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const inHostsFile = hostsFile({ now, ...(hostsPath !== undefined && { path: hostsPath }) })
  const inTurn = takeTurns(most)
  const refused = new Map<string, Refusal>()
  const underWay = new Map<string, Promise<readonly string[]>>()

  const remember = (name: string, error: unknown) => {
    for (const oldest of refused.keys()) {
      if (refused.size < maxRemembered) break
      refused.delete(oldest)
    }
    refused.set(name, { error, until: now() + (isAbsent(error) ? absentMs : failedMs) })
  }

  const ask = async (name: string): Promise<readonly string[]> => {
    try {
      return await addressesOf(resolver, name)
    } catch (error) {
      remember(name, error)
      throw error
    } finally {
      underWay.delete(name)
    }
  }

  /** Throws what was answered lately; joins a question that is on its way already. */
  const known = (name: string): Promise<readonly string[]> | undefined => {
    const refusal = refused.get(name)
    if (refusal && refusal.until > now()) throw refusal.error
    refused.delete(name)
    return underWay.get(name)
  }

  return async (hostname, tenant) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    // RFC 6761 §6.3: never a question for DNS.
    if (/^(?:.+\.)?localhost$/.test(name)) return ['127.0.0.1', '::1']
    const listed = await inHostsFile(name)
    if (listed.length > 0) return listed
    return (
      known(name) ??
      inTurn(tenant, () => {
        // Somebody may have asked while this waited for its turn.
        const asked = known(name) ?? ask(name)
        underWay.set(name, asked)
        return asked
      })
    )
  }
}

async function addressesOf(resolver: Resolver, name: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  // A name that does not exist has no address of either kind (RFC 8020), whatever the other answer.
  const decisive =
    errors.find((error) => codeOf(error) === 'ENOTFOUND') ??
    errors.find((error) => !isAbsent(error))
  throw decisive ?? errors[0] ?? new Error('No answer of the name server')
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
const isAbsent = (error: unknown): boolean => absent.has(codeOf(error))
