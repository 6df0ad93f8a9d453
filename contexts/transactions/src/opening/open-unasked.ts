import { holdsAsOwn } from '@countersign/contracts'
import type { OpenReason, TransactionDetail } from '@countersign/contracts/transactions'
import { fail, invalid } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { dataErased, findSide, holdTransfers, noSuchTransfer } from '../transfer/index.ts'
import { openForMachine, openListForMachine } from './open-for-machine.ts'
import { openAll, openForViewer, type Viewer } from './open-for-viewer.ts'
import { ivms101Of } from './payload.rules.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>
/** Personal data as a person reads it, or as a machine. */
export type Opened = Pick<TransactionDetail, 'ivms101' | 'ivms101Jwe'>

/** A person for whom nothing has to be clicked: by permission, where the company's setting allows it. @throws 403 */
async function personOf(
  { tx, company, deps, caller: { viewer }, actor }: Calling,
  reason: OpenReason | 'AUTO',
): Promise<Viewer> {
  if (
    !holdsAsOwn(viewer.grants, 'transactions.autoDecryption', company) ||
    !(await deps.opensBySetting(tx, company))
  )
    throw fail('forbidden', 'Automatic decryption is off here. Open the data with a reason.', {
      wire: 'DecryptionNotAutomaticError',
    })
  const role = viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? ''
  return { actor, role, how: 'AUTO', reason }
}

/**
 * The personal data of a transfer without a click: for a machine encrypted to its keys, for a person of a company whose
 * setting allows it. The view is noted as by `decrypt`.
 * @throws 403 without a key, or without permission or setting; 404 and 409 as `decrypt`
 */
export async function openUnasked(call: Calling, id: string): Promise<Opened> {
  const { tx, company, deps, caller, actor, at } = call
  // Held, so that nothing is opened, or noted, of what is erased at the same time.
  await holdTransfers(tx, [id])
  const own = await findSide(tx, company, id)
  if (!own) throw noSuchTransfer()
  if (own.erased_at) throw dataErased()
  const { clientId } = caller.viewer
  if (clientId !== undefined)
    return {
      ivms101Jwe: await openForMachine(tx, company, deps.vault, id, clientId, actor, at),
    }
  const who = await personOf(call, 'AUTO')
  const { parts } = await openForViewer(tx, company, deps.vault, id, who, at)
  return { ivms101: ivms101Of(parts) }
}

/**
 * The same for the transfers of a list, held as well, each view noted. Transfers without data that the company can open are left
 * out. Locks the company's audit chain: call it last.
 * @param reason a person says why
 * @throws 403 as `openUnasked`, 422 without a reason
 */
export async function openListed(
  call: Calling,
  ids: readonly string[],
  reason: OpenReason | undefined,
): Promise<ReadonlyMap<string, Opened>> {
  const { tx, company, deps, caller, actor, at } = call
  await holdTransfers(tx, ids)
  const { clientId } = caller.viewer
  if (clientId !== undefined) {
    const sealed = await openListForMachine(tx, company, deps.vault, ids, clientId, actor, at)
    return new Map([...sealed].map(([id, ivms101Jwe]) => [id, { ivms101Jwe }]))
  }
  const who = await personOf(call, reason ?? 'AUTO')
  if (reason === undefined)
    throw invalid(['query', 'decryptReason'], 'Say why you open the personal data')
  const opened = await openAll(tx, company, deps.vault, ids, who, at)
  return new Map([...opened].map(([id, { parts }]) => [id, { ivms101: ivms101Of(parts) }]))
}
