import { ListedVasp, Profile, type ProfileField, visibilityOf } from '@countersign/contracts/trust'
import { members } from '@countersign/kit/members'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import type { TrustTx } from '../tables.ts'
import { alertsOf, registersOf } from './standing.rules.ts'

/** The columns that a company is made of on the wire. */
export const vaspColumns = [
  'vasp_did',
  'profile',
  'logo',
  'regulatory_status',
  'verification_status',
  'has_admin',
  'is_active_sender',
  'is_active_receiver',
  'is_notifiable',
  'last_sent_at',
  'last_received_at',
  'compliance_phase',
  'compliance_phase_data',
  'subsidiary_of',
  'protocols',
  'registers',
  'status_reasons',
  'disabled_at',
  'verification_since',
  'listing',
  'redirect_did',
  'version',
  'created_at',
  'updated_at',
] as const

/** The stored columns of a company that the wire shows. */
export type VaspRow = Pick<Selectable<DB['trust.vasp']>, (typeof vaspColumns)[number]>

/** Who may open a company by its DID: everybody, once the network has listed it; before, its own people. */
export const opened = sql<boolean>`(listing = 'listed' or vasp_did = trust.tenant())`

/** A company, or undefined. Network-wide: what is listed is open to every member. */
export const findVasp = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.vasp')
    .select(vaspColumns)
    .where('vasp_did', '=', did)
    .where(opened)
    .executeTakeFirst()

/** The listed company that a merged one leads to, over several mergers if need be; undefined for others. */
export async function findRedirect(tx: TrustTx, did: string): Promise<string | undefined> {
  const { rows } = await sql<{ vasp_did: string }>`
    with recursive chain as (
      select vasp_did, redirect_did, listing, 0 as depth from trust.vasp where vasp_did = ${did}
      union all
      select v.vasp_did, v.redirect_did, v.listing, depth + 1
      from chain join trust.vasp v on v.vasp_did = chain.redirect_did where depth < 20)
    select vasp_did from chain where listing = 'listed' and depth > 0`.execute(tx)
  return rows[0]?.vasp_did
}

/** Companies by DID, by name. */
export const findVasps = (tx: TrustTx, dids: readonly string[]) =>
  tx
    .selectFrom('trust.vasp')
    .select(vaspColumns)
    .where('vasp_did', 'in', members(dids))
    .orderBy('sort_name')
    .orderBy('vasp_did')
    .execute()

/** The own company's profile and its version, locked until the transaction ends; undefined when absent. */
export async function lockProfile(
  tx: TrustTx,
  did: string,
): Promise<{ readonly profile: Profile; readonly version: number } | undefined> {
  const row = await tx
    .selectFrom('trust.vasp')
    .select(['profile', 'version'])
    .where('vasp_did', '=', did)
    .forUpdate()
    .executeTakeFirst()
  return row && { profile: Profile.parse(row.profile), version: row.version }
}

/** Stores the profile and one claim for each changed field; null in `changed` clears a field. */
export async function saveProfile(
  tx: TrustTx,
  did: string,
  profile: Profile,
  changed: Partial<Record<ProfileField, unknown>>,
  issuer: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('trust.vasp')
    .set((eb) => ({
      profile: JSON.stringify(profile),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('vasp_did', '=', did)
    .execute()
  await addClaims(tx, did, changed, issuer, at)
}

/** Stores one claim for each changed field. */
export const addClaims = (
  tx: TrustTx,
  did: string,
  changed: Readonly<Record<string, unknown>>,
  issuer: string,
  at: Date,
) =>
  tx
    .insertInto('trust.claim')
    .values(
      Object.entries(changed).map(([field, value]) => ({
        vasp_did: did,
        field,
        value: JSON.stringify(value ?? null),
        issuer,
        visibility: visibilityOf(field),
        issued_at: at,
      })),
    )
    .execute()

/** Who asserted the present value of each field, and since when. */
export const findIssuers = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.claim')
    .distinctOn('field')
    .select(['field', 'issuer', 'issued_at', 'expires_at'])
    .where('vasp_did', '=', did)
    .orderBy('field')
    .orderBy('id', 'desc')
    .execute()

/** Every claim about a company, newest first within each field. */
export const findClaims = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.claim')
    .select(['field', 'value', 'issuer', 'issued_at', 'expires_at'])
    .where('vasp_did', '=', did)
    .orderBy('field')
    .orderBy('id', 'desc')
    .limit(5_000)
    .execute()

/** A row as the wire shows it to members of the network. The stored words are checked against the contract's. */
export const listedVasp = (row: VaspRow): ListedVasp =>
  ListedVasp.parse({
    ...Profile.parse(row.profile),
    did: row.vasp_did,
    logo: row.logo,
    isRegulated: row.regulatory_status === 'Regulated',
    regulatoryStatus: row.regulatory_status,
    verificationStatus: row.verification_status,
    hasAdmin: row.has_admin,
    isActiveSender: row.is_active_sender,
    isActiveReceiver: row.is_active_receiver,
    isNotifiable: row.is_notifiable,
    lastSentDate: row.last_sent_at?.toISOString() ?? null,
    lastReceivedDate: row.last_received_at?.toISOString() ?? null,
    compliancePhase: row.compliance_phase,
    compliancePhaseData: row.compliance_phase_data,
    subsidiaryOf: row.subsidiary_of,
    protocols: row.protocols,
    registers: registersOf(row.registers),
    alerts: alertsOf(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  })
