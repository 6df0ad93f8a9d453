import { type AdministeredVasp, listings, type NetworkUpdate } from '@countersign/contracts/trust'
import { members } from '@countersign/kit/members'
import { type ExpressionBuilder, sql } from 'kysely'
import { says } from '../directory/index.ts'
import { listedVasp, vaspColumns } from '../profile/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TrustTx } from '../tables.ts'

const columns = [...vaspColumns, 'email_domains', 'verified_until', 'sort_name'] as const

/** Which companies to list. */
export type Filter = {
  readonly q?: string | undefined
  readonly verificationStatus?: string | undefined
  readonly enabled?: 'true' | 'false' | undefined
  readonly listing?: string | undefined
}

const matching =
  ({ q, verificationStatus, enabled, listing }: Filter) =>
  (eb: ExpressionBuilder<DB, 'trust.vasp'>) =>
    eb.and([
      ...(q ? [says(q)] : []),
      ...(verificationStatus ? [eb('verification_status', '=', verificationStatus)] : []),
      ...(listing ? [eb('listing', '=', listing)] : []),
      ...(enabled ? [eb('disabled_at', enabled === 'true' ? 'is' : 'is not', null)] : []),
    ])

/** Companies by name after a place, one more than `limit` when there is more. */
export async function findAdministered(
  tx: TrustTx,
  filter: Filter,
  after: { readonly sortName: string; readonly did: string } | undefined,
  limit: number,
) {
  let rows = tx
    .selectFrom('trust.vasp')
    .select(columns)
    .where(matching(filter))
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .limit(limit + 1)
  if (after)
    rows = rows.where(sql<boolean>`(sort_name, vasp_did) > (${after.sortName}, ${after.did})`)
  return rows.execute()
}

type Row = Awaited<ReturnType<typeof findAdministered>>[number]

/** How many companies match. */
export async function countAdministered(tx: TrustTx, filter: Filter): Promise<number> {
  const { count } = await tx
    .selectFrom('trust.vasp')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return count
}

/** One company, or undefined; `lock` holds it until the transaction ends. */
export const findOneAdministered = (tx: TrustTx, did: string, lock = false) => {
  const rows = tx.selectFrom('trust.vasp').select(columns).where('vasp_did', '=', did)
  return (lock ? rows.forUpdate() : rows).executeTakeFirst()
}

/** These companies, whatever became of them. */
export const findSomeAdministered = (tx: TrustTx, dids: readonly string[]) =>
  tx
    .selectFrom('trust.vasp')
    .select(columns)
    .where('vasp_did', 'in', members(dids))
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .execute()

/** A row as the wire shows it. */
export const administeredVasp = (row: Row): AdministeredVasp => ({
  vasp: listedVasp(row),
  enabled: row.disabled_at === null,
  listing: listings.find((one) => one === row.listing) ?? 'pending',
  redirectDID: row.redirect_did,
  emailDomains: row.email_domains,
  verificationExpiresAt: row.verified_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** Stores what the network states of a company; what is undefined stays. */
export const saveNetworkFields = (tx: TrustTx, did: string, fields: NetworkUpdate, at: Date) =>
  tx
    .updateTable('trust.vasp')
    .set({
      ...(fields.regulatoryStatus !== undefined && { regulatory_status: fields.regulatoryStatus }),
      ...(fields.isActiveReceiver !== undefined && { is_active_receiver: fields.isActiveReceiver }),
      ...(fields.isNotifiable !== undefined && { is_notifiable: fields.isNotifiable }),
      ...(fields.protocols !== undefined && { protocols: [...fields.protocols] }),
      ...(fields.emailDomains !== undefined && { email_domains: [...fields.emailDomains] }),
      version: sql`version + 1`,
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()
