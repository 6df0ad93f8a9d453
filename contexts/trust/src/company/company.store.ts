import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** What of a company's row is not for everyone to read. */
export const findPrivate = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp')
    .select(['profile', 'email_domains', 'discoverable', 'listed'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()

/** A company's billing; its rows exist for its own people alone. */
export const findBilling = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp_billing')
    .select(['subscription_id', 'untracked_usage_in_period', 'billing_customer_did'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()

/** The companies of a group below this one, by name; undiscoverable ones only where they are own. */
export const findSubsidiaries = async (tx: TrustTx, did: string, own: readonly string[] | 'all') =>
  (
    await tx
      .selectFrom('trust.vasp')
      .select(['vasp_did', sql<string>`profile ->> 'name'`.as('name')])
      .where('subsidiary_of', '=', did)
      .$if(own !== 'all', (query) => query.where('listed', '=', true))
      .$if(own !== 'all', (query) =>
        query.where(sql<boolean>`(discoverable or vasp_did = any(${own}::text[]))`),
      )
      .orderBy('sort_name')
      .orderBy('vasp_did')
      .limit(200)
      .execute()
  ).map(({ vasp_did, name }) => ({ did: vasp_did, name }))
