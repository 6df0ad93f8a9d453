import type { Price, Threshold } from '@countersign/contracts/transactions'
import type { TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { asksForLess, priceOf, storedThreshold } from '../threshold/index.ts'
import {
  findTransfer,
  judgeAgain,
  lockSide,
  lockTransfer,
  type Step,
  saveTransfer,
  saveValue,
  type Transfer,
} from '../transfer/index.ts'
import { again } from './again.ts'

const minuteMs = 60_000
/** Minutes until a source of prices is asked again; then each hour, for a week. */
const pauses = [5, 30]
const maxTimes = 7 * 24

/**
 * Prices a transfer of which nobody knew the price, as of its creation. Neither its type nor what must travel gets less
 * by it: a person decides. The company that may not state the price waits for the other one's.
 */
export async function priceLater(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Step,
  at: Date,
): Promise<void> {
  const known = await findTransfer(tx, transferId)
  if (!known) return
  const quoted = known.price ?? (states(known, company) ? await quote(deps, known) : null)
  if (quoted === null) {
    const times = (args.times ?? 0) + 1
    const due = new Date(at.getTime() + (pauses[times - 1] ?? 60) * minuteMs)
    if (times <= maxTimes)
      await again(tx, company, transferId, 'PRICE', { ...args, times }, at, due)
    return
  }
  const transfer = await lockTransfer(tx, transferId)
  const own = await lockSide(tx, company, transferId)
  if (!transfer || !own || own.erased_at || own.value !== null) return
  const priced = transfer.price === null ? { ...transfer, price: quoted } : transfer
  if (transfer.price === null) {
    const fresh = storedThreshold(await judgeAgain(deps, tx, priced))
    await saveTransfer(tx, transferId, {
      price: JSON.stringify(quoted),
      threshold: JSON.stringify(keeping(transfer.threshold, fresh)),
    })
  }
  await saveValue(tx, company, priced, own)
  await decideSoon(tx, company, { transferId, version, args }, at)
}

/** Whose column the price is: the originator's, or of a deposit without data its creator's. */
const states = (
  { originator_did, beneficiary_did, by_beneficiary, status }: Transfer,
  company: string,
): boolean =>
  by_beneficiary && status === 'INCOMPLETE'
    ? beneficiary_did === company
    : originator_did === company

function quote(
  deps: TransactionsDeps,
  { asset_id, created_at, threshold }: Transfer,
): Promise<Price | null> {
  const currencies = [threshold.originator.currency, threshold.beneficiary?.currency]
  return priceOf(deps, {
    caip19: asset_id,
    currencies: currencies.filter((one) => one !== null && one !== undefined),
    at: created_at,
  })
}

/** The tiers as they were decided, with the amounts that are known by now. */
function keeping(stored: Threshold, fresh: Threshold): Threshold {
  const { originator, beneficiary } = stored
  const warnings = stored.warnings.filter((one) => one !== 'PRICE_UNKNOWN')
  return {
    ...stored,
    originator: { ...originator, amount: fresh.originator.amount },
    beneficiary: beneficiary && { ...beneficiary, amount: fresh.beneficiary?.amount ?? null },
    warnings: asksForLess(stored, fresh) ? [...warnings, 'LESS_WOULD_DO'] : warnings,
  }
}
