import {
  ListedVasp,
  Profile,
  type ProfileField,
  presentationOf,
} from '@countersign/contracts/trust'
import type { DB } from './tables.gen.ts'
import type { TrustTx } from './tables.ts'

/** The columns that a company is made of on the wire. */
export const vaspColumns = [
  'vasp_did',
  'profile',
  'logo',
  'regulatory_status',
  'verification_status',
  'has_admin',
  'is_active_receiver',
  'is_notifiable',
  'compliance_phase',
  'subsidiary_of',
  'protocols',
  'updated_at',
] as const

type Row = Pick<Selected<DB['trust.vasp']>, (typeof vaspColumns)[number]>
type Selected<T> = { [K in keyof T]: T[K] extends { __select__: infer S } ? S : T[K] }

/** A company, or undefined. Network-wide: the directory is open to every member. */
export const findVasp = (tx: TrustTx, did: string) =>
  tx.selectFrom('trust.vasp').select(vaspColumns).where('vasp_did', '=', did).executeTakeFirst()

/** The stated profile of the own company, locked until the transaction ends; undefined when absent. */
export const lockProfile = async (tx: TrustTx, did: string): Promise<Profile | undefined> => {
  const row = await tx
    .selectFrom('trust.vasp')
    .select('profile')
    .where('vasp_did', '=', did)
    .forUpdate()
    .executeTakeFirst()
  return row && Profile.parse(row.profile)
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
    .set({ profile: JSON.stringify(profile), updated_at: at })
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

const visibilityOf = (field: string) =>
  field in Profile.shape ? presentationOf(field as ProfileField).visibility : 'network'

/** Who asserted the present value of each field, and since when. */
export const findIssuers = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.claim')
    .distinctOn('field')
    .select(['field', 'issuer', 'issued_at'])
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

/** A row as the wire shows it. The stored words are checked against the contract's. */
export const listedVasp = (row: Row): ListedVasp =>
  ListedVasp.parse({
    ...Profile.parse(row.profile),
    did: row.vasp_did,
    logo: row.logo,
    regulatoryStatus: row.regulatory_status,
    verificationStatus: row.verification_status,
    hasAdmin: row.has_admin,
    isActiveReceiver: row.is_active_receiver,
    isNotifiable: row.is_notifiable,
    compliancePhase: row.compliance_phase,
    subsidiaryOf: row.subsidiary_of,
    protocols: row.protocols,
    updatedAt: row.updated_at.toISOString(),
  })
