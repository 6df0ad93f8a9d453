import { deregistered, type Registry, type RegistryFields } from '@countersign/contracts/trust'
import { setReason } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { fieldsOf } from './registry.rules.ts'

/**
 * Keeps what a register said when it was last asked. `said` are the fields that wait until the network has
 * confirmed that the entry is the company's.
 */
export async function saveRegistryRecord(
  tx: TrustTx,
  did: string,
  registry: Registry,
  externalId: string,
  record: object,
  at: Date,
  said: RegistryFields,
): Promise<void> {
  const values = {
    external_id: externalId,
    record: JSON.stringify(record),
    said: JSON.stringify(said),
    fetched_at: at,
  }
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
    .orderBy('registry')
    .execute()

/** The fields of an entry that wait for the network. */
export async function findSaid(
  tx: TrustTx,
  did: string,
  registry: Registry,
  externalId: string,
): Promise<RegistryFields> {
  const row = await tx
    .selectFrom('trust.registry_record')
    .select('said')
    .where('vasp_did', '=', did)
    .where('registry', '=', registry)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return fieldsOf(Object(row?.said))
}

/** Stores the status that a register or the network gives a company, and why. */
export async function setRegulatoryStatus(
  tx: TrustTx,
  did: string,
  status: string,
  reason: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('trust.vasp')
    .set({ regulatory_status: status, updated_at: at })
    .where('vasp_did', '=', did)
    .execute()
  await setReason(tx, did, 'DEREGISTERED', deregistered.includes(status) ? { reason } : null, at)
}

/** What a register said of a company, as it was kept. */
export const findRecord = async (tx: TrustTx, did: string, registry: Registry) => {
  const row = await tx
    .selectFrom('trust.registry_record')
    .select('record')
    .where('vasp_did', '=', did)
    .where('registry', '=', registry)
    .executeTakeFirst()
  return row && Object(row.record)
}
