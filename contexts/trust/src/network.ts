import type { trust as contract } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import { notInternal } from './audience.rules.ts'
import { actorOf, type Caller } from './caller.ts'
import { listTopCounterparties, showActivity } from './counterparty.operations.ts'
import {
  createJurisdiction,
  listJurisdictionChanges,
  listJurisdictions,
  updateJurisdiction,
} from './jurisdiction.operations.ts'
import { giveReview, listReviewHistory, listReviews, undoReview } from './review.operations.ts'
import type { TrustDatabase } from './tables.ts'

type Groups = 'review' | 'counterparty' | 'jurisdiction'

/** Verdicts, counterparties and jurisdictions. */
export function networkHandlers({
  database,
  clock,
}: {
  readonly database: TrustDatabase
  readonly clock: () => number
}): Pick<Handlers<typeof contract, Caller>, Groups> {
  const now = () => new Date(clock())
  const authorOf = (caller: Caller) => ({
    ...actorOf(caller),
    name: caller.viewer.name ?? null,
  })
  return {
    review: {
      give: (caller, { did, body }) => {
        notInternal(caller.viewer.grants, 'trustframework.updateVASP', did)
        return database.withTenant(did, (tx) => giveReview(tx, authorOf(caller), did, body, now()))
      },
      undo: (caller, { did, reviewId }) => {
        notInternal(caller.viewer.grants, 'trustframework.updateVASP', did)
        return database.withTenant(did, (tx) =>
          undoReview(tx, actorOf(caller), did, reviewId, now()),
        )
      },
      list: ({ viewer }, { did, query }) => {
        notInternal(viewer.grants, 'trustframework.getVASP', did)
        return database.withTenant(did, (tx) => listReviews(tx, did, query, now()))
      },
      history: ({ viewer }, { did, reviewedDid }) => {
        notInternal(viewer.grants, 'trustframework.getVASP', did)
        return database.withTenant(did, (tx) => listReviewHistory(tx, did, reviewedDid))
      },
    },
    counterparty: {
      top: ({ viewer }, { query: { vaspDID } }) => {
        notInternal(viewer.grants, 'trustframework.listVASP', vaspDID)
        return database.withTenant(vaspDID, (tx) => listTopCounterparties(tx, vaspDID, now()))
      },
      activity: ({ viewer }, { did, counterpartyDid }) => {
        notInternal(viewer.grants, 'transactions.list', did)
        return database.withTenant(did, (tx) => showActivity(tx, did, counterpartyDid, now()))
      },
    },
    jurisdiction: {
      list: () => database.withNobody(listJurisdictions),
      create: (caller, { body }) =>
        database.withNobody((tx) => createJurisdiction(tx, authorOf(caller), body, now())),
      update: (caller, { jurisdictionId, body }) =>
        database.withNobody((tx) =>
          updateJurisdiction(tx, authorOf(caller), jurisdictionId, body, now()),
        ),
      history: (_, { jurisdictionId }) =>
        database.withNobody((tx) => listJurisdictionChanges(tx, jurisdictionId)),
    },
  }
}
