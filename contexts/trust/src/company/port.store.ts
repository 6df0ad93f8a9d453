import { Profile, presentationOf, profileFields } from '@countersign/contracts/trust'
import type { Tx } from '@countersign/kit/db'
import { emit } from '@countersign/kit/outbox'
import { sql } from 'kysely'
import { stateLei, updated } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'

type Facts = {
  did: string
  name: string
  website: string | null
  /** Country of incorporation. */
  incorporation: string | null
  emailDomains: string[]
  hasAdmin: boolean
}

/**
 * What the context of people may know and do of companies, in a transaction of its own; so that a person
 * and their company change together or not at all.
 */
export const companyPort = {
  /** The companies of these DIDs that are there. */
  async find<T>(tx: Tx<T>, dids: readonly string[]): Promise<Facts[]> {
    const { rows } = await sql<Facts>`
      select vasp_did as did, profile ->> 'name' as name, profile ->> 'website' as website,
        profile ->> 'incorporationCountry' as incorporation,
        email_domains as "emailDomains", has_admin as "hasAdmin"
      from trust.vasp where vasp_did = any(${[...dids]}::text[])
        and listing not in ('merged', 'deleted')`.execute(tx)
    return rows
  },

  /** The DIDs of companies whose name has this part, or of the one with this DID; 500 at most. */
  async named<T>(tx: Tx<T>, part: string): Promise<string[]> {
    const { rows } = await sql<{ did: string }>`
      select vasp_did as did from trust.vasp
      where vasp_did = ${part} or position(lower(${part}) in lower(profile ->> 'name')) > 0
      order by vasp_did limit 500`.execute(tx)
    return rows.map(({ did }) => did)
  },

  /** The group parent of a company. */
  async gatewayOf<T>(tx: Tx<T>, did: string): Promise<{ did: string; name: string } | null> {
    const { rows } = await sql<{ did: string; name: string }>`
      select parent.vasp_did as did, parent.profile ->> 'name' as name from trust.vasp
      join trust.vasp parent on parent.vasp_did = vasp.subsidiary_of
      where vasp.vasp_did = ${did}`.execute(tx)
    return rows[0] ?? null
  },

  /** Those of the companies whose group parent this is. */
  async membersAmong<T>(tx: Tx<T>, dids: readonly string[], parent: string): Promise<string[]> {
    const { rows } = await sql<{ did: string }>`
      select vasp_did as did from trust.vasp
      where vasp_did = any(${[...dids]}::text[]) and subsidiary_of = ${parent}`.execute(tx)
    return rows.map(({ did }) => did)
  },

  /** Those of the companies that are disabled. */
  async disabledAmong<T>(
    tx: Tx<T>,
    dids: readonly string[],
  ): Promise<{ did: string; name: string }[]> {
    const { rows } = await sql<{ did: string; name: string }>`
      select vasp_did as did, profile ->> 'name' as name from trust.vasp
      where vasp_did = any(${[...dids]}::text[]) and disabled_at is not null
      order by vasp_did`.execute(tx)
    return rows
  },

  /** Whether some company has this email domain already. */
  async isTaken<T>(tx: Tx<T>, emailDomain: string): Promise<boolean> {
    const { rows } = await sql`
      select from trust.vasp where email_domains @> array[${emailDomain}]::text[] limit 1`.execute(
      tx,
    )
    return rows.length > 0
  },

  /**
   * Adds a company, unverified and in no directory until the network has reviewed it. Needs its
   * transaction; a DID or an LEI that another company has is a conflict.
   */
  async create<T>(
    tx: Tx<T>,
    company: {
      did: string
      profile: Readonly<Record<string, unknown>>
      emailDomains: readonly string[]
      discoverable: boolean
    },
    at: Date,
  ): Promise<void> {
    const { did, discoverable } = company
    const profile = Profile.parse(company.profile)
    await sql`insert into trust.vasp (vasp_did, profile, email_domains, discoverable, created_at,
        updated_at)
      values (${did}, ${JSON.stringify(profile)}::jsonb, ${[...company.emailDomains]}::text[],
        ${discoverable}, ${at}, ${at})`.execute(tx)
    for (const field of profileFields)
      if (profile[field] != null)
        await sql`insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
          values (${did}, ${field}, ${JSON.stringify(profile[field])}::jsonb, ${did},
            ${presentationOf(field).visibility}, ${at})`.execute(tx)
    // The transaction is the product's: it knows this context's tables as well.
    if (profile.lei) await stateLei(tx as Tx<unknown> as TrustTx, did, profile.lei, did, at)
  },

  /** Follows what became of the request to run a new company. Needs its transaction. */
  async settle<T>(
    tx: Tx<T>,
    did: string,
    listing: 'listed' | 'declined' | 'withdrawn',
    at: Date,
  ): Promise<void> {
    await sql`update trust.vasp set listing = ${listing}, updated_at = ${at}
      where vasp_did = ${did} and listing = 'pending'`.execute(tx)
  },

  /** Forgets what somebody who leaves a company has seen for it. */
  async left<T>(tx: Tx<T>, did: string, person: string): Promise<void> {
    await sql`delete from trust.look where vasp_did = ${did} and user_did = ${person}`.execute(tx)
  },

  /** Notes that a company has an admin, and tells its webhooks. Needs its transaction. */
  async claimed<T>(tx: Tx<T>, did: string, at: Date): Promise<void> {
    const { rows } = await sql`
      update trust.vasp set has_admin = true, is_notifiable = true, updated_at = ${at}
      where vasp_did = ${did} and not has_admin returning vasp_did`.execute(tx)
    if (rows.length === 0) return
    emit(tx, updated(did, ['hasAdmin', 'isNotifiable'], at))
  },
}
