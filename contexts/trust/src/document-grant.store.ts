import type { DocumentRequest } from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import type { TrustTx } from './tables.ts'

/** Opens the present versions of the request's type to its requester. @returns how many */
export async function grantCurrentVersions(
  tx: TrustTx,
  request: DocumentRequest,
  until: Date,
  at: Date,
): Promise<number> {
  const documents = await tx
    .selectFrom('trust.document')
    .select(['id', 'version'])
    .where('vasp_did', '=', request.ownerDid)
    .where('document_type', '=', request.documentType)
    .where('deleted_at', 'is', null)
    .execute()
  if (documents.length === 0) return 0
  await tx
    .insertInto('trust.document_grant')
    .values(
      documents.map((document) => ({
        vasp_did: request.ownerDid,
        id: id('grant', at.getTime()),
        document_id: document.id,
        version: document.version,
        grantee_did: request.requestingVASPdid,
        request_id: request.id,
        granted_at: at,
        expires_at: until,
      })),
    )
    .execute()
  return documents.length
}

/** Ends at once what the approval of a request opened. */
export const endGrantsOfRequest = (tx: TrustTx, owner: string, requestId: string, at: Date) =>
  tx
    .updateTable('trust.document_grant')
    .set({ ended_at: at })
    .where('vasp_did', '=', owner)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
