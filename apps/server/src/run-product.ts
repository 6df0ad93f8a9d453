import type { Config } from './config.ts'
import {
  beginDemo,
  demoPassword,
  demoUsers,
  seedDemo,
  startDemoReceiver,
  startDemoSignIn,
} from './demo/index.ts'
import { claimed, holdPort, listen } from './listen.ts'
import { createProduct } from './product.ts'
import { registerEventTypes, serviceOf } from './relay/index.ts'
import type { Base } from './run.ts'

/** Starts the product; @returns its address, and what begins once the database is ready. */
export async function startProduct(base: Base, ready: string[], webhooksUrl: string | undefined) {
  const { config, secrets, log, onStop, ops, stopping } = base
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
      stopping.throwIfAborted()
      if (config.demo) {
        const begun = beginDemo(product, config)
        // A stop waits for it: what an interrupted one leaves half done would stay so.
        onStop(() => begun.catch(() => undefined))
        await begun
        stopping.throwIfAborted()
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

/** Adds the demo’s companies. */
export async function seed(base: Base): Promise<void> {
  const { config, secrets, log } = base
  if (config.NODE_ENV === 'production') throw new Error('Demo data is not allowed in production')
  await base.prepared
  const product = createProduct({
    ...base,
    clock: Date.now,
    origins: originsOf(config, config.PORT),
    issuer: config.OIDC_ISSUER ?? `http://${config.HOST}:${config.IDP_PORT}`,
    webhooks: await serviceOf(config, secrets, undefined),
    web: false,
  })
  try {
    const { database, identity, documents } = product
    const added = await seedDemo(database, identity, new Date(), documents)
    process.stdout.write(`Added ${added} companies\n`)
  } finally {
    await product.stop()
  }
  log.info({ event: 'seeded' })
}
