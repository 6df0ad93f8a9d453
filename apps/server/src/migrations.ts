import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contexts } from '@countersign/contracts/product'
import type { MigrationSource } from '@countersign/kit/migrate'

const source = (context: string, path: string): MigrationSource => ({
  context,
  dir: fileURLToPath(new URL(`../../../${path}/migrations`, import.meta.url)),
})

/** What the webhook service alone needs. */
export const webhooksMigrations = [
  source('kit', 'packages/kit'),
  source('webhooks', 'contexts/webhooks'),
]

/** What everything together needs, in order. A context without tables has no migrations. */
export const allMigrations = [
  ...webhooksMigrations,
  ...Object.keys(contexts).map((name) => source(name, `contexts/${name}`)),
].filter(({ dir }) => existsSync(dir))
