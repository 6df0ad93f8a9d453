import { deregistered, Profile } from '@countersign/contracts/trust'
import { saveProfile, stateLei } from '../profile/index.ts'
import type { TrustDatabase } from '../tables.ts'

/** A company to begin with: what it states of itself, and what the network states of it. */
export type SeedVasp = {
  readonly did: string
  readonly profile: unknown
  readonly regulatoryStatus: string
  readonly verificationStatus: string
  readonly hasAdmin: boolean
  readonly isActiveReceiver: boolean
  readonly isNotifiable: boolean
  readonly compliancePhase: string
  readonly subsidiaryOf: string | null
  readonly protocols: readonly string[]
  readonly emailDomains: readonly string[]
  /** Nobody works for it: it lost its licence, or its group closed it. */
  readonly disabled?: boolean
}

/** Adds the companies that are not there yet; a company that is stays as people left it. */
export async function seedVasps(
  database: TrustDatabase,
  vasps: readonly SeedVasp[],
  at: Date,
): Promise<number> {
  let added = 0
  // Parents first, because a subsidiary names its parent.
  for (const vasp of vasps.toSorted((a, b) => Number(!!a.subsidiaryOf) - Number(!!b.subsidiaryOf)))
    if (await seedVasp(database, vasp, at)) added++
  return added
}

/** What happened to a seeded company is old news: its counterparties have judged it since. */
function reasonsOf({ disabled, regulatoryStatus, verificationStatus }: SeedVasp, at: Date) {
  const since = new Date(at.getTime() - 400 * 86_400_000).toISOString()
  const known = { reason: null, since }
  return {
    ...(disabled && { DISABLED: known }),
    ...(deregistered.includes(regulatoryStatus) && { DEREGISTERED: known }),
    ...(verificationStatus === 'SUSPENDED' && { SUSPENDED: known }),
  }
}

async function seedVasp(database: TrustDatabase, vasp: SeedVasp, at: Date): Promise<boolean> {
  const profile = Profile.parse(vasp.profile)
  return database.withTenant(vasp.did, async (tx) => {
    const [row] = await tx
      .insertInto('trust.vasp')
      .values({
        vasp_did: vasp.did,
        profile: JSON.stringify(profile),
        regulatory_status: vasp.regulatoryStatus,
        verification_status: vasp.verificationStatus,
        has_admin: vasp.hasAdmin,
        is_active_receiver: vasp.isActiveReceiver,
        is_notifiable: vasp.isNotifiable,
        compliance_phase: vasp.compliancePhase,
        subsidiary_of: vasp.subsidiaryOf,
        protocols: [...vasp.protocols],
        email_domains: [...vasp.emailDomains],
        disabled_at: vasp.disabled ? at : null,
        listing: 'listed',
        status_reasons: JSON.stringify(reasonsOf(vasp, at)),
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('vasp_did')
      .execute()
    if (!row) return false
    const stated = Object.fromEntries(Object.entries(profile).filter(([, value]) => value != null))
    await saveProfile(tx, vasp.did, profile, stated, vasp.did, at)
    if (profile.lei) await stateLei(tx, vasp.did, profile.lei, vasp.did, at)
    return true
  })
}
