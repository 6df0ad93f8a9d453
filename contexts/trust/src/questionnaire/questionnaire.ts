import type { trust as contract } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import { actorOf, type Caller } from '../caller.ts'
import type { TrustDatabase } from '../tables.ts'
import { discardDdq, restoreDdq } from './discard.operations.ts'
import { putAnswer, putPresence, startDdq, submitDdq } from './edit.operations.ts'
import { compareDdq, getDdq, getDdqVersion } from './questionnaire.operations.ts'
import { findReads } from './read.store.ts'
import { getDdqReview, pinVersion, putMark } from './review.operations.ts'

type Deps = { readonly database: TrustDatabase; readonly clock: () => number }
type Served = Pick<Handlers<typeof contract, Caller>, 'questionnaire' | 'questionnaireReview'>

/** The questionnaire and its reviews, as the contract names them. */
export function questionnaireHandlers({ database, clock }: Deps): Served {
  const now = () => new Date(clock())
  return {
    questionnaire: {
      get: (caller, { did, query }) =>
        database.withTenant(did, (tx) => getDdq(tx, readerOf(caller, did, query), now())),
      start: (caller, { did }) =>
        database.withTenant(did, (tx) => startDdq(tx, actorOf(caller), did, now())),
      discard: (caller, { did, query }) =>
        database.withTenant(did, (tx) => discardDdq(tx, actorOf(caller), did, query, now())),
      restore: (caller, { did }) =>
        database.withTenant(did, (tx) => restoreDdq(tx, actorOf(caller), did, now())),
      answer: (caller, { did, questionId, body }) =>
        database.withTenant(did, (tx) => {
          const writing = { ...body, question: questionId }
          return putAnswer(tx, actorOf(caller), did, writing, now())
        }),
      presence: (caller, { did, body }) =>
        database.withTenant(did, (tx) => {
          const member = actorOf(caller)
          const { name, email } = caller.viewer
          const person = { did: member.did, who: name ?? email ?? member.did }
          return putPresence(tx, did, person, body.section, now())
        }),
      submit: (caller, { did, body }) =>
        database.withTenant(did, (tx) => submitDdq(tx, actorOf(caller), did, body, now())),
      version: (caller, { did, version, query }) =>
        database.withTenant(did, (tx) =>
          getDdqVersion(tx, readerOf(caller, did, query), numberOf(version), now()),
        ),
      compare: (caller, { did, query }) =>
        database.withTenant(did, (tx) =>
          compareDdq(tx, readerOf(caller, did, query), query, now()),
        ),
      readers: async (_, { did }) => {
        const rows = await database.withTenant(did, (tx) => findReads(tx, did))
        return {
          reads: rows.map(({ requester_did, reader, version, at }) => ({
            requestingVASPdid: requester_did,
            reader,
            version,
            at: at.toISOString(),
          })),
        }
      },
    },
    questionnaireReview: {
      get: (_, { did, reviewedDid }) =>
        database.withTenant(did, (tx) => getDdqReview(tx, did, reviewedDid)),
      mark: (caller, { did, reviewedDid: reviewed, section, body }) => {
        const where = { did, reviewed, at: now() }
        return putMark(database, actorOf(caller), where, { section, ...body })
      },
      pin: (caller, { did, reviewedDid: reviewed, body }) => {
        const where = { did, reviewed, at: now() }
        return pinVersion(database, actorOf(caller), where, body.version)
      },
    },
  }
}

const readerOf = (
  caller: Caller,
  did: string,
  query: { requestingVASPdid?: string | undefined },
) => ({
  did,
  caller,
  requester: query.requestingVASPdid,
})

/** A version's number in a path; what is none is a version that does not exist. */
const numberOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 0)
