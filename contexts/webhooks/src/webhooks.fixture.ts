import { webhooks as contract } from '@countersign/contracts/webhooks'
import { client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { createEgress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { httpServer } from '@countersign/kit/http'
import { id } from '@countersign/kit/ids'
import { createLog } from '@countersign/kit/log'
import { openPinnedConnection } from '@countersign/kit/pinned-connection'
import { serve } from '@countersign/kit/serve'
import { injected, testClock, testDatabase } from '@countersign/kit/testing'
import { checkAnswers } from '@countersign/kit/testing-answers'
import { vault } from '@countersign/kit/vault'
import { SignJWT } from 'jose'
import type { RawBuilder } from 'kysely'
import { receiver, testSettings } from './delivery.fixture.ts'
import {
  type Deliveries,
  type EngineSettings,
  notOffered,
  refineWebhookFailure,
  startEngine,
  startTasks,
  type WebhooksDeps,
  type WebhooksTables,
  webhookErrors,
  webhooks,
  webhooksDocument,
} from './index.ts'

/** Signs and hashes the tokens of the tests. */
export const jwtSecret = 'a secret of the tests, long enough'

/** A token as an organisation would be given it. */
export const tokenOf = (claims: Record<string, unknown>, secret = jwtSecret, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))

type Given = Partial<Omit<WebhooksDeps, 'engine'>> & {
  engine?: Partial<Deliveries>
  settings?: Partial<EngineSettings>
}

/**
 * The service over a database of its own, with its delivery engine and a receiver on loopback.
 * @param shared the address of another one's database, to be a second server on it
 */
export async function webhooksFixture(given: Given = {}, shared?: string) {
  const { url, drop } =
    shared === undefined ? await testDatabase() : { url: shared, drop: () => Promise.resolve() }
  const database = connect<WebhooksTables>({ url, role: 'countersign_app' })
  const engineDatabase = connect<WebhooksTables>({ url, role: 'countersign_engine', max: 2 })
  const owner = connect<WebhooksTables>({ url, role: 'postgres', max: 2 })
  const target = await receiver()
  const egress = createEgress({ allow: parseSubnets('127.0.0.1/32'), httpsOnly: false })
  const keys = vault([{ id: 'test', key: Buffer.alloc(32, 7) }])
  const clock = testClock(Date.now())
  const logged: object[] = []
  const keep = (facts: object) => void logged.push(facts)
  const log = { info: keep, warn: keep, error: keep }
  const engine = startEngine({
    database: engineDatabase,
    openPinnedConnection: () => openPinnedConnection({ url, role: 'countersign_engine' }),
    ...{
      egress,
      vault: keys,
      clock: given.clock ?? clock,
      settings: { ...testSettings, retryScheduleMs: [5_000], ...given.settings },
    },
    random: () => 0.5,
    log,
  })
  const tasks = startTasks({
    ...{ database, engineDatabase, log, clock: given.clock ?? clock },
    ...{ pollMs: 20, retryMs: 1 },
  })
  const service = webhooks({
    ...{ database, clock, vault: keys, jwtSecret, httpsOnly: false, signature: 'hmac256' },
    checkUrl: egress.check,
    portalUrl: 'https://portal.example/',
    ...given,
    engine: { ...engine, ...given.engine },
  })
  const app = httpServer({
    log: createLog('silent'),
    errors: webhookErrors,
    refine: refineWebhookFailure,
    explainUnknown: notOffered,
  })
  const asDocumented = checkAnswers(app, webhooksDocument())
  serve(app, { contract, prefix: '/api/v1', ...service })
  const orgId = id('org', Date.now())

  /** A typed client with this token. */
  const as = (token: string) =>
    client(contract, {
      base: '/api/v1',
      headers: { authorization: `Bearer ${token}` },
      fetcher: injected(app),
    })
  const orgToken = await tokenOf({ sub: orgId })
  return {
    ...{ app, as, orgId, orgToken, clock, target, service, url, vault: keys },
    /** What the engine has logged. */
    logged,
    database,
    /** A client with the organisation's key. */
    org: as(orgToken),
    /** A client with the key of another organisation. */
    stranger: as(await tokenOf({ sub: id('org', Date.now()) })),
    /** Any request, for what a typed client does not let through. */
    raw: async (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: string,
    ) => {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${orgToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { payload: body }),
      })
      return { status: answer.statusCode, headers: answer.headers, text: answer.body }
    },
    /** Rows as the database's owner sees them. */
    rows: async <Row>(query: RawBuilder<Row>): Promise<Row[]> =>
      owner.withNobody(async (tx) => (await query.execute(tx)).rows),
    /** Listens on a port of loopback. @returns the address */
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('No port')
      return `http://127.0.0.1:${address.port}`
    },
    close: async () => {
      await app.close()
      await tasks.stop()
      await engine.stop()
      await target.close()
      await egress.close()
      await Promise.all([database.close(), engineDatabase.close(), owner.close()])
      await drop()
      asDocumented()
    },
  }
}

/** What `webhooksFixture` makes. */
export type WebhooksFixture = Awaited<ReturnType<typeof webhooksFixture>>

/** Resolves once the check holds; fails after 20 s. */
export async function until(what: string, check: () => boolean | Promise<boolean>) {
  const end = performance.now() + 20_000
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}
