import { emit } from '@countersign/kit/outbox'
import { leftFor } from '../counterparty/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { storedThreshold } from '../threshold/index.ts'
import {
  addRequest,
  addSteps,
  dueOf,
  findSide,
  judgeAgain,
  lockTransfer,
  missingAgain,
  type Step,
  saveTransfer,
} from '../transfer/index.ts'

/**
 * Another company receives the transfer from now on: type and tiers follow its rules as well, and what they ask for
 * besides is requested from the originator, in whose transaction this runs. The type gets no lower.
 */
export async function reassess(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { transferId, version, args }: Pick<Step, 'transferId' | 'version' | 'args'>,
  at: Date,
): Promise<void> {
  const transfer = await lockTransfer(tx, transferId)
  if (transfer?.beneficiary_did === null || !transfer) return
  const judgement = await judgeAgain(deps, tx, transfer)
  await saveTransfer(tx, transferId, {
    threshold: JSON.stringify(storedThreshold(judgement)),
    ...(judgement.type === 'TRAVELRULE' && { type: judgement.type }),
  })
  const missing = await missingAgain(deps, tx, company, transfer, judgement, at)
  const items = [...new Set(missing.flatMap(({ anyOf }) => anyOf[0] ?? []))]
  if (items.length === 0) return
  const due = await dueOf(tx, company, { items }, at)
  await addRequest(tx, company, transferId, 'SYSTEM', items, due, at)
  await addSteps(
    tx,
    transferId,
    at,
    leftFor(
      deps,
      company,
      [company, transfer.beneficiary_did].map((one) => ({
        company: one,
        kind: 'REQUEST_DUE' as const,
        version,
        no: 5,
        due,
        args,
      })),
    ),
  )
  const own = await findSide(tx, company, transferId)
  emit(tx, {
    type: 'notification.informationRequested',
    company,
    at,
    payload: {
      transactionId: transferId,
      version,
      at: at.toISOString(),
      items,
      dueAt: due.toISOString(),
      ...(own?.transaction_ref && { transactionRef: own.transaction_ref }),
    },
  })
}
