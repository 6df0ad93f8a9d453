import { addConfirmed, findAddress, findOwnerAmong, knownAccount } from '../address/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { act, findSettings, stepOf, type Transfer } from '../transfer/index.ts'

/**
 * Answers whether the destination of a transfer is an address of the company, where its settings leave that to its own
 * book: confirmed where a person put it there, handed on where one company of the group alone has it.
 */
export async function answerByBook(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  { id, address_key }: Pick<Transfer, 'id' | 'address_key'>,
  at: Date,
): Promise<void> {
  const { autoconfirm, autoredirect } = await findSettings(tx, company)
  if (!autoconfirm && !autoredirect) return
  const own = await findAddress(tx, company, address_key)
  const isOurs = own?.sourceType === 'INTERNAL' && own.type === 'HOSTED'
  const doer = { ...stepOf(company, at), asSide: true } as const
  if (isOurs && own.confirmedAt !== null && autoconfirm)
    await act(deps, tx, doer, { id, action: 'confirm' })
  if (isOurs || !autoredirect) return
  const to = await findOwnerAmong(tx, address_key, await deps.groupOf(tx, company))
  if (to !== null) await act(deps, tx, doer, { id, action: 'redirect', given: { to } })
}

/** Notes in the company's book that a counterparty has confirmed the destination of a transfer as its own. */
export async function bookConfirmed(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  transfer: Transfer,
  at: Date,
): Promise<void> {
  const { asset_id: asset, destination: address, destination_tag: tag } = transfer
  const account = knownAccount({ asset, address, tag }, await networkKey(deps))
  if (account && transfer.beneficiary_did !== null)
    await addConfirmed(tx, company, account, transfer.beneficiary_did, at)
}
