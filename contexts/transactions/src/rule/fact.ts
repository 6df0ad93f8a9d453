import { checkKinds, type RuleFact, type RuleStage } from '@countersign/contracts/transactions'
import type { Counterparty, TransactionsDeps } from '../deps.ts'
import { findHeldParts } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf } from '../threshold/index.ts'
import {
  findSettings,
  findTransfers,
  otherOf,
  type SideRow,
  type Transfer,
} from '../transfer/index.ts'
import type { Asked } from './asked.rules.ts'
import { customerFacts } from './customer-fact.ts'
import type { RuleFacts } from './evaluate.rules.ts'
import {
  type Firsts,
  findChecks,
  findFirsts,
  findOwners,
  findResponseTimes,
  type Sum,
  sumWindow,
} from './fact.store.ts'

/** A transfer about which rules decide. */
export type Subject = { readonly transfer: Transfer; readonly own: SideRow }

/** Reads transfers with their sides. */
export async function subjectsOf(
  tx: TransactionsTx,
  sides: readonly SideRow[],
): Promise<Subject[]> {
  const transfers = await findTransfers(
    tx,
    sides.map(({ transfer_id }) => transfer_id),
  )
  return sides.flatMap((own) => {
    const transfer = transfers.get(own.transfer_id)
    return transfer ? [{ transfer, own }] : []
  })
}

