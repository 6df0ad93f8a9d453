import { randomUUID } from 'node:crypto'
import { findEvent } from '@countersign/contracts/events'
import type { LatestState, Received } from '@countersign/contracts/site'
import { parsed } from '@countersign/kit/client'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { Webhook } from 'standardwebhooks'

/** A webhook receiver as a customer would write one, with the last requests that it got. */
export type DemoReceiver = {
  readonly secret: string
  received(): readonly Received[]
  /** The newest event about each of the last 50 objects, the newest arrival first. */
  latest(): LatestState[]
  /** @returns the address to give to an endpoint */
  listen(host: string, port: number): Promise<string>
  close(): Promise<void>
}

/** Receives on `/webhook`, verifies with the Standard Webhooks library, and remembers the last 50. */
export function demoReceiver(secret: string, log: FastifyBaseLogger): DemoReceiver {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 2 * 1024 * 1024,
  })
  const verifier = new Webhook(secret)
  const last: Received[] = []
  const latest = new Map<string, LatestState>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/webhook', async (request, reply) => {
    const body = String(request.body ?? '')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const problem = problemOf(() => verifier.verify(body, headers))
    const receivedAt = new Date().toISOString()
    if (!problem) keepNewest(latest, body, receivedAt)
    last.unshift({
      id: randomUUID(),
      receivedAt,
      messageId: headers['webhook-id'] ?? null,
      verified: problem === null,
      problem,
      body: body.slice(0, 20_000),
    })
    last.length = Math.min(last.length, 50)
    return reply.code(problem ? 401 : 200).send({ verified: problem === null })
  })
  return {
    secret,
    received: () => last,
    latest: () => [...latest.values()].reverse(),
    listen: async (host, port) => `${await app.listen({ host, port })}/webhook`,
    close: () => app.close(),
  }
}

/** A receiver's answer to events that arrive late or twice: the greater sequence wins. */
function keepNewest(latest: Map<string, LatestState>, body: string, receivedAt: string): void {
  const content = Object(parsed(body))
  const event = findEvent(String(Reflect.get(content, 'type')))
  const payload = event?.wire.safeParse(content)
  if (!event || !payload?.success) return
  const { type, vaspDID, sequence, [event.object]: object } = payload.data
  const key = JSON.stringify([vaspDID, object])
  if (Number(sequence) <= (latest.get(key)?.sequence ?? 0)) return
  latest.delete(key)
  latest.set(key, {
    company: String(vaspDID),
    object: String(object),
    type: String(type),
    sequence: Number(sequence),
    receivedAt,
  })
  const [oldest] = latest.keys()
  if (latest.size > 50 && oldest !== undefined) latest.delete(oldest)
}

function problemOf(verify: () => unknown): string | null {
  try {
    verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'The signature is invalid'
  }
}
