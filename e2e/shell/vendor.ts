import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, inflateSync } from 'node:zlib'

/** A request that reached the vendor, as text. */
export type Told = { readonly path: string; readonly text: string }

/** All vendors in one: takes whatever a page sends, and remembers it. */
export type FakeVendor = {
  readonly url: string
  readonly told: Told[]
  /** What was sent to a path. */
  at(path: string): Told[]
  close(): Promise<void>
}

/** The chat's script: it tells its own server what the page gave it. */
const chatScript = `
  const origin = new URL(document.currentScript.src).origin
  fetch(origin + '/chat-opened', { method: 'POST', body: JSON.stringify(globalThis.intercomSettings) })
`

export async function fakeVendor(): Promise<FakeVendor> {
  const told: Told[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (request.method !== 'OPTIONS')
      told.push({
        path,
        text: [request.url, JSON.stringify(request.headers), readable(body)].join('\n'),
      })
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', '*, authorization, content-type')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (path.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript')
      response.end(chatScript)
    } else response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    at: (path) => told.filter((one) => one.path.startsWith(path)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A body as text, and what is packed in it unpacked: recordings are sent compressed. */
function readable(body: Buffer): string {
  const parts = [body.toString('utf8')]
  for (let at = body.indexOf(0x78); at >= 0; at = body.indexOf(0x78, at + 1))
    try {
      const unpacked = inflateSync(body.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH })
      parts.push(unpacked.toString('utf8'))
    } catch {
      // Not the begin of packed data.
    }
  return parts.join('\n')
}
