import type { DdqAnnex } from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import type { TrustTx } from '../tables.ts'
import { findKept } from './document.store.ts'

/** Somebody who may read the questionnaire: their request, and until when. */
type Reading = { readonly id: string; readonly requester: string; readonly until: Date }

/** Opens the annexes of a version to those who may read it, where they are not open yet. */
export async function grantAnnexes(
  tx: TrustTx,
  owner: string,
  annexes: readonly DdqAnnex[],
  readings: readonly Reading[],
  at: Date,
): Promise<void> {
  const there = await findKept(
    tx,
    owner,
    annexes.map((annex) => annex.id),
  )
  const kept = annexes.filter((annex) => there.some((one) => one.id === annex.id))
  for (const reading of readings) {
    const open = await findOpen(tx, owner, reading.id)
    const fresh = kept.filter(
      (annex) => !open.some((one) => one.document_id === annex.id && one.version === annex.version),
    )
    if (fresh.length > 0)
      await tx
        .insertInto('trust.document_grant')
        .values(
          fresh.map((annex) => ({
            vasp_did: owner,
            id: id('grant', at.getTime()),
            document_id: annex.id,
            version: annex.version,
            grantee_did: reading.requester,
            request_id: reading.id,
            granted_at: at,
            expires_at: reading.until,
          })),
        )
        .execute()
  }
}

/** Those who may read a company's questionnaire now. */
export const findReadings = async (
  tx: TrustTx,
  owner: string,
  documentType: string,
  at: Date,
): Promise<Reading[]> => {
  const rows = await tx
    .selectFrom('trust.document_request')
    .select(['id', 'requester_did', 'expires_at'])
    .where('vasp_did', '=', owner)
    .where('document_type', '=', documentType)
    .where('status', '=', 'APPROVED')
    .where('expires_at', '>', at)
    .execute()
  return rows.flatMap(({ id: request, requester_did: requester, expires_at: until }) =>
    until ? [{ id: request, requester, until }] : [],
  )
}

const findOpen = (tx: TrustTx, owner: string, requestId: string) =>
  tx
    .selectFrom('trust.document_grant')
    .select(['document_id', 'version'])
    .where('vasp_did', '=', owner)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
