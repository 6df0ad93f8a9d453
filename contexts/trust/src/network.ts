import { holdsAsOwn } from '@countersign/contracts'
import type { trust as contract } from '@countersign/contracts/trust'
import type { Handlers } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import { actorOf, type Caller } from './caller.ts'
import {
  createJurisdiction,
  listJurisdictionChanges,
  listJurisdictions,
  updateJurisdiction,
} from './jurisdiction/index.ts'
import {
  giveReview,
  listReviewHistory,
  listReviews,
  listTopCounterparties,
  showActivity,
  undoReview,
} from './review/index.ts'
import type { TrustDatabase } from './tables.ts'

type Groups = 'review' | 'counterparty' | 'jurisdiction'

/** Verdicts, counterparties and jurisdictions. */
export function networkHandlers({
  database,
  clock,
  vault,
}: {
  readonly database: TrustDatabase
  readonly clock: () => number
  readonly vault: Vault
}): Pick<Handlers<typeof contract, Caller>, Groups> {
  const now = () => new Date(clock())
  const authorOf = (caller: Caller) => ({
    ...actorOf(caller),
    name: caller.viewer.name ?? null,
  })
  return {
    review: {
      give: (caller, { did, body }) =>
        database.withTenant(did, (tx) => giveReview(tx, authorOf(caller), did, body, now())),
      undo: (caller, { did, reviewId }) =>
        database.withTenant(did, (tx) => undoReview(tx, actorOf(caller), did, reviewId, now())),
      list: (_, { did, query }) =>
        database.withTenant(did, (tx) => listReviews(tx, vault, did, query, now())),
      history: (_, { did, reviewedDid }) =>
        database.withTenant(did, (tx) => listReviewHistory(tx, did, reviewedDid)),
    },
    counterparty: {
      top: ({ viewer }, { query: { vaspDID } }) => {
        // Who may list companies but not open them, such as a limited client, sees no verdicts.
        const withReviews = holdsAsOwn(viewer.grants, 'trustframework.getVASP', vaspDID)
        return database.withTenant(vaspDID, (tx) =>
          listTopCounterparties(tx, vaspDID, { withReviews }, now()),
        )
      },
      activity: (_, { did, counterpartyDid }) =>
        database.withTenant(did, (tx) => showActivity(tx, did, counterpartyDid, now())),
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
