import type { tx as contract, Transaction } from '@countersign/contracts/transactions'
import { invalid } from '@countersign/kit/errors'
import type * as z from 'zod/mini'
import type { TransactionsDeps } from './deps.ts'
import { perform } from './perform.ts'
import { routeIn } from './route.ts'
import type { Doer, Wanted } from './transfer/index.ts'

/**
 * Changes what is given of a transfer, all of it or nothing.
 * @throws 409 where something is fixed by now, 422 where data is missing or faulty
 */
export async function update(
  deps: TransactionsDeps,
  doer: Doer,
  { id, version, ...body }: z.infer<typeof contract.update.body>,
): Promise<Transaction> {
  const { ivms101, originator, beneficiary, txHash, vout, tags } = body
  const personal = { ivms101, originator, beneficiary }
  const hasData = Object.values(personal).some((one) => one !== undefined)
  const route = await routeIn(deps, doer.company, id, body)
  const acts: Wanted[] = [
    ...(hasData ? [{ id, action: 'update.data' as const, given: { personal } }] : []),
    ...(route ? [{ id, action: 'update.route' as const, given: { route } }] : []),
    ...(txHash === undefined
      ? []
      : [{ id, action: 'update.hash' as const, given: { txHash, vout } }]),
    ...(tags === undefined ? [] : [{ id, action: 'update.own' as const, given: { tags } }]),
  ]
  const [first, ...rest] = acts
  if (!first) throw invalid(['body'], 'Give something to change')
  return perform(deps, doer, { ...first, version }, ...rest)
}