/** Ten-thousandths as text with four digits after the point. */
const decimal = (value: bigint) => {
  const digits = value.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/**
 * Everything that rules may ask about some transfers, read once: codes, amounts and minutes, never a name.
 * @param asked what the rules ask for that isn't read for each transfer
 * @param comparesNames opens names to compare them, as a decision does
 * @returns the facts of each transfer by its id
 */
export async function factsFor(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  subjects: readonly Subject[],
  {
    at,
    asked,
    comparesNames = false,
  }: {
    readonly at: Date
    readonly asked: Asked
    readonly comparesNames?: boolean
  },
): Promise<ReadonlyMap<string, RuleFacts>> {
  const ids = subjects.map(({ transfer }) => transfer.id)
  const others = [...new Set(subjects.flatMap(({ transfer }) => otherOf(transfer, company) ?? []))]
  const known = await deps.counterparties(tx, company, others)
  const companies = new Map(known.map((one) => [one.did, one]))
  const [us] = await deps.companies(tx, [company])
  const parts = await findHeldParts(tx, company, ids)
  const owners = await findOwners(tx, company, ids)
  const customers = await customerFacts(deps, tx, company, subjects, {
    at,
    owners,
    openable: new Set(parts.keys()),
    comparesNames,
  })
  const checks = await findChecks(tx, company, ids)
  const { checksExpected } = await findSettings(tx, company)
  const firsts = await findFirsts(tx, company, ids)
  const times = asked.responseTimes ? await findResponseTimes(tx, company, others, at) : null
  const sums: (Sum & Asked['sums'][number])[] = []
  for (const one of asked.sums)
    for (const sum of await sumWindow(tx, company, ids, one)) sums.push({ ...sum, ...one })
  return new Map(
    subjects.map(({ transfer, own }) => {
      const other = otherOf(transfer, company)
      const counterparty = other === null ? undefined : companies.get(other)
      const facts: Record<string, RuleFact> = {
        ...ofCounterparty(transfer, own, counterparty, { at, group: us?.group ?? null }),
        ...ofMovement(transfer, own, at),
        ...dataComplete(transfer, own, parts.has(transfer.id)),
        ...customers.get(transfer.id),
        ADDRESS_OWNER: [owners.get(transfer.id)?.owner ?? 'UNKNOWN'],
        ...firstWith(firsts.get(transfer.id), other, customers.has(transfer.id)),
      }
      for (const kind of checkKinds)
        for (const name of [kind, ...asked.sources.map((source) => `${kind} ${source}`)]) {
          // What is expected isn't known yet. What nobody expects was not checked.
          const found = checks.get(`${transfer.id} ${name}`)
          if (found || !checksExpected.includes(kind)) facts[name] = found ?? []
        }
      const hasNone = other === null && (transfer.self_hosted || own.role === 'I')
      const minutes = hasNone ? [] : times?.get(other ?? '')
      if (times && minutes !== undefined) facts.RESPONSE_TIME = minutes
      for (const sum of sums)
        if (
          sum.transferId === transfer.id &&
          sum.value !== null &&
          own.currency !== null &&
          (sum.by === 'COUNTERPARTY' || customers.has(transfer.id))
        )
          facts[`SUM_WINDOW ${sum.hours}${sum.by === 'CUSTOMER' ? ' CUSTOMER' : ''}`] = {
            amount: decimal(BigInt(sum.value)),
            currency: own.currency,
          }
      return [transfer.id, facts]
    }),
  )
}

function ofCounterparty(
  transfer: Transfer,
  own: SideRow,
  counterparty: Counterparty | undefined,
  { at, group }: { readonly at: Date; readonly group: string | null },
): Record<string, RuleFact> {
  // A self-hosted wallet and the company itself are no counterparty; one that nobody named may be anybody.
  if (!counterparty)
    return transfer.self_hosted || own.role === 'I'
      ? {
          VASP: [],
          'VASP GROUP': [],
          REVIEWED_VASP_LIST: [],
          JURISDICTION: [],
          COUNTERPARTY: [],
          DIRECTION_GROUP: [own.role === 'I' ? 'YES' : 'NO'],
        }
      : {}
  const country = countryOf(counterparty)
  return {
    VASP: [counterparty.did],
    'VASP GROUP': [...new Set([counterparty.did, counterparty.group])],
    REVIEWED_VASP_LIST: [
      counterparty.verdict ?? 'NOT_REVIEWED',
      ...(isPast(counterparty.nextReviewAt, at) ? ['REVIEW_OVERDUE'] : []),
    ],
    ...(country !== null && { JURISDICTION: [country] }),
    COUNTERPARTY: [
      counterparty.verified ? 'VERIFIED' : 'NOT_VERIFIED',
      counterparty.phase,
      isPast(counterparty.questionnaireUntil ?? at, at) ? 'DDQ_NOT_VALID' : 'DDQ_VALID',
    ],
    DIRECTION_GROUP: [counterparty.group === group ? 'YES' : 'NO'],
  }
}

/** Whether a transfer is the first with each of its parties. What was seen before has a code too: "not first" can hold. */
function firstWith(
  firsts: Firsts | undefined,
  other: string | null,
  knowsCustomer: boolean,
): Record<string, RuleFact> {
  if (!firsts) return {}
  const codes = (isFirst: boolean | null, code: string) =>
    isFirst === null ? [] : [isFirst ? code : 'SEEN']
  return {
    FIRST_WITH: codes(other === null ? null : firsts.counterparty, 'COUNTERPARTY'),
    'FIRST_WITH ADDRESS': codes(firsts.address, 'ADDRESS'),
    ...(knowsCustomer && { 'FIRST_WITH CUSTOMER': codes(firsts.customer, 'CUSTOMER') }),
  }
}

const isPast = (time: Date | null, at: Date): boolean => time !== null && time <= at

function ofMovement(transfer: Transfer, own: SideRow, at: Date): Record<string, RuleFact> {
  const [network = ''] = transfer.asset_id.split('/')
  return {
    ...(own.value !== null &&
      own.currency !== null && {
        TRANSACTION_AMOUNT: { amount: decimal(BigInt(own.value)), currency: own.currency },
      }),
    TRANSACTION_CREATION_TIME: Math.max(
      0,
      Math.floor((at.getTime() - own.created_at.getTime()) / 60_000),
    ),
    ASSET: [transfer.asset_symbol, transfer.asset_id],
    NETWORK: [network],
    TRANSACTION_TYPE: [transfer.type],
    ...tierOf(transfer, own),
    OWN_ACCOUNT: [transfer.own_account ? 'YES' : 'NO'],
  }
}

/** Which tier of its own law a transfer comes to for the company, counted from 1; without a price, the highest. */
function tierOf({ threshold }: Transfer, { role }: SideRow): Record<string, RuleFact> {
  const judged = role === 'B' ? threshold.beneficiary : threshold.originator
  if (!judged) return {}
  return { THRESHOLD_TIER: [judged.tier === null ? 'NONE' : String(judged.tier + 1)] }
}

/** The originator's company knows at once; the beneficiary's once it can open the data. */
function dataComplete(
  transfer: Transfer,
  own: SideRow,
  canOpen: boolean,
): Record<string, RuleFact> {
  if (own.role !== 'B')
    return { DATA_COMPLETE: [own.status === 'MISSING_BENEFICIARY_DATA' ? 'NO' : 'YES'] }
  if (!canOpen) return {}
  const isOurs = !transfer.threshold.warnings.includes('COUNTERPARTY_RULE_APPLIES')
  return { DATA_COMPLETE: [isOurs ? 'YES' : 'NO'] }
}

/** When rules decide about a transfer as its company sees it; null: they don't. */
export function stageOf({ transfer, own }: Subject): RuleStage | null {
  if (own.role !== 'B') {
    const isOpen =
      own.status === 'NEW' ||
      own.status === 'SAVED' ||
      own.status === 'MISSING_BENEFICIARY_DATA' ||
      own.status === 'WAITING_FOR_INFORMATION'
    return isOpen && own.processed_at === null ? 'NEW' : null
  }
  if (transfer.beneficiary_did !== own.vasp_did) return null
  if (own.status === 'SENT' || own.status === 'NOT_READY' || own.status === 'INCOMPLETE')
    return 'ARRIVAL'
  return own.status === 'ACK' ? 'DECISION' : null
}
