import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@countersign/kit/migrate'
import { testPool } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { allMigrations } from '../../apps/server/src/migrations.ts'
import type { Child } from '../child.ts'
import { type Service, startService } from '../service.ts'
import { application, onStage } from '../stage.ts'
import type { Signed } from './ask.ts'

/** The product as operators run it: processes of its own over HTTP, with its webhook service and a database. */
export type House = {
  readonly people: readonly Signed[]
  readonly products: readonly Service[]
  readonly webhooks: Service
  readonly databaseUrl: string
  readonly owner: pg.Pool
  /** Process id of the database server. */
  readonly postmaster: number
  /** Counts webhooks. */
  readonly receiver: Child
  /** Keeps a child until the end. */
  keep(child: Child): Child
}

/**
 * Runs companies with one compliance officer each on so many processes of the product.
 * @param hears how many of the companies have an endpoint for webhooks
 */
export const onHouse = (
  {
    companies,
    processes,
    hears = 0,
  }: {
    readonly companies: readonly string[]
    readonly processes: number
    readonly hears?: number
  },
  work: (house: House) => Promise<void>,
): Promise<void> =>
  onStage(async (stage) => {
    const { service: webhooks, databaseUrl, tenant } = await stage.actor('product')
    await migrate(databaseUrl, allMigrations)
    const owner = testPool({ connectionString: databaseUrl, max: 3 })
    const products: Service[] = []
    try {
      const people = await furnish(owner, companies)
      for (const did of companies.slice(0, hears)) {
        const { appId } = await application(tenant, [stage.target('hook')])
        await owner.query('insert into trust.webhook_app values ($1, $2, now())', [did, appId])
      }
      for (let n = 0; n < processes; n++)
        products.push(
          await startService('product', {
            ...{ databaseUrl, dataDir: join(stage.dataDir, 'product') },
            env: {
              ...{ PORT: '0', IDP_PORT: '0', BILLING_PROVIDER: 'none' },
              ...{ WEBHOOKS_URL: webhooks.url, WEBHOOKS_TOKEN: tenant.token },
            },
          }),
        )
      const { postmaster, receiver, keep } = stage
      await work({ people, products, webhooks, databaseUrl, owner, postmaster, receiver, keep })
    } finally {
      await Promise.all(products.map((product) => product.end('SIGTERM')))
      await owner.end()
    }
  })

/** Adds the companies, each with somebody who is signed in. */
async function furnish(owner: pg.Pool, companies: readonly string[]): Promise<Signed[]> {
  await owner.query(
    `insert into trust.vasp (vasp_did, profile, verification_status, has_admin, listing, created_at, updated_at)
     select did, jsonb_build_object('name', did, 'incorporationCountry', 'SG', 'jurisdictions', array['SG']),
       'VERIFIED', true, 'listed', now(), now() from unnest($1::text[]) did`,
    [companies],
  )
  return Promise.all(
    companies.map(async (did, n) => {
      const secret = randomBytes(32).toString('base64url')
      const hash = createHash('sha256').update(secret).digest('hex')
      await owner.query(
        `with person as (insert into identity."user"
           (id, did, issuer, subject, email, email_verified, name, created_at, last_seen_at)
           values ('user_' || $2, 'did:example:' || $2, 'bench', $2, $2 || '@desk.example', true, $2, now(), now())
           returning id),
         member as (insert into identity.membership (vasp_did, user_id, role, source, created_at)
           select $1, id, 'compliance_officer', 'seed', now() from person)
         insert into identity.session (id_hash, user_id, created_at, last_active_at, expires_at, id_token, user_agent)
           select decode($3, 'hex'), id, now(), now(), now() + interval '12 hours', 'none', 'bench' from person`,
        [did, `bench-${n}`, hash],
      )
      return { did, cookie: `countersign=${secret}` }
    }),
  )
}
