import { Agent, request } from 'undici'
import { checkUrl, type Subnet } from './address.ts'
import { guardedConnector } from './connect.ts'
import { systemLookup } from './resolver.ts'

/** Where a file may come from, and how much of it is taken. */
export type DownloadRules = {
  /** Asked for each address, also for those that an answer leads to. */
  readonly mayAsk: (url: URL) => boolean
  /** Subnets reachable although not public. */
  readonly allow: readonly Subnet[]
  readonly maxBytes: number
  /** For all of it, whatever it is led to. */
  readonly timeoutMs: number
}

/** Why there is no file: an address that may not be asked, too many bytes, or no file in time. */
export type DownloadFailure = 'refused' | 'too large' | 'failed'

const mostRedirects = 3

/**
 * Fetches a file from an address that another service named: no private address, no address but those that may be
 * asked, and no more bytes than it takes. Never rejects.
 */
export async function download(
  address: string,
  { mayAsk, allow, maxBytes, timeoutMs }: DownloadRules,
): Promise<Buffer | DownloadFailure> {
  const connect = guardedConnector({ allow, lookup: systemLookup(), connectTimeoutMs: timeoutMs })
  const wanted = { tenant: '', cancelled: () => false }
  const dispatcher = new Agent({
    connect: (options, done) => connect(options, done, wanted),
  })
  const rules = { allow, httpsOnly: false, denyHosts: [], denyPorts: new Set<number>() }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let at = address
    for (let led = 0; led <= mostRedirects; led++) {
      const target = checkUrl(at, rules)
      if (!target.ok || !mayAsk(new URL(target.url))) return 'refused'
      const { statusCode, headers, body } = await request(target.url, { dispatcher, signal })
      const { location } = headers
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        at = new URL(location, target.url).href
        await body.dump()
        continue
      }
      if (statusCode !== 200) {
        await body.dump()
        return 'failed'
      }
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of body) {
        const bytes = Buffer.from(chunk)
        size += bytes.length
        if (size > maxBytes) return 'too large'
        chunks.push(bytes)
      }
      return Buffer.concat(chunks)
    }
    return 'failed'
  } catch {
    return 'failed'
  } finally {
    await dispatcher.destroy()
  }
}
