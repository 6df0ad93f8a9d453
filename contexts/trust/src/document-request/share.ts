import type { Input } from '@countersign/contracts'
import {
  type documentRequest as contract,
  type DocumentRequest,
  questionnaireType,
} from '@countersign/contracts/trust'
import { fail, invalid } from '@countersign/kit/errors'
import { hasInformation } from '../document/index.ts'
import { findVasp } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import { countOpenedSince, insertRequest, rereadRequest } from './request.store.ts'

const dayMs = 86_400_000
/** Companies that one company may give access in a day: each gets a mail. */
const dailyLimit = 50

/** Stands for the request that was never made, where a questionnaire is shared unasked. */
export async function unasked(
  tx: TrustTx,
  owner: string,
  { requestingVASPdid: requester, documentType }: Input<typeof contract.act>['query'],
  at: Date,
): Promise<DocumentRequest> {
  if (!(await findVasp(tx, owner)) || !(await findVasp(tx, requester)))
    throw fail('not_found', 'No such company')
  const made = { owner, requester, documentType, message: null, due: at }
  // Another call may have made it at the same time: it is locked and read all the same.
  await insertRequest(tx, { ...made, status: 'WAITING_FOR_INFORMATION' }, at)
  return rereadRequest(tx, owner, requester, documentType)
}

/** @throws 409 before there is a questionnaire, 422 for documents, 429 for too many in a day */
export async function mayShare(
  tx: TrustTx,
  owner: string,
  documentType: string,
  at: Date,
): Promise<void> {
  if (documentType !== questionnaireType)
    throw invalid(['query', 'documentType'], 'Share a document where you keep it, by a grant')
  if (!(await hasInformation(tx, owner, questionnaireType)))
    throw fail('conflict', 'Submit your questionnaire first')
  if ((await countOpenedSince(tx, owner, new Date(at.getTime() - dayMs))) >= dailyLimit)
    throw fail('too_many_requests', `A company can share with ${dailyLimit} others a day`, {
      retryAfter: 3600,
    })
}
