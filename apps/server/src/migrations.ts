import { fileURLToPath } from 'node:url'
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

/** What everything together needs, in order. */
export const allMigrations = [
  ...webhooksMigrations,
  source('identity', 'contexts/identity'),
  source('trust', 'contexts/trust'),
  source('transactions', 'contexts/transactions'),
]
