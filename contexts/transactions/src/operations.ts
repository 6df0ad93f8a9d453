import { type Action, tx as contract, type Transaction } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { create } from './creation/index.ts'
import type { Caller, TransactionsDeps } from './deps.ts'
import { handlers } from './handlers.ts'
import { counts, list } from './list/index.ts'
import { decrypt } from './opening/index.ts'
import { runSteps } from './step/index.ts'
import {
  act,
  assign,
  type Doer,
  describe,
  doerOf,
  findSide,
  findTransfer,
  type Given,
  info,
  noSuchTransfer,
} from './transfer/index.ts'

type Calling = Call<TransactionsDeps, Caller>

/** Who calls, as one who acts for the company that the gate let them in to. */
function doer({ caller, actor, at }: Calling): Doer {
  if (caller.company === undefined) throw new Error('The gate named no company')
  return doerOf(caller, caller.company, actor, at)
}

/** Does something to a transfer, lets what follows of it run, and answers how it stands then. */
async function perform(
  call: Calling,
  action: Action,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  given: Given = {},
): Promise<Transaction> {
  const { deps } = call
  const who = doer(call)
  const { company } = who
  const attempt = () =>
    deps.database.withTenant(company, async (tx) => {
      const done = await act(deps, tx, who, { id, action, version, given })
      const transfer = await findTransfer(tx, id)
      return {
        ...done,
        companies: [transfer?.originator_did ?? null, transfer?.beneficiary_did ?? null],
      }
    })
  let done = await attempt()
  for (let tries = 0; done.behind && tries < 3; tries++) {
    await runSteps(deps, id, [company])
    done = await attempt()
  }
  if (done.behind)
    throw fail('unavailable', 'The transfer is being updated. Try again in a moment.', {
      retryAfter: 2,
    })
  if (done.refusal) throw done.refusal
  await runSteps(deps, id, done.companies)
  return deps.database.withTenant(company, async (tx) => {
    const side = await findSide(tx, company, id)
    const [transaction] = side ? await describe(deps, tx, company, [side]) : []
    if (!transaction) throw noSuchTransfer()
    return transaction
  })
}

/** The transfers of a company. */
export const tx = handlers(contract, {
  create: (call, { body }) => create(call.deps, doer(call), body),
  approve: (call, { query }) => perform(call, 'approve', query),
  cancel: (call, { body }) => perform(call, 'cancel', body, body),
  confirm: (call, { query }) => perform(call, 'confirm', query),
  reject: (call, { body }) => perform(call, 'reject', body, body),
  accept: (call, { query, body }) => perform(call, 'accept', query, body),
  decline: (call, { body }) => perform(call, 'decline', body, body),
  notReady: (call, { body }) =>
    perform(call, 'notReady', body, {
      reason: body.reason,
      comment: body.comment,
      until: body.until === undefined ? undefined : new Date(body.until),
    }),
  process: (call, { body }) => perform(call, 'process', body, body),
  release: (call, { body }) => perform(call, 'release', body, body),
  setHash: (call, { body }) => perform(call, 'update.hash', body, body),
  info: (call, { query }) => info(call, query.id),
  list,
  counts: (call) => counts(call),
  assign: (call, { body }) => assign(call, body),
  decrypt: (call, { body }) => decrypt(call, body),
})
