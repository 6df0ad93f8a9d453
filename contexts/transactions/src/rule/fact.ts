import type { RuleFact, RuleStage } from '@countersign/contracts/transactions'
import type { Counterparty, TransactionsDeps } from '../deps.ts'
import { findHeldParts } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf } from '../threshold/index.ts'
import { findTransfers, otherOf, type SideRow, type Transfer } from '../transfer/index.ts'
import { customerFacts } from './customer-fact.ts'
import type { RuleFacts } from './evaluate.rules.ts'
import { findChecks, findOwners, findRepeated, type Sum, sumWindow } from './fact.store.ts'

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
 * @param hours the windows of sums that the rules ask for
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
    hours,
    comparesNames = false,
  }: {
    readonly at: Date
    readonly hours: readonly number[]
    readonly comparesNames?: boolean
  },
): Promise<ReadonlyMap<string, RuleFacts>> {
  const ids = subjects.map(({ transfer }) => transfer.id)
  const others = [...new Set(subjects.flatMap(({ transfer }) => otherOf(transfer, company) ?? []))]
  const known = await deps.counterparties(tx, company, others)
  const companies = new Map(known.map((one) => [one.did, one]))
  const parts = await findHeldParts(tx, company, ids)
  const owners = await findOwners(tx, company, ids)
  const customers = await customerFacts(deps, tx, company, subjects, {
    at,
    owners,
    openable: new Set(parts.keys()),
    comparesNames,
  })
  const checks = await findChecks(tx, company, ids)
  const repeated = await findRepeated(tx, company, ids)
  const sums: Sum[] = []
  for (const window of new Set(hours)) sums.push(...(await sumWindow(tx, company, ids, window)))
  return new Map(
    subjects.map(({ transfer, own }) => {
      const other = otherOf(transfer, company)
      const counterparty = other === null ? undefined : companies.get(other)
      const facts: Record<string, RuleFact> = {
        ...ofCounterparty(transfer, own, counterparty),
        ...ofMovement(transfer, own, at),
        ...dataComplete(transfer, own, parts.has(transfer.id)),
        ...customers.get(transfer.id),
        ADDRESS_OWNER: [owners.get(transfer.id)?.owner ?? 'UNKNOWN'],
        // A check that nobody has made can't be waited for: it isn't a match.
        RISK_SCORE: checks.get(`${transfer.id} RISK_SCORE`) ?? [],
        SANCTION_LIST_CHECK: checks.get(`${transfer.id} SANCTION_LIST_CHECK`) ?? [],
        FIRST_WITH: other !== null && !repeated.has(transfer.id) ? ['COUNTERPARTY'] : [],
      }
      for (const sum of sums)
        if (sum.transferId === transfer.id && sum.value !== null && own.currency !== null)
          facts[`SUM_WINDOW ${sum.hours}`] = {
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
): Record<string, RuleFact> {
  // A self-hosted wallet and the company itself are no counterparty; one that nobody named may be anybody.
  if (!counterparty)
    return transfer.self_hosted || own.role === 'I'
      ? { VASP: [], REVIEWED_VASP_LIST: [], JURISDICTION: [], COUNTERPARTY: [] }
      : {}
  const country = countryOf(counterparty)
  return {
    VASP: [counterparty.did],
    REVIEWED_VASP_LIST: [counterparty.verdict ?? 'NOT_REVIEWED'],
    ...(country !== null && { JURISDICTION: [country] }),
    COUNTERPARTY: [counterparty.verified ? 'VERIFIED' : 'NOT_VERIFIED'],
  }
}

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
    OWN_ACCOUNT: [transfer.own_account ? 'YES' : 'NO'],
  }
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
  if (own.status === 'SENT' || own.status === 'NOT_READY') return 'ARRIVAL'
  return own.status === 'ACK' ? 'DECISION' : null
}
