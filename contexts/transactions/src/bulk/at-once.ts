import { holdsAsOwn, type Input, type Output } from '@countersign/contracts'
import {
  bulkAtOnceLimit,
  bulkNowActions,
  type bulk as contract,
  reasonsFor,
  type Side,
  type Status,
  statuses,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { asFailure, fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import { linesOf, saidOf } from '../act/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { findIds } from '../list/index.ts'
import { perform } from '../perform.ts'
import { isSimulators } from '../simulator/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { type Doer, doerOf, findSide, type Given } from '../transfer/index.ts'
import { addTask, findActive } from './bulk.store.ts'
import { findWithAddresses } from './chosen.store.ts'
import { underWay } from './under-way.ts'

type Calling = Call<TransactionsDeps, Caller>
type Body = Input<typeof contract.act>['body']

/** The most transfers of one call. */
const most = 5_000

/**
 * Does the same to many transfers, as V1 does: named, or all between two companies whose status allows it. Few are done
 * at once, each in its own transaction; more by the worker, which nobody has to start.
 * @throws 403 without the permission of the action, 409 another bulk action is under way, 422
 */
export async function actOnMany(
  { deps, caller, actor, at }: Calling,
  { body }: { readonly body: Body },
): Promise<Output<typeof contract.act>> {
  const { company, viewer } = caller
  if (company === undefined) throw new Error('The gate named no company')
  const { action } = body
  const permission = bulkNowActions[action]
  if (!holdsAsOwn(viewer.grants, permission, company))
    throw fail('forbidden', `Your role lacks the permission ${permission}`)
  const given = givenOf(body)
  const { withTenant } = deps.database
  const ids = await withTenant(company, (tx) => chosen(deps, tx, company, body, at))
  if (ids.length > most) throw invalid(['body', 'ids'], 'More than 5,000 transfers. Name fewer.')
  const doer = doerOf(caller, company, actor, at)
  if (ids.length <= bulkAtOnceLimit) {
    const results = []
    for (const id of ids) results.push(await doOne(deps, doer, id, body, given))
    return { status: 200, body: { results } }
  }
  if (action === 'notReady' || action === 'redirect')
    throw invalid(['body', 'action'], 'This is done to at most 100 transfers at once')
  if (given.comment !== undefined)
    throw invalid(['body', 'comment'], 'A comment goes to at most 100 transfers at once')
  const taskId = newId('blk', at.getTime())
  await withTenant(company, async (tx) => {
    if (await findActive(tx, company)) throw underWay()
    const task = {
      vasp_did: company,
      id: taskId,
      action,
      created_at: at,
      reason_code: given.reason ?? null,
      args: { startsItself: true },
      by_kind: viewer.clientId === undefined ? ('PERSON' as const) : ('CLIENT' as const),
      by_did: viewer.did,
    }
    await addTask(tx, task, ids)
    const detail = { action, transfers: ids.length }
    const did = 'transaction.startBulk'
    await audit(tx, actor, at, { company, action: did, object: taskId, detail })
  })
  return { status: 202, body: { taskId, ids } }
}

/** What is said of each. @throws 422 */
function givenOf({ action, reason, comment, beneficiaryVASPdidTo: to }: Body): Given {
  if ((action === 'redirect') !== (to !== undefined))
    throw invalid(['body', 'beneficiaryVASPdidTo'], 'A redirect, and nothing else, takes a company')
  if (reason === undefined && (action === 'decline' || action === 'cancel'))
    throw invalid(['body', 'reason'], 'Choose a reason')
  const said = saidOf({ reason, comment })
  if (said.reason && !reasonsFor(action).includes(said.reason))
    throw invalid(['body', 'reason'], 'This reason doesn’t fit this action')
  return { ...said, to }
}

/** The transfers that are meant. @throws 422 */
async function chosen(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  body: Body,
  at: Date,
): Promise<string[]> {
  const { ids, originatorVASPdid: from, beneficiaryVASPdid: to } = body
  const { originAddress: origin, destinationAddress: destination } = body
  if (ids) {
    if ([from, to, origin, destination].some((one) => one !== undefined))
      throw invalid(['body', 'ids'], 'Give either transfers or two companies')
    return [...new Set(ids)]
  }
  if (from === undefined || to === undefined)
    throw invalid(['body', 'ids'], 'Give either transfers or two companies')
  if (from !== company && to !== company)
    throw invalid(['body', 'originatorVASPdid'], 'One of the two must be the company you act for')
  const [side, other] =
    from === company ? (['originator', to] as const) : (['beneficiary', from] as const)
  const wallet = destination ?? origin
  const found = await findIds(
    tx,
    company,
    {
      txDirection: [from === to ? 'internal' : from === company ? 'outgoing' : 'incoming'],
      status: statuses.filter((status) => isPossible(status, body.action, side)),
      ...(from !== to && { vasps: [other] }),
      ...(wallet !== undefined && { wallet }),
      simulated: isSimulators(deps, other),
      me: '',
      now: at,
    },
    most + 1,
  )
  return findWithAddresses(tx, found, { origin, destination })
}

const isPossible = (status: Status, action: Body['action'], side: Side): boolean =>
  linesOf(status, action, side).some(({ result }) => result === 'MOVE' || result === 'STAY')

async function doOne(
  deps: TransactionsDeps,
  doer: Doer,
  id: string,
  { action }: Body,
  given: Given,
) {
  try {
    const { status } = await perform(deps, doer, { id, action, given })
    return { id, ok: true, status }
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'internal')
      deps.log.warn({ event: 'bulk_act_failed', transferId: id, err: error })
    const own = await deps.database.withTenant(doer.company, (tx) => findSide(tx, doer.company, id))
    const message = failure.code === 'internal' ? 'Something unexpected happened' : failure.message
    return {
      id,
      ok: false,
      status: own?.status ?? null,
      error: { name: failure.wire ?? failure.code, message },
    }
  }
}
