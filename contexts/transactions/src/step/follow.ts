import { emit } from '@countersign/kit/outbox'
import type { TransactionsDeps } from '../deps.ts'
import { decideSoon } from '../rule/index.ts'
import { indexHeldNames } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  addActs,
  addTakenOver,
  counterpartyNo,
  findSide,
  findTransfer,
  lapseRequests,
  lockHash,
  lockSide,
  lockTransfer,
  noteHash,
  processIfDue,
  refreshSide,
  requestState,
  type SideRow,
  type Step,
  saveSide,
  sideOf,
  type Transfer,
  tellOfRedirect,
} from '../transfer/index.ts'
import { bookConfirmed } from './book.ts'
import { mergeDeposits } from './merge.ts'
import { reassess } from './reassess.ts'

/** What the other company did reaches this one: its side, timeline and webhooks. */
export async function follow(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Step,
  at: Date,
): Promise<void> {
  const hash = args.action === 'update.hash' && (await findTransfer(tx, transferId))?.origin_tx_hash
  if (hash) await lockHash(tx, hash)
  // A redirect changes the transfer too: it is held before the side, as by acts.
  if (args.action === 'redirect') await lockTransfer(tx, transferId)
  const own = await lockSide(tx, company, transferId)
  const transfer = await findTransfer(tx, transferId)
  // What a company has erased is of no more interest to it.
  if (!own || own.erased_at || !transfer) return
  const isOriginators = sideOf(transfer, company) === 'originator'
  const { beneficiary_did: to } = transfer
  const isTaken = args.action === 'redirect' && isOriginators && to !== null
  if (isTaken) {
    await takeOver(tx, company, own, transfer)
    await reassess(deps, tx, company, { transferId, version, args }, at)
    tellOfRedirect(tx, company, { id: transferId, version }, { from: args.company ?? to, to }, at)
  }
  const held = (isTaken ? await findSide(tx, company, transferId) : undefined) ?? own
  const { request, ...row } = transfer
  // To be asked anew, the transfer is read once more.
  const sent = { ...row, ...(!isTaken && { request }), status: args.to, version }
  const now = await refreshSide(tx, company, held, sent, { at })
  if (args.action === 'update.data')
    await saveSide(tx, company, transferId, { pending_second: null })
  if (args.renamed)
    await saveSide(tx, company, transferId, { name_amendments: own.name_amendments + 1 })
  await addActs(tx, company, transferId, [{ ...args, at: new Date(args.at), did: null, version }])
  if (args.action === 'release' || args.action === 'update.data') {
    await indexHeldNames(tx, company, deps.vault, transferId, at)
    await decideSoon(tx, company, { transferId, version, args }, at)
  }
  emit(tx, {
    type: 'notification.transactionUpdated',
    company,
    at,
    payload: {
      transactionId: transferId,
      version,
      at: args.at,
      fromStatus: args.from,
      toStatus: args.to,
      by: args.by === 'SYSTEM' || args.by === 'NETWORK' ? args.by : 'COUNTERPARTY',
      ...(args.reason && { reasonCode: args.reason }),
      ...(isOriginators && own.transaction_ref && { transactionRef: own.transaction_ref }),
    },
  })
  if (hash) {
    await noteHash(tx, company, hash, transferId)
    await mergeDeposits(deps, tx, company, transfer, at)
  }
  if (isOriginators && args.action === 'confirm' && !own.simulated)
    await bookConfirmed(deps, tx, company, transfer, at)
  if (isOriginators && args.action === 'requestData') {
    const { due, items } = requestState(request ?? null)
    if (due)
      emit(tx, {
        type: 'notification.informationRequested',
        company,
        at,
        payload: {
          transactionId: transferId,
          version,
          at: args.at,
          items,
          dueAt: due.toISOString(),
          ...(own.transaction_ref && { transactionRef: own.transaction_ref }),
        },
      })
  }
  if (isOriginators)
    await processIfDue(deps, tx, company, now, transfer, {
      before: { status: own.status, heldBy: own.held_by },
      at,
    })
}

/** The originator deals with another company from now on, which has nothing of the personal data yet. */
async function takeOver(
  tx: TransactionsTx,
  company: string,
  own: SideRow,
  { id, beneficiary_did: to }: Transfer,
): Promise<void> {
  if (to === null) return
  await saveSide(tx, company, id, {
    counterparty_did: to,
    counterparty_no: await counterpartyNo(tx, company, to),
    released_at: null,
    withheld_by: null,
  })
  if (!own.simulated) await addTakenOver(tx, company, own, to)
}

/** A request for data has come to its date: it ends, answered or not, and the turn goes back. */
export async function endAsking(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  at: Date,
): Promise<void> {
  const own = await lockSide(tx, company, transferId)
  const transfer = await findTransfer(tx, transferId)
  if (!own || !transfer) return
  await lapseRequests(tx, transferId, at)
  const { status, version } = own
  const { request: _, ...row } = transfer
  await refreshSide(tx, company, own, { ...row, status, version }, { at })
}

/** The time has come until which a company was not ready: the transfer waits for it again. */
export async function wake(
  tx: TransactionsTx,
  company: string,
  transferId: string,
  at: Date,
): Promise<void> {
  const own = await lockSide(tx, company, transferId)
  const transfer = await findTransfer(tx, transferId)
  if (own && transfer?.status === 'NOT_READY')
    await refreshSide(tx, company, own, { ...transfer, version: own.version }, { at })
}
