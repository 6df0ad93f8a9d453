import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@countersign/kit/log'
import closeWithGrace from 'close-with-grace'
import type { Config } from './config.ts'
import { openPostgres, prepareDatabase } from './database.ts'
import {
  demoBook,
  demoCompanies,
  demoPassword,
  demoTransfers,
  demoUsers,
  pastTransfers,
  seedDemo,
  seedDemoBills,
  startDemoReceiver,
  startDemoSignIn,
} from './demo/index.ts'
import { claimed, holdPort, listen } from './listen.ts'
import { allMigrations, webhooksMigrations } from './migrations.ts'
import { createOps, type Ops } from './ops.ts'
import { createProduct } from './product.ts'
import { registerEventTypes, serviceOf } from './relay/index.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { createWebhooks } from './webhooks.ts'

/** What a process can be asked to do. */
export type Command = 'all' | 'product' | 'webhooks' | 'api' | 'worker' | 'migrate' | 'seed'

/** What the parts of a process share. */
type Base = {
  readonly config: Config
  readonly secrets: Secrets
  readonly databaseUrl: string
  readonly log: Logger
  readonly ops: Ops
  /** Settles when the database is of this release; everything listens before. */
  readonly prepared: Promise<void>
  readonly onStop: (stop: () => Promise<unknown>) => void
}

/** The part of the webhook service that a process plays: accepting, sending, or both. */
type WebhookRole = 'all' | 'api' | 'worker'
const webhookRoles: Partial<Record<Command, WebhookRole>> = {
  all: 'all',
  webhooks: 'all',
  api: 'api',
  worker: 'worker',
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs one role, or all of them, until a signal. What was started is stopped in the opposite order,
 * within 20 s.
 */
export async function run(command: Command, config: Config, log: Logger): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    for (const one of stops.splice(0).reverse()) await one()
  }
  const serves = command !== 'migrate' && command !== 'seed'
  if (serves)
    closeWithGrace({ delay: 20_000, logger: false }, async ({ err }) => {
      if (err) log.fatal({ event: 'crashed', err })
      await stop()
    })
  try {
    await start(command, config, log, (one) => stops.push(one), stopping.signal)
  } catch (error) {
    await stop()
    if (stopping.signal.aborted && error instanceof Error && error.name === 'AbortError') return
    throw error
  }
  if (!serves) await stop()
}

async function start(
  command: Command,
  config: Config,
  log: Logger,
  onStop: Base['onStop'],
  stopping: AbortSignal,
): Promise<void> {
  const secrets = await readSecrets(config)
  const postgres = await openPostgres(config, log)
  onStop(postgres.stop)
  const migrations =
    command === 'webhooks' || command === 'api' || command === 'worker'
      ? webhooksMigrations
      : allMigrations
  const prepared = prepareDatabase(postgres.url, migrations, config, log, stopping)
  if (command === 'migrate') return prepared
  // Whoever starts below waits for it too; here it must not count as unhandled meanwhile.
  prepared.catch(() => undefined)

  // Most often the database is there and the wait is short; if not, everything comes up without it.
  await Promise.race([prepared, wait(3_000, undefined, { ref: false })])

  const ops = createOps(log)
  onStop(() => ops.app.close())
  const base = { config, secrets, databaseUrl: postgres.url, log, ops, prepared, onStop }
  if (command === 'seed') return seed(base)

  const ready: string[] = []
  const role = webhookRoles[command]
  if (role) await startWebhooks(base, role, ready)
  const webhooksUrl = command === 'all' ? ready[0]?.replace(/^.*: /, '') : undefined
  const product =
    command === 'all' || command === 'product'
      ? await startProduct(base, ready, webhooksUrl)
      : undefined
  const operations = await listen(ops.app, config.HOST, config.OPS_PORT, 'OPS_PORT')
  ready.push(`Operations: ${operations}`)
  if ((await Promise.race([prepared, 'away'])) === 'away')
    say(`Waiting for the database. Operations: ${operations}`)
  await prepared
  await product?.begin()
  for (const line of ready) say(line)
  say(`Countersign is ready: ${product?.url ?? ready[0]?.replace(/^.*: /, '')}`)
}

