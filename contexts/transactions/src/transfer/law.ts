import type { LawFinding, Status } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, lawFindings, ruleOf } from '../threshold/index.ts'
import { findRegistered } from './registered.store.ts'
import type { SideRow } from './side.store.ts'
import type { Transfer } from './transfer.store.ts'

/** When the originator's company still decides whether a transfer goes. */
const beforeSending: readonly Status[] = [
  'NEW',
  'SAVED',
  'MISSING_BENEFICIARY_DATA',
  'WAITING_FOR_INFORMATION',
]

/** What the company's own law says about transfers on which it still decides, by their ids. */
export async function findingsOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  sides: readonly SideRow[],
  transfers: ReadonlyMap<string, Transfer>,
): Promise<ReadonlyMap<string, LawFinding[]>> {
  const registered = await findRegistered(
    tx,
    company,
    sides.flatMap((own) => (beforeSending.includes(own.status) ? (own.customer_key ?? []) : [])),
  )
  const doubtful = sides.flatMap((own) => {
    const transfer = transfers.get(own.transfer_id)
    const facts = transfer && factsOf(transfer, own, registered)
    return facts && !(facts.isComplete && facts.isRegistered)
      ? [{ id: own.transfer_id, facts }]
      : []
  })
  if (doubtful.length === 0) return new Map()
  const [own] = await deps.companies(tx, [company])
  const rule = own ? ruleOf(await deps.jurisdictions(tx), countryOf(own)) : null
  return new Map(doubtful.map(({ id, facts }) => [id, lawFindings(rule, facts)]))
}

function factsOf(transfer: Transfer, own: SideRow, registered: ReadonlySet<string>) {
  const isSimple = { isComplete: true, isRegistered: true }
  if (own.role !== 'B')
    return beforeSending.includes(own.status)
      ? {
          ...isSimple,
          side: 'originator' as const,
          isRegistered: own.customer_key !== null && registered.has(own.customer_key),
        }
      : undefined
  if (own.status !== 'ACK' && own.status !== 'INCOMPLETE') return undefined
  const isEnough = !transfer.threshold.warnings.includes('COUNTERPARTY_RULE_APPLIES')
  return {
    ...isSimple,
    side: 'beneficiary' as const,
    isComplete: own.status === 'ACK' && isEnough,
  }
}
