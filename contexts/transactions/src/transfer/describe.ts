import {
  type Act,
  AwaitedChecks,
  type Counterparty,
  type DataRequest,
  type PersonalData,
  type Transaction,
} from '@countersign/contracts/transactions'
import { networkOf, toDecimal } from '../asset/index.ts'
import type { Counterparty as CounterpartyKnown, TransactionsDeps } from '../deps.ts'
import { findHeldParts, type HeldPart } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, localAmounts, toMoney } from '../threshold/index.ts'
import { findingsOf } from './law.ts'
import { otherOf, sideOf } from './party.rules.ts'
import type { LastRequest } from './request.store.ts'
import { Pending, pendingOf } from './second-person.ts'
import type { SideRow } from './side.store.ts'
import { findActs } from './timeline.store.ts'
import { findTransfers, type Transfer } from './transfer.store.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/**
 * Transfers as their company sees them, in the order of its sides. What belongs to the other company, and all
 * personal data, is left out.
 */
export async function describe(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  sides: readonly SideRow[],
): Promise<Transaction[]> {
  const ids = sides.map(({ transfer_id }) => transfer_id)
  const transfers = await findTransfers(tx, ids)
  const others = [...new Set([...transfers.values()].flatMap((one) => otherOf(one, company) ?? []))]
  const companies = new Map(
    (await deps.counterparties(tx, company, others)).map((one) => [one.did, one]),
  )
  const acts = await findActs(tx, company, ids, 1)
  const parts = await findHeldParts(tx, company, ids)
  const findings = await findingsOf(deps, tx, company, sides, transfers)
  const people = await namesOf(deps, tx, company, sides, [...acts.values()].flat())
  const at = new Date(deps.clock())
  return sides.flatMap((own) => {
    const transfer = transfers.get(own.transfer_id)
    const last = acts.get(own.transfer_id)?.at(-1)
    if (!transfer || !last) return []
    const other = otherOf(transfer, company)
    const known = other === null ? undefined : companies.get(other)
    return [
      {
        ...shared(transfer, own),
        ...ofSide(transfer, own, people, at),
        counterparty: known ? brief(known) : null,
        pendingSecond: shownPending(own, people, at),
        openRequest: shownRequest(transfer.request),
        findings: findings.get(own.transfer_id) ?? [],
        lastAct: named(last, people),
        pii: personalData(transfer, own, parts.get(transfer.id) ?? []),
      },
    ]
  })
}

/** The company's own people who stand on these sides and acts. */
async function namesOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  sides: readonly SideRow[],
  acts: readonly Act[],
): Promise<ReadonlyMap<string, string>> {
  const firsts = sides.map(({ pending_second }) =>
    pending_second === null ? null : Pending.parse(pending_second).by,
  )
  const dids = [
    ...sides.map(({ assignee }) => assignee),
    ...firsts,
    ...acts.map(({ by }) => by.did),
  ]
  return deps.peopleOf(tx, company, [...new Set(dids.filter((did) => did !== null))])
}

/** An act with the name of who did it, where it was one of the company's own people. */
export const named = (act: Act, people: ReadonlyMap<string, string>): Act => ({
  ...act,
  by: { ...act.by, name: act.by.did === null ? null : (people.get(act.by.did) ?? null) },
})

const brief = (company: CounterpartyKnown): Counterparty => ({
  did: company.did,
  name: company.name,
  logo: company.logo,
  country: countryOf(company),
  badges: company.verified ? ['verified'] : [],
  review: company.verdict,
  phase: company.phase,
  answersWithin: company.answersWithin,
})

/** What was asked for last, as long as nobody has given up on it. */
const shownRequest = (asked: LastRequest | null | undefined): DataRequest | null =>
  !asked || asked.ended_at !== null
    ? null
    : {
        by: asked.by_did,
        fields: asked.items,
        at: asked.at.toISOString(),
        dueAt: asked.due_at.toISOString(),
        answeredAt: instant(asked.answered_at),
      }

/** The first of two approvals, as long as it counts. */
function shownPending(own: SideRow, people: ReadonlyMap<string, string>, at: Date) {
  const pending = pendingOf(own.pending_second, at)
  if (!pending) return null
  const { action, by, until } = pending
  return {
    action,
    at: pending.at,
    until,
    by: { did: by, name: people.get(by) ?? 'Former colleague' },
  }
}

/** The checks that rules wait for, as long as there is time for them. */
function awaitedOf(own: SideRow, at: Date): AwaitedChecks | null {
  const awaited = own.awaited_checks === null ? null : AwaitedChecks.parse(own.awaited_checks)
  return awaited && new Date(awaited.until) > at ? awaited : null
}

const reasonGiver = ({ reason_by }: Transfer): 'originator' | 'beneficiary' | 'system' =>
  reason_by === 'originator' || reason_by === 'beneficiary' ? reason_by : 'system'

