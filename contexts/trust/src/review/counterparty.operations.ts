import { Did, holdsAsOwn, type Input } from '@countersign/contracts'
import { badgeFacts, trust } from '@countersign/contracts/trust'
import { fail } from '@countersign/kit/errors'
import type { TransferActivity } from '../deps.ts'
import { handlers, type InCompany } from '../handlers.ts'
import { findVasp, findVasps, listedVasp } from '../profile/index.ts'
import { monthBack } from './counterparty.rules.ts'
import { changesOf, nextLook, snapshotOf } from './look.rules.ts'
import { findSeen, lockLook, saveLook } from './look.store.ts'
import { findReviews, reviewOut } from './review.store.ts'
import { findWaiting, waitingOut } from './waiting.store.ts'

const contract = trust.counterparty

/** Companies that transfers were with. */
export const counterparty = handlers(contract, { top, activity, look })

type Counts = Omit<Awaited<ReturnType<TransferActivity['top']>>[number], 'counterparty'>

const activityOf = (row: Counts) => ({
  totalIncomingTransactions: row.incoming,
  totalOutgoingTransactions: row.outgoing,
  travelRuleIncomingTransactions: row.travelRuleIncoming,
  travelRuleOutgoingTransactions: row.travelRuleOutgoing,
  answeredTransactions: row.answered,
})

/** The 20 companies that most transfers of twelve months were with; verdicts are for who may read them. */
async function top({ tx, company: did, caller, actor, at, deps }: InCompany) {
  // Who may list companies but not open them, such as a limited client, sees no verdicts.
  const withReviews = holdsAsOwn(caller.viewer.grants, 'trustframework.getVASP', did)
  const ranked = await deps.transferActivity.top(tx, did, monthBack(at, 11), 20)
  const dids = ranked.map((row) => row.counterparty)
  const vasps = new Map((await findVasps(tx, dids)).map((row) => [row.vasp_did, listedVasp(row)]))
  const found = withReviews ? await findReviews(tx, did, dids) : []
  const reviews = new Map(found.map((row) => [row.reviewed_did, row]))
  const held = withReviews ? await findWaiting(tx, did, dids, at) : []
  const waiting = new Map(held.map((row) => [row.reviewed_did, waitingOut(row)]))
  const seen = await findSeen(tx, did, actor.did, dids)
  const months = await deps.transferActivity.byMonth(tx, did, dids, monthBack(at, 5))
  const recent = [5, 4, 3, 2, 1, 0].map((back) => monthBack(at, back))
  const results = ranked.flatMap((row) => {
    const vasp = vasps.get(row.counterparty)
    if (!vasp) return []
    const review = reviews.get(vasp.did)
    const before = seen.get(vasp.did)
    return {
      ...activityOf(row),
      vaspDID: vasp.did,
      vaspName: vasp.name,
      vaspLogoURL: vasp.logo,
      jurisdiction: vasp.jurisdictions?.[0] ?? null,
      sendsTravelRuleData: row.travelRuleIncoming > 0,
      repliesTravelRuleData: row.answered > 0,
      ...badgeFacts(vasp),
      alerts: vasp.alerts,
      trend: recent.map((month) => {
        const counts = months.find((one) => one.counterparty === vasp.did && one.month === month)
        return counts ? counts.incoming + counts.outgoing : 0
      }),
      review: review ? reviewOut(review) : null,
      waitingReview: waiting.get(vasp.did) ?? null,
      changed: before ? changesOf(before, snapshotOf(vasp)).map(({ field }) => field) : [],
    }
  })
  return { lastUpdated: ranked.length > 0 ? at.toISOString() : null, results }
}

/** Transfers with one company, newest month first; none is an answer too. @throws 404 when it is no DID */
async function activity(
  { tx, company: did, at, deps }: InCompany,
  { counterpartyDid }: Input<typeof contract.activity>,
) {
  if (!Did.safeParse(counterpartyDid).success) throw fail('not_found', 'No such company')
  const rows = await deps.transferActivity.byMonth(tx, did, [counterpartyDid], monthBack(at, 23))
  return {
    vaspDID: counterpartyDid,
    lastUpdated: rows.length > 0 ? at.toISOString() : null,
    months: rows.map((row) => ({ month: row.month, ...activityOf(row) })),
  }
}

/** What has changed of a company since the caller last looked; this is a look, too. @throws 404 */
async function look(
  { tx, company, actor, at }: InCompany,
  { counterpartyDid: counterparty }: Input<typeof contract.look>,
) {
  const row = counterparty === company ? undefined : await findVasp(tx, counterparty)
  if (!row) throw fail('not_found', 'No such company')
  const now = snapshotOf(listedVasp(row))
  const last = await lockLook(tx, company, actor.did, counterparty)
  const kept = nextLook(last, now, at)
  await saveLook(tx, { company, user: actor.did, counterparty }, kept)
  return {
    since: kept.beforeAt?.toISOString() ?? null,
    changes: kept.before ? changesOf(kept.before, now) : [],
  }
}
