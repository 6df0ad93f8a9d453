import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut and comes back, as when its machine is gone for a while. */
export async function cuttable(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  let isTime: (() => Promise<boolean>) | undefined
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ port: Number(target.port), host: target.hostname })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
    }
    near.pipe(far)
    let answered = Promise.resolve()
    far.on('data', (part) => {
      answered = answered.then(async () => {
        const holds = await isTime?.()
        // Of several answers that come at once, one cuts it: the others may come to it once it is mended.
        if (holds && isTime) {
          isTime = undefined
          cut()
        } else near.write(part)
      })
    })
    return undefined
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.search = ''
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    /** Cuts it before the first answer of the database at which this holds. */
    cutOnce: (holds: () => Promise<boolean>) => {
      isTime = holds
    },
    mend: () => {
      isCut = false
      isTime = undefined
    },
    close: () => {
      cut()
      return new Promise((done) => server.close(done))
    },
  }
}
