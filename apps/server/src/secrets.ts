import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { id } from '@countersign/kit/ids'
import { type MainSecret, type Vault, vault } from '@countersign/kit/vault'
import { z } from 'zod'
import type { Config } from './config.ts'
import { parseMainSecrets } from './config-security.ts'
import { keptFile } from './kept-file.ts'

const Secrets = z.object({
  mainSecret: z.string(),
  webhooksJwtSecret: z.string(),
  /** The organisation as which the product speaks to the webhook service. */
  organisation: z.string(),
  oidcClientSecret: z.string(),
  receiverSecret: z.string(),
})

/** What the processes of one deployment know and nobody else. */
export type Secrets = z.infer<typeof Secrets> & {
  readonly vault: Vault
  /** The first is the current one. */
  readonly mainSecrets: readonly [MainSecret, ...MainSecret[]]
}

const random = (bytes: number) => randomBytes(bytes).toString('base64')

/**
 * The secrets of the configuration; those that it leaves out are made at the first start and kept in
 * `DATA_DIR/secrets.json`, readable by the owner alone.
 */
export async function readSecrets(config: Config): Promise<Secrets> {
  const kept = await keptSecrets(config.DATA_DIR)
  const mainSecret = config.MAIN_SECRET ?? kept.mainSecret
  const mainSecrets = parseMainSecrets(mainSecret)
  return {
    ...kept,
    mainSecret,
    webhooksJwtSecret: config.WEBHOOKS_JWT_SECRET ?? kept.webhooksJwtSecret,
    mainSecrets,
    vault: vault(mainSecrets),
  }
}

async function keptSecrets(dataDir: string): Promise<z.infer<typeof Secrets>> {
  const make = () => ({
    mainSecret: `k1:${random(32)}`,
    webhooksJwtSecret: random(32),
    organisation: id('org', Date.now()),
    oidcClientSecret: random(24),
    receiverSecret: `whsec_${random(24)}`,
  })
  const text = await keptFile(join(dataDir, 'secrets.json'), () => JSON.stringify(make(), null, 2))
  return Secrets.parse(JSON.parse(text))
}
