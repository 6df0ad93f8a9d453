import type { Registry } from '@countersign/contracts/trust'
import type { TrustTx } from './tables.ts'

/** Keeps what a register said of a company when it was last asked. */
export async function saveRegistryRecord(
  tx: TrustTx,
  did: string,
  registry: Registry,
  externalId: string,
  record: object,
  at: Date,
): Promise<void> {
  const values = { external_id: externalId, record: JSON.stringify(record), fetched_at: at }
  await tx
    .insertInto('trust.registry_record')
    .values({ vasp_did: did, registry, ...values })
    .onConflict((conflict) => conflict.columns(['vasp_did', 'registry']).doUpdateSet(values))
    .execute()
}

/** What the registers said of a company. */
export const findRegistryRecords = (tx: TrustTx, did: string) =>
  tx
    .selectFrom('trust.registry_record')
    .select(['registry', 'external_id', 'record', 'fetched_at'])
    .where('vasp_did', '=', did)
    .execute()

/** Stores the status that a register gives a company. */
export async function setRegulatoryStatus(
  tx: TrustTx,
  did: string,
  status: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('trust.vasp')
    .set({ regulatory_status: status, updated_at: at })
    .where('vasp_did', '=', did)
    .execute()
}
