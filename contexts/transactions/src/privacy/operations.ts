import type { Input } from '@countersign/contracts'
import {
  privacyRequests as contract,
  type PrivacyRequest,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { cancelExport, requestCopy } from '../export/index.ts'
import { handlers } from '../handlers.ts'
import { byLawUntil, periodOf } from '../retention/index.ts'
import type { DB } from '../tables.gen.ts'
import { noSuchTransfer } from '../transfer/index.ts'
import {
  addRequest,
  changeRequest,
  findProgress,
  findRequests,
  findUnknown,
  lockRequest,
  type Request,
} from './privacy.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many requests a list has. */
const maxRequests = 50

const noSuchRequest = () => fail('not_found', 'No such request')

/** What people ask about their data. */
export const privacyRequests = handlers(contract, {
  create,
  list: async (call) => ({
    requests: await shown(
      call,
      await findRequests(call.tx, call.deps.vault, call.company, maxRequests),
    ),
  }),
  cancel,
})

/** @throws 403 for machines, 404 for a transfer that isn't the company's, 409 where too many exports are under way */
async function create(
  call: Calling,
  { body }: Input<typeof contract.create>,
): Promise<PrivacyRequest> {
  const { tx, company, deps, caller, actor, at } = call
  const { kind, reason } = body
  if (caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'Only a person can answer a request about personal data', {
      wire: 'CountersignTransactionPersonNeededError',
    })
  const ids = [...new Set(body.ids)]
  if ((await findUnknown(tx, company, ids)).length > 0) throw noSuchTransfer()
  const copy = kind === 'COPY' ? await requestCopy(call, reason) : undefined
  const request: Request = {
    id: newId('prq', at.getTime()),
    kind,
    state: 'OPEN',
    reason,
    exportId: copy?.id ?? null,
    by: caller.viewer.did,
    createdAt: at,
    endedAt: null,
  }
  await addRequest(tx, deps.vault, company, request, ids)
  await audit(tx, actor, at, {
    company,
    action: 'privacy.request',
    object: request.id,
    detail: { kind, transfers: ids.length },
  })
  return one(call, request)
}

/** @throws 404, 409 where it is over */
async function cancel(
  call: Calling,
  { requestId }: Input<typeof contract.cancel>,
): Promise<PrivacyRequest> {
  const { tx, company, deps, actor, at } = call
  const found = await lockRequest(tx, deps.vault, company, requestId)
  if (!found) throw noSuchRequest()
  if (found.state === 'CANCELLED') return one(call, found)
  if (found.exportId !== null) await cancelExport(call, { exportId: found.exportId, query: {} })
  else if (found.state !== 'OPEN') throw fail('conflict', 'This request has ended')
  const over = { state: 'CANCELLED', ended_at: at, due_at: null } as const
  await changeRequest(tx, company, requestId, over)
  await audit(tx, actor, at, { company, action: 'privacy.cancel', object: requestId })
  return one(call, { ...found, state: 'CANCELLED', endedAt: at })
}

async function one(call: Calling, request: Request): Promise<PrivacyRequest> {
  const [found] = await shown(call, [request])
  if (!found) throw noSuchRequest()
  return found
}

async function shown(
  { tx, company, deps }: Calling,
  requests: readonly Request[],
): Promise<PrivacyRequest[]> {
  const people = await deps.peopleOf(tx, company, [...new Set(requests.map(({ by }) => by))])
  const progress = await findProgress(
    tx,
    company,
    requests.map(({ id }) => id),
  )
  const period = await periodOf(deps, tx, company)
  return requests.map(({ id, kind, state, reason, exportId, by, createdAt, endedAt }) => {
    const of = progress.get(id)
    return {
      id,
      kind,
      state,
      reason,
      transfers: of?.transfers ?? 0,
      erased: of?.erased ?? 0,
      held: of?.held ?? 0,
      open: of?.open ?? 0,
      keptUntil: of?.endedLast ? byLawUntil(of.endedLast, period).toISOString() : null,
      exportId,
      requestedBy: { did: by, name: people.get(by) ?? null },
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    }
  })
}
