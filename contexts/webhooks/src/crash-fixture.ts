import { createServer } from 'node:http'
import { connect } from '@countersign/kit/db'
import { createEgress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { asFailure } from '@countersign/kit/errors'
import { openLine } from '@countersign/kit/line'
import { vault } from '@countersign/kit/vault'
import { type EngineSettings, startEngine } from './engine.ts'
import type { DB } from './tables.gen.ts'

/** What the process is told, as JSON in its first argument. */
export type FixtureOptions = {
  readonly url: string
  readonly port: number
  readonly settings: EngineSettings
}

/** The key under which tests seal what this process opens. */
export const fixtureKey = { id: 'test', key: Buffer.alloc(32, 7) }

/** A process that is the engine and the least HTTP before it: `POST /<org>/<app>` takes a payload. */
async function serve({ url, port, settings }: FixtureOptions): Promise<void> {
  const options = { url, role: 'countersign_engine' }
  const log = { info: () => undefined, warn: say, error: say }
  const engine = startEngine({
    database: connect<DB>(options),
    openLine: () => openLine(options),
    egress: createEgress({
      allow: parseSubnets('127.0.0.1/32'),
      httpsOnly: false,
      connectionsPerOrigin: 128,
    }),
    vault: vault([fixtureKey]),
    random: Math.random,
    ...{ log, settings },
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'GET') return answer(200, engine.stats())
      const [, orgId = '', appId = ''] = (request.url ?? '').split('/')
      const payload = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()))
      const routing = { eventType: 'transfer.created', eventId: null, channels: null }
      return engine.accept({ orgId, appId, ...routing, payload, retentionDays: 90 }).then(
        (accepted) => answer(202, accepted),
        (error: unknown) => {
          const failure = asFailure(error)
          answer(failure.status, { code: failure.code, detail: failure.message })
        },
      )
    })
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object')
      process.stdout.write(`listening on ${address.port}\n`)
  })
  process.once('SIGTERM', () => {
    server.close()
    server.closeIdleConnections()
    void engine.stop().then(() => process.exit(0))
  })
}

function say(facts: object) {
  process.stderr.write(
    `${JSON.stringify(facts, (_, value) => (value instanceof Error ? value.message : value))}\n`,
  )
}

if (process.argv[1] === import.meta.filename) {
  const options: FixtureOptions = JSON.parse(process.argv[2] ?? '{}')
  await serve(options)
}
