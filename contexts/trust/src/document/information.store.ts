import type { Event } from '@countersign/contracts/events'
import { type DocumentRequestStatus, DocumentType } from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { emit } from '@countersign/kit/outbox'
import type { TrustTx } from '../tables.ts'

/** Whether a company can show anything of this type. */
export const hasInformation = async (tx: TrustTx, owner: string, documentType: DocumentType) =>
  (await tx
    .selectFrom('trust.information')
    .select('since')
    .where('vasp_did', '=', owner)
    .where('document_type', '=', documentType)
    .executeTakeFirst()) !== undefined

/**
 * Notes that a company can now show something of this type: a document was stored, or the questionnaire
 * submitted. Requests that waited for it come up for an answer. Needs a transaction of the company.
 */
export async function informationArrived(
  tx: TrustTx,
  actor: Actor,
  owner: string,
  documentType: DocumentType,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('trust.information')
    .values({ vasp_did: owner, document_type: documentType, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const woken = await tx
    .updateTable('trust.document_request')
    .set({ status: 'PENDING', updated_at: at })
    .where('vasp_did', '=', owner)
    .where('document_type', '=', documentType)
    .where('status', '=', 'WAITING_FOR_INFORMATION')
    .returning(['id', 'requester_did'])
    .execute()
  for (const { id, requester_did: requester } of woken) {
    const request = {
      id,
      ownerDid: owner,
      requestingVASPdid: requester,
      documentType,
      status: 'PENDING' as const,
    }
    for (const company of [owner, requester]) emit(tx, documentRequestUpdated(company, request, at))
  }
  // The chains are locked last, in the order of their DIDs.
  const chains = woken.flatMap(({ id, requester_did: requester }) => [
    { company: owner, object: id },
    { company: requester, object: id },
  ])
  for (const chain of chains.toSorted((a, b) => (a.company < b.company ? -1 : 1)))
    await audit(tx, actor, at, {
      ...chain,
      action: 'documentRequest.informationArrived',
      detail: { documentType },
    })
}

/** Notes that nothing of this type is left to show. */
export const informationGone = (tx: TrustTx, owner: string, documentType: string) =>
  tx
    .deleteFrom('trust.information')
    .where('vasp_did', '=', owner)
    .where('document_type', '=', documentType)
    .execute()

type Told = {
  readonly id: string
  readonly ownerDid: string
  readonly requestingVASPdid: string
  readonly documentType: string
  readonly status: DocumentRequestStatus
}

const payloadOf = (request: Told) => ({
  requestId: request.id,
  ownerDid: request.ownerDid,
  requestingVASPdid: request.requestingVASPdid,
  documentType: DocumentType.parse(request.documentType),
  status: request.status,
})

/** Tells the owner's webhooks of a request. */
export const documentRequested = (company: string, request: Told, at: Date): Event => ({
  type: 'trustframework.documentRequested',
  company,
  payload: payloadOf(request),
  at,
})

/** Tells the webhooks of either side that a request moved. */
export const documentRequestUpdated = (company: string, request: Told, at: Date): Event => ({
  type: 'trustframework.documentRequestUpdated',
  company,
  payload: payloadOf(request),
  at,
})
