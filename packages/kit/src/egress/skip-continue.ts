import type { Socket } from 'node:net'

const interim = Buffer.from('HTTP/1.1 100')
const end = Buffer.from('\r\n\r\n')
/** An interim answer that does not end within so many bytes is left to the parser, which refuses it. */
const maxBytes = 16 * 1024

/**
 * Takes `100 Continue` out of what a socket receives before each answer. It means nothing to us, as we
 * never ask for it, and undici gives up a connection on which it comes unasked.
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  const cork = socket.cork.bind(socket)
  let isBeforeAnswer = true
  let held: Buffer = Buffer.alloc(0)

  // undici corks the socket to write a request.
  socket.cork = () => {
    isBeforeAnswer = true
    cork()
  }
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (!isBeforeAnswer || chunk === null) return chunk
    let rest = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    held = Buffer.alloc(0)
    while (rest.length > 0 && startsAlike(rest)) {
      const at = rest.length < interim.length ? -1 : rest.indexOf(end)
      if (at < 0 && rest.length <= maxBytes) {
        held = rest
        return null
      }
      if (at < 0) break
      rest = rest.subarray(at + end.length)
    }
    if (rest.length === 0) return null
    isBeforeAnswer = false
    return rest
  }
}

/** Whether this is, or may become, the head of a `100 Continue`. */
const startsAlike = (bytes: Buffer) => {
  const length = Math.min(bytes.length, interim.length)
  return bytes.subarray(0, length).equals(interim.subarray(0, length))
}
