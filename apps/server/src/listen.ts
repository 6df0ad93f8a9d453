import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens, and says plainly when it cannot.
 * @param key the configuration key that names the port, for the message
 * @returns the address, e.g. `http://127.0.0.1:3000`
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  key: string,
): Promise<string> {
  return claimed(port, host, key, () => app.listen({ host, port }))
}

/** Ports below those that systems give to whoever asks for any, as each outgoing connection does. */
const quietPorts = [20_000, 32_767] as const

/**
 * A port for who must know the address before listening; a free one when 0 is asked for. Nobody else gets
 * it until `release`, right before its owner listens; between the two nobody gets it by chance.
 */
export async function holdPort(
  host: string,
  port: number,
): Promise<{ port: number; release: () => Promise<void> }> {
  if (port !== 0) return { port, release: async () => undefined }
  for (;;) {
    const chosen = randomInt(...quietPorts)
    const server = createServer().unref()
    const isHeld = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(chosen, host, () => resolve(true))
    })
    if (isHeld)
      return {
        port: chosen,
        release: () => new Promise((resolve) => server.close(() => resolve())),
      }
  }
}

/** Runs what takes a port, and says plainly when the port cannot be had. */
export async function claimed<T>(
  port: number,
  host: string,
  key: string,
  take: () => Promise<T>,
): Promise<T> {
  try {
    return await take()
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use on ${host}. Set ${key} to another one, or 0 for any.`)
    if (code === 'EACCES') throw new Error(`Port ${port} can’t be used. Set ${key} to another one.`)
    throw error
  }
}
