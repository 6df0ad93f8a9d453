import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect } from '@countersign/kit/db'
import { createEgress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { id } from '@countersign/kit/ids'
import { openPinnedConnection } from '@countersign/kit/pinned-connection'
import { testDatabase } from '@countersign/kit/testing'
import { vault } from '@countersign/kit/vault'
import { type RawBuilder, sql } from 'kysely'
import { newSecret, sealHeaders, sealSecret } from './endpoint-secret.ts'
import { type Engine, type EngineSettings, type NewMessage, startEngine } from './engine/index.ts'
import type { DB } from './tables.gen.ts'

/** One request as the receiver saw it. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}
/** What the receiver does with a request; `hang` never answers. */
export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Answering = (request: Received) => Answer | 'hang'

/** A webhook receiver on loopback that remembers what it got. */
export async function receiver() {
  const received: Received[] = []
  const rules: { answer: Answering } = { answer: () => ({}) }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = {
        method,
        path,
        headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      received.push(one)
      const answer = rules.answer(one)
      if (answer === 'hang') return
      response.writeHead(answer.status ?? 204, answer.headers).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    received,
    rules,
    url: `http://127.0.0.1:${address.port}/`,
    /** Breaks what hangs. */
    hangUp: () => server.closeAllConnections(),
    ids: () => received.map((one) => String(one.headers['svix-id'])),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Settings with the published schedule, looking often. */
export const testSettings: EngineSettings = {
  retryScheduleMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
  disableAfterMs: 432_000_000,
  timeoutMs: 15_000,
  defaultSignature: 'hmac256',
  role: 'all',
  pollMs: 20,
}

type EndpointOptions = {
  readonly path?: string
  readonly url?: string
  readonly secrets?: readonly { secret: string; expiresAt?: Date }[]
  readonly headers?: Readonly<Record<string, string>>
  readonly filterTypes?: readonly string[]
  readonly channels?: readonly string[]
  readonly rateLimit?: number
}

/** A database of its own, a receiver, and as many engines over them as a test wants. */
export async function deliveryRig() {
  const { url, drop } = await testDatabase()
  const database = connect<DB>({ url, role: 'countersign_engine' })
  const owner = connect<DB>({ url, role: 'postgres', max: 2 })
  const target = await receiver()
  const keys = vault([{ id: 'test', key: Buffer.alloc(32, 7) }])
  const egress = createEgress({ allow: parseSubnets('127.0.0.1/32'), httpsOnly: false })
  const engines: Engine[] = []
  const logged: object[] = []
  const log = { info: keep, warn: keep, error: keep }
  function keep(facts: object) {
    logged.push(facts)
  }
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> =>
    owner.withNobody(async (tx) => (await query.execute(tx)).rows)
  const orgId = id('org', Date.now())
  await rows(sql`insert into webhooks.organisation (org_id) values (${orgId})`)

  return {
    url,
    target,
    rows,
    logged,
    orgId,
    vault: keys,
    egress,
    log,
    openPinnedConnection: () => openPinnedConnection({ url, role: 'countersign_engine' }),
    start(settings: Partial<EngineSettings> = {}, clock?: () => number): Engine {
      const engine = startEngine({
        database,
        openPinnedConnection: () => openPinnedConnection({ url, role: 'countersign_engine' }),
        ...{ egress, vault: keys, log, settings: { ...testSettings, ...settings } },
        random: () => 0.5,
        ...(clock && { clock }),
      })
      engines.push(engine)
      return engine
    },
    async application(rateLimit: number | null = null): Promise<string> {
      const appId = id('app', Date.now())
      await rows(sql`insert into webhooks.application
        (org_id, id, name, rate_limit, created_at, updated_at)
        values (${orgId}, ${appId}, 'An application', ${rateLimit}, now(), now())`)
      return appId
    },
    async endpoint(appId: string, options: EndpointOptions = {}): Promise<string> {
      const endpointId = id('ep', Date.now())
      const secrets = options.secrets ?? [{ secret: newSecret('hmac256') }]
      const stored = secrets.map(({ secret, expiresAt }) => ({
        sealed: sealSecret(keys, endpointId, secret),
        expiresAt: expiresAt?.toISOString() ?? null,
      }))
      await rows(sql`insert into webhooks.endpoint (org_id, app_id, id, url, rate_limit, filter_types,
          channels, signing_keys, headers, created_at, updated_at)
        values (${orgId}, ${appId}, ${endpointId},
          ${options.url ?? target.url + (options.path ?? endpointId)}, ${options.rateLimit ?? null},
          ${options.filterTypes ?? null}, ${options.channels ?? null}, ${JSON.stringify(stored)},
          ${sealHeaders(keys, endpointId, options.headers ?? {})}, now(), now())`)
      return endpointId
    },
    message: (appId: string, more: Partial<NewMessage> = {}): NewMessage => ({
      ...{ orgId, appId, eventType: 'transfer.created', eventId: null, channels: null },
      ...{ payload: '{"test":2432232314}', retentionDays: 90, ...more },
    }),
    async stop() {
      // First the receiver, so that what hangs there ends.
      await target.close()
      await Promise.all(engines.map((engine) => engine.stop()))
      await egress.close()
      await Promise.all([database.close(), owner.close()])
      await drop()
    },
  }
}

/** What `deliveryRig` makes. */
export type DeliveryRig = Awaited<ReturnType<typeof deliveryRig>>
