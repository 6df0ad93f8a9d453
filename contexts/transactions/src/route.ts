import type { tx as contract } from '@countersign/contracts/transactions'
import { fail, invalid } from '@countersign/kit/errors'
import type * as z from 'zod/mini'
import { currencyOf } from './creation/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { hasRules } from './rule/index.ts'
import { isSimulators } from './simulator/index.ts'
import { findTransfer, type RouteGiven } from './transfer/index.ts'

type Fields = Pick<
  z.infer<typeof contract.update.body>,
  'beneficiaryVASPdid' | 'beneficiaryVASPname' | 'notificationEmail'
>

/**
 * The counterparty that an update names, with the rate of its currency: asked for before the transaction that takes
 * the update, since a source may be slow. Undefined where the update leaves the counterparty as it is.
 * @throws 404 no such company, 422 for the own one
 */
export async function routeIn(
  deps: TransactionsDeps,
  company: string,
  id: string,
  { beneficiaryVASPdid: to, beneficiaryVASPname: name, notificationEmail: email }: Fields,
): Promise<RouteGiven | undefined> {
  if (to === undefined && name === undefined && email === undefined) return undefined
  if (to === company) throw refused('Cancel this transfer and create an internal one')
  const known = await deps.database.withTenant(company, async (tx) => ({
    transfer: await findTransfer(tx, id),
    target: to === undefined ? undefined : (await deps.companies(tx, [to]))[0],
    rules: await deps.jurisdictions(tx),
    isJudged: await hasRules(tx, company),
  }))
  const { transfer, target, isJudged } = known
  if (to !== undefined && !target)
    throw fail('not_found', 'No such company in the directory', {
      wire: 'TrustFrameworkVASPNotFoundError',
    })
  if (transfer && to !== undefined && isSimulators(deps, to) !== transfer.simulated)
    throw refused('A transfer to the simulator stays one, and another never becomes one')
  const heldBy = isJudged ? 'UNKNOWN' : 'NO_RULE'
  const currency = currencyOf(known.rules, target)
  const isRated = currency === 'USD' || Object.hasOwn(transfer?.price?.fx ?? {}, currency)
  const rate =
    target && transfer?.price && !isRated
      ? await deps.rates.rate(currency, transfer.created_at)
      : null
  return { to, name, email, heldBy, ...(rate && { rates: { [currency]: rate.value } }) }
}

const refused = (message: string) => invalid(['body', 'beneficiaryVASPdid'], message)
