import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A receiver that counts what reaches it. */
export type Receiver = {
  readonly port: number
  readonly url: string
  /** Sockets accepted so far. */
  connections: number
  /** Sockets that ended so far. */
  closed: number
  /** Whole requests as text, in the order of their arrival. */
  readonly requests: string[]
  close(): Promise<void>
}

/** What a receiver does with a whole request; `nth` counts the requests of this socket from 1. */
export type Behaviour = (socket: Socket, nth: number) => void

/** A well-behaved answer. */
export const ok: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(text)?.[1] ?? '0'
  return end >= 0 && Buffer.byteLength(text) >= end + 4 + Number(length)
}

/** Starts a receiver on a free port; it speaks in raw bytes, so that it can misbehave. */
export async function startReceiver(
  behave: Behaviour,
  options: { host?: string; port?: number; tls?: { cert: string; key: string } } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, tls } = options
  const sockets = new Set<Socket>()
  const accept = (socket: Socket): void => {
    receiver.connections += 1
    sockets.add(socket)
    let text = ''
    let nth = 0
    socket.on('error', () => {}) // resets are what these tests are about
    socket.on('close', () => {
      receiver.closed += 1
      sockets.delete(socket)
    })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      receiver.requests.push(text)
      text = ''
      nth += 1
      behave(socket, nth)
    })
  }
  const server: Server =
    tls === undefined
      ? createServer(accept)
      : createTlsServer({ ...tls, ALPNProtocols: ['h2', 'http/1.1'] }, accept).on(
          'tlsClientError',
          () => {},
        )
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : 0
  const shown = host.includes(':') ? `[${host}]` : host
  const receiver: Receiver = {
    port: bound,
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}/hook`,
    connections: 0,
    closed: 0,
    requests: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Writes the same bytes every few milliseconds until the socket is closed. */
export function drip(socket: Socket, bytes: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(bytes), everyMs)
  socket.on('close', () => clearInterval(timer))
}