/** What both companies may know, and the reader's share of it. */
function shared(transfer: Transfer, own: SideRow) {
  const isOriginators = own.role !== 'B'
  const amounts = localAmounts(BigInt(transfer.amount), transfer.decimals, transfer.price)
  const money = (currency: string | null | undefined) => {
    const amount = currency ? amounts(currency) : null
    return amount && currency ? toMoney(amount, currency) : null
  }
  return {
    id: transfer.id,
    version: own.version,
    status: own.status,
    direction: own.direction,
    transactionType: transfer.type,
    transactionAsset: transfer.asset_symbol,
    transactionRef: isOriginators ? own.transaction_ref : null,
    asset: {
      caip19: transfer.asset_id,
      symbol: transfer.asset_symbol,
      decimals: transfer.decimals,
      network: networkOf(transfer.asset_id, transfer.decimals),
    },
    transactionAmount: transfer.amount,
    amount: toDecimal(BigInt(transfer.amount), transfer.decimals),
    amountInLocalCurrency: money(own.currency),
    beneficiaryAmountInLocalCurrency: money(transfer.threshold.beneficiary?.currency),
    price: transfer.price,
    threshold: transfer.threshold,
    originatorVASPdid: transfer.originator_did,
    beneficiaryVASPdid: transfer.beneficiary_did,
    beneficiaryVASPname: own.erased_at ? null : transfer.beneficiary_name,
    ...onChain(transfer, own),
    protocol: 'TRLight' as const,
    protocolData: own.erased_at ? null : transfer.protocol_data,
    skipBeneficiaryDataValidation: transfer.skip,
    travelRuleBehavior: transfer.behaviour,
    onBehalfOfMyself: transfer.own_account,
    isNonCustodial: transfer.self_hosted,
    simulated: transfer.simulated,
    reason: transfer.reason_code && { code: transfer.reason_code, by: reasonGiver(transfer) },
    replaces: transfer.replaces,
    mergedInto: transfer.merged_into,
    createdAt: own.created_at.toISOString(),
    updatedAt: own.updated_at.toISOString(),
    sentAt: instant(transfer.sent_at),
    acknowledgedAt: instant(transfer.acked_at),
    decidedAt: instant(transfer.decided_at),
  }
}

/** Where the coins went. The other company may know it for longer than one that has erased its data. */
const onChain = (transfer: Transfer, own: SideRow) =>
  own.erased_at
    ? {
        transactionBlockchainInfo: {
          txHash: null,
          origin: null,
          destination: '',
          destinationTag: null,
          vout: null,
        },
        blockchainTransactionTimestamp: null,
      }
    : {
        transactionBlockchainInfo: {
          txHash: own.role === 'B' ? transfer.origin_tx_hash : own.tx_hash,
          origin: transfer.origin,
          destination: transfer.destination,
          destinationTag: transfer.destination_tag,
          vout: transfer.vout,
        },
        blockchainTransactionTimestamp: instant(transfer.blockchain_time),
      }

/** What one company alone sees. */
function ofSide(transfer: Transfer, own: SideRow, people: ReadonlyMap<string, string>, at: Date) {
  const isOriginators = own.role !== 'B'
  return {
    txHashSeenByCounterparty: null,
    originatorDid: null,
    beneficiaryDid: null,
    originatorRef: null,
    beneficiaryRef: null,
    heldBy: isOriginators ? own.held_by : null,
    withheldBy: isOriginators ? own.withheld_by : null,
    awaitedChecks: awaitedOf(own, at),
    waitsFor: own.waits_for,
    section: pendingOf(own.pending_second, at) ? 'SECOND_APPROVAL' : own.section,
    dueAt: instant(own.due_at),
    assignee:
      own.assignee === null
        ? null
        : { did: own.assignee, name: people.get(own.assignee) ?? 'Former colleague' },
    tags: own.tags,
    snoozedUntil: instant(own.snoozed_until),
    processedAt: isOriginators ? instant(own.processed_at) : null,
    chargedQuantity: own.charged,
    redirectedTo: sideOf(transfer, own.vasp_did) === 'former' ? transfer.beneficiary_did : null,
  }
}

/** What a company can do with the personal data of a transfer. */
function personalData(transfer: Transfer, own: SideRow, parts: readonly HeldPart[]): PersonalData {
  const has = (part: HeldPart['part']) => parts.some((one) => one.part === part)
  const which = { originator: has('ORIGINATOR'), beneficiary: has('BENEFICIARY') }
  if (own.erased_at) return { state: 'ERASED', ...which }
  if (parts.length > 0) return { state: 'OPENABLE', ...which }
  const isSealed =
    own.role === 'B' && transfer.type === 'TRAVELRULE' && transfer.status !== 'INCOMPLETE'
  return { state: isSealed ? 'SEALED' : 'NONE', ...which }
}
