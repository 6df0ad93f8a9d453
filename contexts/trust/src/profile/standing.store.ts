import {
  type AlertStatus,
  type Listing,
  type VerificationStatus,
  verificationStatuses,
} from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

/** Notes why something happened to a company and since when, or with null that it is over. */
export const setReason = (
  tx: TrustTx,
  did: string,
  status: AlertStatus,
  why: { readonly reason: string | null } | null,
  at: Date,
) =>
  tx
    .updateTable('trust.vasp')
    .set({
      status_reasons: why
        ? sql`status_reasons || ${JSON.stringify({
            [status]: { reason: why.reason, since: at.toISOString() },
          })}::jsonb`
        : sql`status_reasons - ${status}::text`,
    })
    .where('vasp_did', '=', did)
    .execute()

/** Where a company stands in the directory, its row locked until the transaction ends. */
export const lockListing = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp')
    .select(['listing', 'profile', 'registers', 'email_domains', 'disabled_at'])
    .where('vasp_did', '=', did)
    .forUpdate()
    .executeTakeFirst()

/** Moves a company in or out of the directory. */
export const setListing = (
  tx: TrustTx,
  did: string,
  listing: Exclude<Listing, 'merged'>,
  at: Date,
) =>
  tx
    .updateTable('trust.vasp')
    .set({ listing, redirect_did: null, updated_at: at })
    .where('vasp_did', '=', did)
    .execute()

/** Closes a company for good: nobody works for it, and its entries and domains are free again. */
export const closeCompany = (tx: TrustTx, did: string, redirect: string | null, at: Date) =>
  tx
    .updateTable('trust.vasp')
    .set({
      listing: redirect === null ? 'deleted' : 'merged',
      redirect_did: redirect,
      registers: '{}',
      email_domains: [],
      subsidiary_of: null,
      disabled_at: sql`coalesce(disabled_at, ${at})`,
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()

/** Adds domains to those of a company, each once. */
export const addDomains = (tx: TrustTx, did: string, domains: readonly string[], at: Date) =>
  tx
    .updateTable('trust.vasp')
    .set({
      email_domains: sql`array(select distinct unnest(email_domains || ${[...domains]}::text[]) order by 1)`,
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()

/**
 * Listed or waiting companies with the same LEI, folded name or site. A company and its subsidiaries have
 * one site by right.
 */
export async function findDuplicates(tx: TrustTx, limit: number) {
  const { rows } = await sql<{ by: string; value: string; dids: string[] }>`
    with live as (
      select vasp_did, coalesce(subsidiary_of, vasp_did) as family, profile, email_domains
      from trust.vasp where listing in ('pending', 'listed')),
    keys as (
      select 'lei' as by, profile ->> 'lei' as value, vasp_did as differs, vasp_did from live
      union all select 'name', trust.name_key(profile ->> 'name'), vasp_did, vasp_did from live
      union all select 'name', trust.name_key(profile ->> 'legalName'), vasp_did, vasp_did from live
      union all select 'domain', trust.site_key(profile ->> 'website'), family, vasp_did from live
      union all select 'domain', unnest(email_domains), family, vasp_did from live)
    select by, value, array_agg(distinct vasp_did) as dids from keys where value <> ''
    group by by, value having count(distinct differs) > 1
    order by array_position(array['lei', 'name', 'domain'], by), value limit ${limit}`.execute(tx)
  return rows
}

/** The state of a company's verification, or undefined; `lock` holds it until the transaction ends. */
export async function findStatus(
  tx: TrustTx,
  did: string,
  lock = false,
): Promise<
  | {
      status: VerificationStatus
      expiresAt: Date | null
      name: string
      listing: string
      version: number
    }
  | undefined
> {
  const rows = tx
    .selectFrom('trust.vasp')
    .select(['verification_status', 'verified_until', 'listing', 'version', 'profile'])
    .where('vasp_did', '=', did)
  const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst()
  if (!row) return undefined
  const status = verificationStatuses.find((one) => one === row.verification_status)
  if (!status) throw new Error(`Not a verification status: ${row.verification_status}`)
  const name = String(Reflect.get(Object(row.profile), 'name'))
  return { status, expiresAt: row.verified_until, name, listing: row.listing, version: row.version }
}

/** Why nobody can work for a company now, or undefined. */
export async function disabledReason(tx: TrustTx, did: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('trust.vasp')
    .select(['profile', 'disabled_at'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()
  if (!found?.disabled_at) return undefined
  const name = String(Reflect.get(Object(found.profile), 'name'))
  return `${name} is disabled. Only the network can enable it again.`
}