async function startWebhooks(base: Base, role: WebhookRole, ready: string[]): Promise<void> {
  const { config, onStop } = base
  const service = createWebhooks({ ...base, role })
  onStop(service.stop)
  if (role === 'worker') return
  const url = await listen(service.app, config.HOST, config.WEBHOOKS_PORT, 'WEBHOOKS_PORT')
  ready.push(`Webhook service: ${url}`)
}

async function startProduct(base: Base, ready: string[], webhooksUrl: string | undefined) {
  const { config, secrets, log, onStop, ops } = base
  const { port, release } = await holdPort(config.HOST, config.PORT)
  const origins = originsOf(config, port)
  const embedded = config.OIDC_ISSUER === undefined
  const issuer = embedded
    ? await claimed(config.IDP_PORT, config.HOST, 'IDP_PORT', () =>
        startDemoSignIn(config, secrets, origins, log, onStop),
      )
    : (config.OIDC_ISSUER ?? '')
  const receiver = config.demo
    ? await claimed(config.RECEIVER_PORT, config.HOST, 'RECEIVER_PORT', () =>
        startDemoReceiver(config, secrets, log, onStop),
      )
    : undefined
  const webhooks = await serviceOf(config, secrets, webhooksUrl)
  const product = createProduct({
    ...base,
    clock: Date.now,
    observe: (facts) => ops.observe('product', facts),
    origins,
    issuer,
    webhooks,
    ...(receiver && { receiver }),
    web: true,
  })
  onStop(product.stop)
  ops.needs('database', () => product.database.ping())
  await release()
  const url = await listen(product.app, config.HOST, port, 'PORT')
  if (embedded) ready.push(`Identity provider (demo): ${issuer}`)
  if (receiver) ready.push(`Webhook receiver (demo): ${receiver.url}`)
  if (config.demo)
    for (const user of demoUsers)
      ready.push(`Sign in as ${user.email} with the password ${demoPassword}: ${user.about}`)
  return {
    url: config.APP_URL ?? url,
    begin: async () => {
      if (config.demo) {
        await seedDemo(product.database, product.identity, new Date(), product.documents)
        const ana = (await product.identity.ensureUsers(demoUsers)).get('ana')
        if (ana) {
          const now = new Date()
          const past = pastTransfers(now, ana, await demoCompanies())
          await product.seedTransfers(demoTransfers(now, ana), demoBook(now, ana), past)
        }
        // Last: it fills up what companies have used to what is shown.
        await seedDemoBills(product.database, config, new Date())
      }
      await registerEventTypes(webhooks, log)
      product.startRelay()
    },
  }
}

/** Where browsers reach the product: the public address, or loopback under both of its names. */
function originsOf(config: Config, port: number): readonly [string, ...string[]] {
  if (config.APP_URL) return [new URL(config.APP_URL).origin]
  const here = `http://${config.HOST}:${port}`
  return config.HOST === '127.0.0.1' ? [here, `http://localhost:${port}`] : [here]
}

async function seed(base: Base): Promise<void> {
  const { config, secrets, log } = base
  if (config.NODE_ENV === 'production') throw new Error('Demo data is not allowed in production')
  await base.prepared
  const product = createProduct({
    ...base,
    clock: Date.now,
    observe: () => undefined,
    origins: originsOf(config, config.PORT),
    issuer: config.OIDC_ISSUER ?? `http://${config.HOST}:${config.IDP_PORT}`,
    webhooks: await serviceOf(config, secrets, undefined),
    web: false,
  })
  try {
    say(
      `Added ${await seedDemo(product.database, product.identity, new Date(), product.documents)} companies`,
    )
  } finally {
    await product.stop()
  }
  log.info({ event: 'seeded' })
}
