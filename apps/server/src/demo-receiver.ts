import { randomUUID } from 'node:crypto'
import type { Received } from '@countersign/contracts/site'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { Webhook } from 'standardwebhooks'

/** A webhook receiver as a customer would write one, with the last requests that it got. */
export type DemoReceiver = {
  readonly secret: string
  received(): readonly Received[]
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
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/webhook', async (request, reply) => {
    const body = String(request.body ?? '')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const problem = problemOf(() => verifier.verify(body, headers))
    last.unshift({
      id: randomUUID(),
      receivedAt: new Date().toISOString(),
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
    listen: async (host, port) => `${await app.listen({ host, port })}/webhook`,
    close: () => app.close(),
  }
}

function problemOf(verify: () => unknown): string | null {
  try {
    verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'The signature is wrong'
  }
}
