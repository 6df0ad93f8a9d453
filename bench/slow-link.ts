import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** How slow: bytes a second both ways together, and milliseconds for a way there and back. */
export type Link = { readonly bytesPerSecond: number; readonly roundTripMs: number }

/** A way to a server of this machine that is as slow as asked. @returns its address, and its end */
export async function slowLink(target: URL, link: Link): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>()
  let free = 0
  /** Every byte waits for its turn on the line, and then travels half the way there and back. */
  const line = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const now = performance.now()
        free = Math.max(free, now) + (chunk.length / link.bytesPerSecond) * 1000
        setTimeout(() => this.push(chunk), free - now + link.roundTripMs / 2)
        // The next piece may queue as soon as this one is on the line.
        setTimeout(done, free - now)
      },
      flush(done) {
        setTimeout(done, link.roundTripMs)
      },
    })
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(line()).pipe(far)
    far.pipe(line()).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
