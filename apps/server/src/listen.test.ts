import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { holdPort } from './listen.ts'

/** What becomes of somebody who listens on a port. */
const taken = (port: number) =>
  new Promise<string>((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(String(Reflect.get(error, 'code'))))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('listened')))
  })

test('[OPS] nobody gets a free port between its choice and its use', async () => {
  const { port, release } = await holdPort('127.0.0.1', 0)
  expect(await taken(port)).toBe('EADDRINUSE')
  // Nor right after it is let go: the system hands out none of these.
  expect(port).toBeLessThan(32_768)
  await release()
  expect(await taken(port)).toBe('listened')
  expect((await holdPort('127.0.0.1', 8080)).port).toBe(8080)
})
