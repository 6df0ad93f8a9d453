import { asFailure } from '@countersign/kit/errors'
import { decide, personNeeded } from '../act/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  awaitSecond,
  type Doer,
  factsOf,
  findSide,
  findTransfer,
  limitReached,
  noSuchTransfer,
  personNeededError,
  sideOf,
} from '../transfer/index.ts'
import type { Effect, Item, Task } from './bulk.store.ts'
import { isAsLeft } from './stand.ts'

const impossible = (problem: string): Effect => ({ outcome: 'IMPOSSIBLE', problem })

/** What a bulk action would do to a transfer now. Changes nothing. */
export async function effectOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  doer: Doer,
  { action, reason_code, args }: Task,
  { transfer_id: id }: Item,
): Promise<Effect> {
  const { company } = doer
  const transfer = await findTransfer(tx, id)
  const own = transfer && (await findSide(tx, company, id))
  if (!transfer || !own) return impossible(noSuchTransfer().message)
  const { version } = transfer
  if (action === 'assign' || action === 'snooze') {
    const isThere = action === 'assign' && isAsLeft(own, action, args)
    return isThere
      ? impossible('It’s already assigned so')
      : { outcome: 'POSSIBLE', version, status: transfer.status }
  }
  const reason = reason_code ?? undefined
  const held = { heldBy: own.held_by, ...(reason && { reason }) }
  if (personNeeded(action, held, doer.by)) return impossible(personNeededError(null).message)
  const side = sideOf(transfer, company)
  const facts = await factsOf(deps, tx, company, { transfer, own, side, action }, { reason })
  const outcome = decide(transfer.status, action, side, facts)
  switch (outcome.result) {
    case 'HIDDEN':
      return impossible(noSuchTransfer().message)
    case 'FORBIDDEN':
      return impossible('Only the counterparty can do this')
    case 'HOLD':
      return impossible(limitReached().message)
    case 'SAME':
    case 'DROP':
      return impossible('It’s done already')
    case 'MOVE':
    case 'STAY': {
      try {
        const first = await awaitSecond(tx, doer, action, own)
        return first
          ? {
              outcome: 'POSSIBLE',
              version,
              status: transfer.status,
              problem: 'A second person must approve it too',
            }
          : { outcome: 'POSSIBLE', version, status: outcome.next }
      } catch (error) {
        return impossible(asFailure(error).message)
      }
    }
    default:
      return impossible(`Its status (${transfer.status}) doesn’t allow this`)
  }
}
