import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, type Logger } from '@countersign/kit/log'
import { testDatabase } from '@countersign/kit/testing'
import { checkAnswers } from '@countersign/kit/testing-answers'
import { webhooksDocument } from '@countersign/webhooks'
import { readConfig } from '../config.ts'
import { demoReceiver } from '../demo/index.ts'
import { productDocument } from '../openapi/index.ts'
import { createOps } from '../ops.ts'
import { createProduct } from '../product.ts'
import { serviceOf } from '../relay/index.ts'
import { readSecrets } from '../secrets.ts'
import { createWebhooks } from '../webhooks.ts'

/** How the servers run. */
type Running = {
  /** Where their lines go; nowhere when absent. */
  readonly log?: Logger
  /** The webhook service and the demo's receiver listen, so that the product reaches them. */
  readonly together?: boolean
  /** Unix milliseconds; the machine's when absent. */
  readonly clock?: () => number
  /** Makes the address at which they find the database from its own. */
  readonly through?: (databaseUrl: string) => Promise<string>
}

/**
 * Both APIs as they are composed in production, over a database of their own.
 * @param environment more keys of the configuration
 */
export async function serverFixture(
  environment: Readonly<Record<string, string>> = {},
  { log = createLog('silent'), together = false, clock = () => Date.now(), through }: Running = {},
) {
  const { url: databaseUrl, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-server-'))
  // No plan limits what is about something else.
  const given = { BILLING_PROVIDER: 'none', ...environment }
  const config = readConfig({ ...given, DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const secrets = await readSecrets(config)
  const base = { config, secrets, databaseUrl: (await through?.(databaseUrl)) ?? databaseUrl, log }
  const ops = createOps(log)
  const webhooks = createWebhooks({ ...base, ops, role: 'all' })
  const checkWebhooks = checkAnswers(webhooks.app, webhooksDocument())
  const receiver = demoReceiver(secrets.receiverSecret, log)
  const host = { host: '127.0.0.1', port: 0 }
  const service = together
    ? await serviceOf(config, secrets, await webhooks.app.listen(host))
    : { url: 'http://127.0.0.1:1', token: 'none' }
  const product = createProduct({
    ...base,
    clock,
    ops,
    origins: ['http://127.0.0.1:3000'],
    issuer: 'http://127.0.0.1:1',
    webhooks: service,
    ...(together && { receiver: { receiver, url: await receiver.listen(host.host, host.port) } }),
    web: false,
  })
  const asDocumented = [checkWebhooks, checkAnswers(product.app, productDocument())]
  return {
    product,
    webhooks,
    ops,
    service,
    secrets,
    config,
    databaseUrl,
    dataDir,
    close: async () => {
      await product.stop()
      await webhooks.stop()
      await ops.app.close()
      await receiver.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
      for (const check of asDocumented) check()
    },
  }
}
