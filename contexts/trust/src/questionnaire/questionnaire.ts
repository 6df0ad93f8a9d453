import {
  questionnaire as contract,
  questionnaireReview as reviewContract,
} from '@countersign/contracts/trust'
import { handlers, type OwnTransaction } from '../handlers.ts'
import type { TrustTx } from '../tables.ts'
import type { Reader } from './access.ts'
import { discardDdq, restoreDdq } from './discard.operations.ts'
import { putAnswer, putPresence, startDdq, submitDdq } from './edit.operations.ts'
import { compareDdq, getDdq, getDdqVersion } from './questionnaire.operations.ts'
import { findReads } from './read.store.ts'
import { getDdqReview, pinVersion, putMark } from './review.operations.ts'

type Asked = {
  readonly did: string
  readonly query: { readonly requestingVASPdid?: string | undefined }
}

/** In the transaction of the company that is read, which the reader need not work for. */
const asReader = <T>(
  { caller, deps }: OwnTransaction,
  { did, query }: Asked,
  read: (tx: TrustTx, reader: Reader) => Promise<T>,
): Promise<T> =>
  deps.database.withTenant(did, (tx) =>
    read(tx, { did, caller, requester: query.requestingVASPdid }),
  )

/** A company's questionnaire. */
export const questionnaire = handlers(contract, {
  get: (call, input) => asReader(call, input, (tx, reader) => getDdq(tx, reader, call.at)),
  start: startDdq,
  discard: discardDdq,
  restore: restoreDdq,
  answer: putAnswer,
  presence: putPresence,
  submit: submitDdq,
  version: (call, input) =>
    asReader(call, input, (tx, reader) =>
      getDdqVersion(tx, reader, numberOf(input.version), call.at),
    ),
  compare: (call, input) =>
    asReader(call, input, (tx, reader) => compareDdq(tx, reader, input.query, call.at)),
  readers: async ({ tx, company }) => ({
    reads: (await findReads(tx, company)).map(({ requester_did, reader, version, at }) => ({
      requestingVASPdid: requester_did,
      reader,
      version,
      at: at.toISOString(),
    })),
  }),
})

/** What a company makes of another's questionnaire. */
export const questionnaireReview = handlers(reviewContract, {
  get: ({ tx, company }, { reviewedDid }) => getDdqReview(tx, company, reviewedDid),
  mark: putMark,
  pin: pinVersion,
})

/** A version's number in a path; what is none is a version that does not exist. */
const numberOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 0)
