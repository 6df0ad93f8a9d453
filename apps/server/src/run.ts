import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@countersign/kit/log'
import closeWithGrace from 'close-with-grace'
import type { Config } from './config.ts'
import { openPostgres, prepareDatabase } from './database.ts'
import { listen } from './listen.ts'
import { allMigrations, webhooksMigrations } from './migrations.ts'
import { createOps, type Ops } from './ops.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { createWebhooks } from './webhooks.ts'

/** What a process can be asked to do. */
export type Command = 'all' | 'product' | 'webhooks' | 'api' | 'worker' | 'migrate' | 'seed'

/** What the parts of a process share. */
export type Base = {
  readonly config: Config
  readonly secrets: Secrets
  readonly databaseUrl: string
  readonly log: Logger
  readonly ops: Ops
  /** Settles when the database is of this release; everything listens before. */
  readonly prepared: Promise<void>
  readonly onStop: (stop: () => Promise<unknown>) => void
  /** Aborted once the process is asked to stop. */
  readonly stopping: AbortSignal
}

/** The part of the webhook service that a process plays: accepting, sending, or both. */
type WebhookRole = 'all' | 'api' | 'worker'
const webhookRoles: Partial<Record<Command, WebhookRole>> = {
  all: 'all',
  webhooks: 'all',
  api: 'api',
  worker: 'worker',
}

/** What has begun, and how it ends. */
type Begun = {
  /** Settles once everything serves, or once the work of a command that serves nothing is done. */
  readonly started: Promise<void>
  /** Stops what was started in the opposite order, and what is still starting. */
  stop(): Promise<void>
}

/**
 * Runs one role, or all of them, until a signal. What was started is stopped within 20 s; a demo that is
 * being added is finished first, and a slow machine takes longer for it.
 */
export async function run(command: Command, config: Config, log: Logger): Promise<void> {
  const { started, stop } = begin(command, config, log, (line) => process.stdout.write(`${line}\n`))
  const serves = command !== 'migrate' && command !== 'seed'
  if (serves)
    closeWithGrace({ delay: config.demo ? 120_000 : 20_000, logger: false }, async ({ err }) => {
      if (err) log.fatal({ event: 'crashed', err })
      await stop()
    })
  await started
  if (!serves) await stop()
}

/**
 * Begins one role, or all of them, in a process that may run others too.
 * @param say is told the addresses, line by line
 */
export function begin(
  command: Command,
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Begun {
  const stops: (() => Promise<unknown>)[] = []
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    for (const one of stops.splice(0).reverse()) await one()
  }
  const onStop = (one: () => Promise<unknown>) => stops.push(one)
  const started = start(command, config, log, say, onStop, stopping.signal).catch(async (error) => {
    await stop()
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  })
  return { started, stop }
}

async function start(
  command: Command,
  config: Config,
  log: Logger,
  say: (line: string) => void,
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
  const base = { config, secrets, databaseUrl: postgres.url, log, ops, prepared, onStop, stopping }
  // The webhook service alone does without the product's code, which is most of its memory.
  const product = ['all', 'product', 'seed'].includes(command)
    ? await import('./run-product.ts')
    : undefined
  if (command === 'seed') return product?.seed(base)

  const ready: string[] = []
  const role = webhookRoles[command]
  if (role) await startWebhooks(base, role, ready)
  const webhooksUrl = command === 'all' ? ready[0]?.replace(/^.*: /, '') : undefined
  const running = await product?.startProduct(base, ready, webhooksUrl)
  const operations = await listen(ops.app, config.HOST, config.OPS_PORT, 'OPS_PORT')
  ready.push(`Operations: ${operations}`)
  if ((await Promise.race([prepared, 'away'])) === 'away')
    say(`Waiting for the database. Operations: ${operations}`)
  await prepared
  await running?.begin()
  for (const line of ready) say(line)
  say(`Countersign is ready: ${running?.url ?? ready[0]?.replace(/^.*: /, '')}`)
}

async function startWebhooks(base: Base, role: WebhookRole, ready: string[]): Promise<void> {
  const { config, onStop } = base
  const service = createWebhooks({ ...base, role })
  onStop(service.stop)
  if (role === 'worker') return
  const url = await listen(service.app, config.HOST, config.WEBHOOKS_PORT, 'WEBHOOKS_PORT')
  ready.push(`Webhook service: ${url}`)
}
