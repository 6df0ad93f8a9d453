import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import { ensureKey } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, ruleOf } from '../threshold/index.ts'
import { addActs, findTransfer, lockSide, openSide, type Step } from '../transfer/index.ts'

/** A transfer that was sent reaches the beneficiary's company: its side, inbox and webhooks. */
export async function arrive(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Step,
  at: Date,
): Promise<void> {
  const transfer = await findTransfer(tx, transferId)
  if (!transfer || (await lockSide(tx, company, transferId))) return
  await ensureKey(tx, company, deps.vault, at)
  const [own] = await deps.companies(tx, [company])
  const rule = ruleOf(await deps.jurisdictions(tx), own ? countryOf(own) : null)
  const sent = { ...transfer, status: args.to, version }
  await openSide(tx, company, sent, { role: 'B', currency: rule?.tiers[0]?.currency ?? 'USD', at })
  await addActs(tx, company, transferId, [{ ...args, at: new Date(args.at), did: null, version }])
  const about = { transactionId: transferId, version, at: args.at }
  emit(tx, {
    type: 'notification.transactionCreated',
    company,
    at,
    payload: {
      ...about,
      direction: 'incoming',
      transactionType: transfer.type,
      status: args.to,
      asset: transfer.asset_id,
      transactionAmount: transfer.amount,
    },
  })
  emit(tx, {
    type: 'notification.addressConfirmationRequested',
    company,
    at,
    payload: { ...about, asset: transfer.asset_id },
  })
  await decideSoon(tx, company, { transferId, version, args }, at)
}
