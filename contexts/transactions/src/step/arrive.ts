import { emit } from '@countersign/kit/outbox'
import { findCustomerAt } from '../customer/index.ts'
import type { Company, TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import { ensureKey } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, ruleOf } from '../threshold/index.ts'
import {
  addActs,
  findSettings,
  findTransfer,
  lockHash,
  lockSide,
  noteHash,
  openSide,
  priceSoon,
  type Step,
  tellOfRedirect,
} from '../transfer/index.ts'
import { answerByBook } from './book.ts'
import { mergeDeposits } from './merge.ts'

/** A transfer that was sent reaches the beneficiary's company, or a deposit the company that it names. */
export async function arrive(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Step,
  at: Date,
): Promise<void> {
  const transfer = await findTransfer(tx, transferId)
  const hash = transfer?.origin_tx_hash
  if (hash) await lockHash(tx, hash)
  if (!transfer || (await lockSide(tx, company, transferId))) return
  await ensureKey(tx, company, deps.vault, at)
  const known = await deps.companies(tx, [
    company,
    ...(transfer.originator_did ? [transfer.originator_did] : []),
  ])
  const us = known.find(({ did }) => did === company)
  const rule = ruleOf(await deps.jurisdictions(tx), us ? countryOf(us) : null)
  const sent = { ...transfer, status: args.to, version }
  const role = transfer.originator_did === company ? 'O' : 'B'
  const currency = rule?.tiers[0]?.currency ?? 'USD'
  const own =
    role === 'O'
      ? { tx_hash: hash ?? null, hash_state: 'SET' }
      : {
          customer_key: await findCustomerAt(tx, company, transfer.address_key),
          due_at: await answerBy(tx, company, known, at),
        }
  await openSide(tx, company, sent, { role, currency, at, own })
  if (hash) await noteHash(tx, company, hash, transferId)
  await addActs(tx, company, transferId, [{ ...args, at: new Date(args.at), did: null, version }])
  const about = { transactionId: transferId, version, at: args.at }
  emit(tx, {
    type: 'notification.transactionCreated',
    company,
    at,
    payload: {
      ...about,
      direction: role === 'B' ? 'incoming' : 'outgoing',
      transactionType: transfer.type,
      status: args.to,
      asset: transfer.asset_id,
      transactionAmount: transfer.amount,
    },
  })
  if (transfer.price === null) await priceSoon(tx, company, { transferId, version, args }, at)
  if (role === 'O') return
  if (args.action === 'redirect' && args.company !== null)
    tellOfRedirect(tx, company, sent, { from: args.company, to: company }, at)
  emit(tx, {
    type: 'notification.addressConfirmationRequested',
    company,
    at,
    payload: { ...about, asset: transfer.asset_id },
  })
  await mergeDeposits(deps, tx, company, transfer, at)
  await decideSoon(tx, company, { transferId, version, args }, at)
  await answerByBook(deps, tx, company, sent, at)
}

/** By when the company is to answer: as its settings say, or sooner where either company has stated a shorter time. */
async function answerBy(
  tx: TransactionsTx,
  company: string,
  known: readonly Company[],
  at: Date,
): Promise<Date> {
  const { answerWithinMinutes } = await findSettings(tx, company)
  const stated = known.flatMap(({ answersWithin }) => answersWithin ?? [])
  return new Date(at.getTime() + Math.min(answerWithinMinutes, ...stated) * 60_000)
}
