import { createServer } from 'node:http'
import { answer } from '../child.ts'
import { quantiles } from '../figures.ts'

/**
 * Receives webhooks and counts them; payloads say when their request began. What goes to `/hang…` is
 * neither counted nor ever answered.
 */
let count = 0
let latencies: number[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return
    const at = performance.timeOrigin + performance.now()
    const began = /"t":([\d.]+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    count++
    latencies.push(at - Number(began))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})

answer<{ reset?: true }>(async ({ reset }) => {
  const result = { count, ...quantiles(latencies) }
  if (reset) {
    count = 0
    latencies = []
  }
  return result
})
