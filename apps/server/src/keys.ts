import { parseArgs } from 'node:util'
import { rewrapEntities } from '@countersign/billing'
import { connect } from '@countersign/kit/db'
import type { Logger } from '@countersign/kit/log'
import { rewrapTransfers, type TransactionsTables } from '@countersign/transactions'
import {
  type ApiKeys,
  apiKeys,
  keyScopes,
  rewrapSecrets,
  type WebhooksTables,
} from '@countersign/webhooks'
import type { Config } from './config.ts'
import { openPostgres, prepareDatabase } from './database.ts'
import { webhooksMigrations } from './migrations.ts'
import { readSecrets } from './secrets.ts'

const usage = `Manages the API keys of an organisation in the webhook service:
  npm run keys -- create --name NAME [--organisation org_…] [--scope full|read|send] [--expires 90d] [--region eu]
  npm run keys -- list [--organisation org_…]
  npm run keys -- revoke key_… [--organisation org_…]
  npm run keys -- rewrap
--organisation defaults to the product's own organisation. --expires takes hours (h), days (d) or never; the
default is 90d. A key is shown once, when it is created.
rewrap reseals everything sealed with an older key using the first key of MAIN_SECRET, in all organisations, while
the service runs. Keep the old key for another day, until the sign-ins, uploads and stored responses that use it expire.`

/** What was typed. */
type Asked = {
  readonly verb: string
  readonly id: string | undefined
  readonly organisation: string | undefined
  readonly name: string | undefined
  readonly scope: string
  readonly expires: string
  readonly region: string | undefined
}

const text = { type: 'string' } as const

function read(words: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { organisation: text, name: text, scope: text, expires: text, region: text },
    })
    const { organisation, name, scope = 'full', expires = '90d', region } = values
    const [verb = '', id] = positionals
    return { verb, id, organisation, name, scope, expires, region }
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
}

/** Runs one of the commands in {@link usage} and prints what became of it. */
export async function runKeys(
  words: readonly string[],
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<void> {
  const asked = read(words)
  const work = works[asked.verb]
  if (!work) throw new Error(usage)
  const secrets = await readSecrets(config)
  const orgId = asked.organisation ?? secrets.organisation
  if (!/^org_[0-9A-Za-z]{1,64}$/.test(orgId)) throw new Error('--organisation: expected org_…')
  const postgres = await openPostgres(config, log)
  const database = connect<WebhooksTables>({ url: postgres.url, role: 'countersign_app', max: 2 })
  try {
    const never = new AbortController().signal
    await prepareDatabase(postgres.url, webhooksMigrations, config, log, never)
    const secret = secrets.webhooksJwtSecret
    const keys = apiKeys({ database, secret, clock: Date.now })
    const rewrap = async () => {
      const role = 'countersign_engine'
      const { url } = postgres
      const engine = connect<WebhooksTables>({ url, role, max: 1 })
      const transfers = connect<TransactionsTables>({ url, role: 'countersign_app', max: 1 })
      const relay = connect<TransactionsTables>({ url, role: 'countersign_relay', max: 1 })
      const { vault } = secrets
      try {
        return {
          ...(await rewrapSecrets({ database, engine, vault })),
          transfers: await rewrapTransfers({ database: transfers, vault }),
          entities: await rewrapEntities({ database: transfers, relay, vault }),
        }
      } finally {
        await Promise.all([engine.close(), transfers.close(), relay.close()])
      }
    }
    await work({ keys, rewrap, keyId: secrets.mainSecrets[0].id, orgId, asked, say })
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** How many texts were sealed anew; no transfers and bills where the webhook service has a database of its own. */
type Rewrapped = Awaited<ReturnType<typeof rewrapSecrets>> & {
  readonly entities: number | null
  readonly transfers: Awaited<ReturnType<typeof rewrapTransfers>>
}

type Work = (given: {
  readonly keys: ApiKeys
  readonly rewrap: () => Promise<Rewrapped>
  /** The id of the current main secret. */
  readonly keyId: string
  readonly orgId: string
  readonly asked: Asked
  readonly say: (line: string) => void
}) => Promise<void>

const works: Readonly<Record<string, Work>> = {
  create: async ({ keys, orgId, asked, say }) => {
    const { name, region } = asked
    const scope = keyScopes.find((one) => one === asked.scope)
    if (!name || name.length > 256) throw new Error('--name: expected 1 to 256 characters')
    if (!scope) throw new Error(`--scope: expected ${keyScopes.join(', ')}`)
    if (region !== undefined && !/^[a-z]{2,8}$/.test(region))
      throw new Error('--region: expected a few small letters, e.g. eu')
    const expiresAt = expiryOf(asked.expires, Date.now())
    const { id, secret } = await keys.create({ orgId, name, scope, expiresAt, region })
    say(`Key ${id} of ${orgId}, shown this once:`)
    say(secret)
  },
  list: async ({ keys, orgId, say }) => {
    const rows = await keys.list(orgId)
    if (rows.length === 0) say(`No keys of ${orgId}`)
    const day = (at: Date | null, otherwise: string) => at?.toISOString().slice(0, 16) ?? otherwise
    for (const row of rows)
      say(
        [
          ...[row.id, row.name, row.scope],
          row.revoked_at
            ? `revoked ${day(row.revoked_at, '')}`
            : `expires ${day(row.expires_at, 'never')}`,
          `last used ${day(row.last_used_at, 'never')}`,
        ].join('  '),
      )
  },
  rewrap: async ({ rewrap, keyId, say }) => {
    const { endpoints, integrations, transfers, entities } = await rewrap()
    say(`Sealed with ${keyId}: ${endpoints} endpoints, ${integrations} integrations`)
    if (transfers) say(`For transfers: ${transfers.keys} keys, ${transfers.comments} comments`)
    if (entities !== null) say(`For billing: ${entities} companies`)
  },
  revoke: async ({ keys, orgId, asked, say }) => {
    const id = asked.id ?? ''
    if (!(await keys.revoke(orgId, id))) throw new Error(`No key ${id} of ${orgId} is in force`)
    say(`Revoked ${id}. It stops working within a second.`)
  },
}

function expiryOf(spelled: string, now: number): number | null {
  if (spelled === 'never') return null
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(spelled) ?? []
  if (!count) throw new Error('--expires: expected e.g. 12h, 90d or never')
  return now + Number(count) * (unit === 'h' ? 3_600_000 : 86_400_000)
}
