import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { troubleOf } from './fake-setup.fixture.ts'

/** What a fake says. */
export type Answer = { readonly status?: number; readonly body: object }
/** What a fake was asked. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** What may go wrong with a call. */
type Trouble = 'busy' | 'broken after' | 'cut after' | 'held back' | 'hangs'

/** A service on loopback that can be in any kind of trouble. */
export async function fakeServer(answerTo: (asked: Asked) => Answer) {
  const asked: string[] = []
  /** Set while the provider is in trouble. */
  const fault: {
    status?: number
    /** What it says instead, with a status that claims that all is well. */
    text?: string
    /** What goes wrong with one call: before it is carried out, after it, or a while later. */
    next?: (asked: { method: string; path: string }) => Trouble | undefined
  } = {}
  const held: (() => void)[] = []
  /** By their path: what it keeps for whoever has the address. */
  const files = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { method = 'GET', headers } = request
    asked.push(`${method} ${url.pathname}`)
    const work = () =>
      answerTo({ method, path: url.pathname, query: url.searchParams, form, headers })
    const trouble = fault.next?.({ method, path: url.pathname })
    // Never answered, until its caller gives up.
    if (trouble === 'hangs') return
    if (trouble === 'held back') held.push(work)
    if (trouble === 'cut after') work()
    if (trouble === 'held back' || trouble === 'cut after') return void request.socket.destroy()
    if (trouble === 'broken after') work()
    const file = files.get(url.pathname)
    if (file) return void response.end(file)
    const troubled =
      fault.status ?? (trouble === 'busy' ? 429 : trouble === 'broken after' ? 500 : undefined)
    const { status = 200, body } = troubled
      ? { status: troubled, body: troubleOf(troubled) }
      : work()
    const said = fault.text ?? JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(said)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    fault,
    files,
    /** Carries out what was held back. */
    release: () => {
      for (const work of held.splice(0)) work()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
