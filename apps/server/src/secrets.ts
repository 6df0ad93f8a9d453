import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { id } from '@countersign/kit/ids'
import { type MainSecret, type Vault, vault } from '@countersign/kit/vault'
import { z } from 'zod'
import type { Config } from './config.ts'
import { parseMainSecrets } from './config-security.ts'

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
  const file = join(dataDir, 'secrets.json')
  await mkdir(dataDir, { recursive: true })
  const fresh = {
    mainSecret: `k1:${random(32)}`,
    webhooksJwtSecret: random(32),
    organisation: id('org', Date.now()),
    oidcClientSecret: random(24),
    receiverSecret: `whsec_${random(24)}`,
  }
  // Of two processes that start at once one writes, and both read what it wrote.
  await writeFile(file, JSON.stringify(fresh, null, 2), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return Secrets.parse(JSON.parse(await readFile(file, 'utf8')))
}
