import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { fail } from '@countersign/kit/errors'

/** Looks at a file before anybody can read it. Resolves with what was found; undefined is clean. */
export type DocumentScan = (path: string) => Promise<string | undefined>

/** What a scanner does not take is not taken at all. */
const unavailable = (cause: unknown) =>
  Object.assign(
    fail('unavailable', 'Virus scanning is unavailable. Try again in a moment.', {
      retryAfter: 30,
    }),
    { cause },
  )

/** Asks a scanner that speaks clamd's INSTREAM: lengths and chunks, then a line. */
export const clamdScan =
  ({
    host,
    port,
    timeoutMs = 30_000,
  }: {
    host: string
    port: number
    timeoutMs?: number
  }): DocumentScan =>
  async (path) => {
    const answer = await ask(host, port, path, timeoutMs).catch((error: unknown) => {
      throw unavailable(error)
    })
    if (/^stream: OK$/.test(answer)) return undefined
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
    if (found === undefined) throw unavailable(answer)
    return found.slice(0, 100)
  }

async function ask(host: string, port: number, path: string, timeoutMs: number): Promise<string> {
  const socket = connect({ host, port })
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error('The scanner did not answer in time')),
  )
  const answered = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end).trim())
      else if (text.length > 1_000) reject(new Error('The scanner says too much'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The scanner closed the connection')))
  })
  // It may answer, or go away, while we still write.
  answered.catch(() => undefined)
  try {
    const write = (bytes: Uint8Array | string) =>
      new Promise<void>((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    const sent = (async () => {
      await write('zINSTREAM\0')
      for await (const chunk of createReadStream(path)) {
        await write(lengthOf(chunk.length))
        await write(chunk)
      }
      await write(lengthOf(0))
    })()
    sent.catch(() => undefined)
    await Promise.race([answered, sent])
    return await answered
  } finally {
    socket.destroy()
  }
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
