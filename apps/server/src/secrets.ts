import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { id } from '@countersign/kit/ids'
import { type MainSecret, type Vault, vault } from '@countersign/kit/vault'
import { z } from 'zod'
import type { Config } from './config.ts'

const Secrets = z.object({
  mainSecret: z.string(),
  webhooksJwtSecret: z.string(),
  /** The organisation as which the product speaks to the webhook service. */
  organisation: z.string(),
  oidcClientSecret: z.string(),
  receiverSecret: z.string(),
})

/** What the processes of one deployment know and nobody else. */
export type Secrets = z.infer<typeof Secrets> & { readonly vault: Vault }

const random = (bytes: number) => randomBytes(bytes).toString('base64')

/**
 * The secrets of the configuration; those that it leaves out are made at the first start and kept in
 * `DATA_DIR/secrets.json`, readable by the owner alone.
 */
export async function readSecrets(config: Config): Promise<Secrets> {
  const kept = await keptSecrets(config.DATA_DIR)
  const mainSecret = config.MAIN_SECRET ?? kept.mainSecret
  return {
    ...kept,
    mainSecret,
    webhooksJwtSecret: config.WEBHOOKS_JWT_SECRET ?? kept.webhooksJwtSecret,
    vault: vault(mainSecrets(mainSecret)),
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

/** `id:base64` pairs, comma-separated; the first encrypts, all decrypt. A lone key has the id `k1`. */
function mainSecrets(text: string): [MainSecret, ...MainSecret[]] {
  const [first, ...others] = text.split(',').map((part): MainSecret => {
    const [keyId = '', key] = part.includes(':') ? part.trim().split(':') : ['k1', part.trim()]
    const bytes = Buffer.from(key ?? '', 'base64')
    if (bytes.length !== 32) throw new Error('MAIN_SECRET: expected 32 bytes in base64')
    return { id: keyId, key: bytes }
  })
  if (!first) throw new Error('MAIN_SECRET: expected 32 bytes in base64')
  return [first, ...others]
}
