import { CompliancePhaseData, VaspSettings } from '@countersign/contracts/trust'
import type { TrustTx } from '../tables.ts'

/** The settings of a company, or undefined when there is no such company; `lock` holds it. */
export async function findSettings(
  tx: TrustTx,
  did: string,
  lock = false,
): Promise<VaspSettings | undefined> {
  const rows = tx.selectFrom('trust.vasp').select('discoverable').where('vasp_did', '=', did)
  const company = await (lock ? rows.forUpdate() : rows).executeTakeFirst()
  if (!company) return undefined
  const stored = await tx
    .selectFrom('trust.setting')
    .select(['status_to_process', 'auto_decryption', 'reviews_take_two'])
    .where('vasp_did', '=', did)
    .executeTakeFirst()
  return VaspSettings.parse({
    statusToProcessBlockchain: stored?.status_to_process ?? null,
    vaspDiscoverability: company.discoverable,
    autoDecryption: stored?.auto_decryption ?? false,
    reviewsTakeTwo: stored?.reviews_take_two ?? false,
  })
}

/** Stores the settings of a company. */
export async function saveSettings(
  tx: TrustTx,
  did: string,
  settings: VaspSettings,
  at: Date,
): Promise<void> {
  const values = {
    status_to_process: settings.statusToProcessBlockchain,
    auto_decryption: settings.autoDecryption,
    reviews_take_two: settings.reviewsTakeTwo,
    updated_at: at,
  }
  await tx
    .insertInto('trust.setting')
    .values({ vasp_did: did, ...values })
    .onConflict((conflict) => conflict.column('vasp_did').doUpdateSet(values))
    .execute()
  await tx
    .updateTable('trust.vasp')
    .set({ discoverable: settings.vaspDiscoverability, updated_at: at })
    .where('vasp_did', '=', did)
    .where('discoverable', '!=', settings.vaspDiscoverability)
    .execute()
}

/** The compliance phase of a company with its data, or undefined; `lock` holds it. */
export async function findCompliance(tx: TrustTx, did: string, lock = false) {
  const rows = tx
    .selectFrom('trust.vasp')
    .select(['compliance_phase', 'compliance_phase_data', 'updated_at'])
    .where('vasp_did', '=', did)
  const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst()
  return (
    row && {
      phase: row.compliance_phase,
      data: CompliancePhaseData.parse(row.compliance_phase_data),
      updatedAt: row.updated_at,
    }
  )
}

/** Stores the compliance phase of a company with its data. */
export const saveCompliance = (
  tx: TrustTx,
  did: string,
  phase: string,
  data: CompliancePhaseData,
  at: Date,
) =>
  tx
    .updateTable('trust.vasp')
    .set({
      compliance_phase: phase,
      compliance_phase_data: JSON.stringify(data),
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()
