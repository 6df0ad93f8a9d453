import type { Input, Output } from '@countersign/contracts'
import { trust } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { ApiError } from '@countersign/kit/client'
import { fail } from '@countersign/kit/errors'
import { handlers, type OwnTransaction } from '../handlers.ts'
import { findWebhookApp } from './app.store.ts'

const contract = trust.webhookNetwork

/** What the operator does with the webhook service as a whole. Nothing is asked of it inside a transaction. */
export const webhookNetwork = handlers(contract, {
  countUsage,
  usage,
  listeners,
  addListener,
  removeListener,
  showSecret,
  rotateSecret,
  erasePayloads,
  eraseMessages,
  precheck,
})

async function countUsage({ deps }: OwnTransaction) {
  return { taskId: await deps.webhooks.network.countUsage().catch(refusedOrAway) }
}

async function usage(
  { deps }: OwnTransaction,
  { taskId }: Input<typeof contract.usage>,
): Promise<Output<typeof contract.usage>> {
  return deps.webhooks.network.usage(taskId).catch(refusedOrAway)
}

async function listeners(
  { deps }: OwnTransaction,
  { query: { limit } }: Input<typeof contract.listeners>,
) {
  return { listeners: [...(await deps.webhooks.network.listeners(limit).catch(refusedOrAway))] }
}

async function addListener(
  call: OwnTransaction,
  { body }: Input<typeof contract.addListener>,
): Promise<Output<typeof contract.addListener>> {
  const made = await call.deps.webhooks.network.addListener(body).catch(refusedOrAway)
  await note(call, 'addListener', made.id)
  return made
}

async function removeListener(
  call: OwnTransaction,
  { listenerId }: Input<typeof contract.removeListener>,
) {
  await call.deps.webhooks.network.removeListener(listenerId).catch(refusedOrAway)
  await note(call, 'removeListener', listenerId)
}

async function showSecret(call: OwnTransaction, { listenerId }: Input<typeof contract.showSecret>) {
  const secret = await call.deps.webhooks.network.secret(listenerId).catch(refusedOrAway)
  await note(call, 'showSecret', listenerId)
  return { secret }
}

async function rotateSecret(
  call: OwnTransaction,
  { listenerId }: Input<typeof contract.rotateSecret>,
) {
  const secret = await call.deps.webhooks.network.rotateSecret(listenerId).catch(refusedOrAway)
  await note(call, 'rotateSecret', listenerId)
  return { secret }
}

/** It stands in the company's own log, too: these were its messages. */
async function erasePayloads(
  { actor, at, deps }: OwnTransaction,
  { body: { did } }: Input<typeof contract.erasePayloads>,
) {
  const uid = await appOf(deps, did)
  const taskId = await deps.webhooks.network.erasePayloads(uid).catch(refusedOrAway)
  await deps.database.withTenant(did, (tx) =>
    audit(tx, actor, at, { company: did, action: 'webhookApp.erasePayloads', object: uid }),
  )
  return { taskId }
}

/** The company’s own log says which. */
async function eraseMessages(
  { actor, at, deps }: OwnTransaction,
  { body: { did, ids } }: Input<typeof contract.eraseMessages>,
) {
  const uid = await appOf(deps, did)
  const erased = await deps.webhooks.network.eraseMessages(uid, ids).catch(refusedOrAway)
  if (erased.length > 0)
    await deps.database.withTenant(did, (tx) =>
      audit(tx, actor, at, {
        company: did,
        action: 'webhookApp.eraseMessages',
        object: uid,
        detail: { messages: [...erased] },
      }),
    )
  return { erased: erased.length, notFound: ids.filter((id) => !erased.includes(id)) }
}

async function precheck(
  { deps }: OwnTransaction,
  { body: { did, eventType } }: Input<typeof contract.precheck>,
) {
  const uid = await appOf(deps, did)
  return { active: await deps.webhooks.network.precheck(uid, eventType).catch(refusedOrAway) }
}

/** @throws 404 while the company has never opened its webhooks */
async function appOf({ database }: OwnTransaction['deps'], did: string): Promise<string> {
  const uid = await findWebhookApp(database, did)
  if (uid === undefined) throw fail('not_found', 'This company has no webhooks')
  return uid
}

const note = ({ actor, at, deps }: OwnTransaction, verb: string, object: string) =>
  deps.database.withNobody((tx) =>
    audit(tx, actor, at, { company: 'network', action: `webhookNetwork.${verb}`, object }),
  )

/** @throws what the service says about ids and addresses, 503 when it is away */
function refusedOrAway(error: unknown): never {
  if (error instanceof ApiError && error.status === 404)
    throw fail('not_found', 'The webhook service has nothing with this ID')
  if (error instanceof ApiError && (error.status === 400 || error.status === 422))
    throw fail('invalid', error.message.replace(/^error code \d+: /, ''))
  throw fail('unavailable', 'The webhook service is unavailable')
}
