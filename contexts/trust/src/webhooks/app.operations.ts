import type { Input, Output, Permission } from '@countersign/contracts'
import { trust } from '@countersign/contracts/trust'
import { dashboardTokenSeconds } from '@countersign/contracts/webhooks'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { handlers, type OwnTransaction } from '../handlers.ts'
import { disabledReason, findStatus } from '../profile/index.ts'
import {
  findWebhookApp,
  markWebhookAppDeleted,
  webhookAppName,
  webhookAppUid,
} from './app.store.ts'

const contract = trust.webhookApp

/** What a link has opened lives this long: the shortest that the webhook service gives. */
const linkSeconds = 3_600

/** The company's application at the webhook service. Nothing is asked of it inside a transaction. */
export const webhookApp = handlers(contract, {
  get: look,
  open,
  link,
  view,
  expire,
  delete: remove,
})

async function look(
  { deps }: OwnTransaction,
  { did }: Input<typeof contract.get>,
): Promise<Output<typeof contract.get>> {
  const uid = await findWebhookApp(deps.database, did)
  const app = uid === undefined ? undefined : await deps.webhooks.lookAtApp(uid).catch(away)
  return app
    ? { exists: true, ...app }
    : { exists: false, appId: null, createdAt: null, endpoints: 0, failing: 0 }
}

/** A token of ten minutes; each renewal passes the gate again. */
async function open(call: OwnTransaction, { did }: Input<typeof contract.open>) {
  const app = await prepare(call, did, {
    action: 'webhookApp.open',
    seconds: dashboardTokenSeconds,
    // A renewal is not news.
    isNews: (isNew) => isNew,
  })
  const opened = await call.deps.webhooks.openApp(app).catch(away)
  await checkAgain(call, did)
  return { ...opened, planLimit: app.mostEndpoints }
}

/** A link that ends with the session, as all access to webhooks does. */
async function link(
  call: OwnTransaction,
  { did, body: { capabilities } }: Input<typeof contract.link>,
) {
  const app = await prepare(call, did, {
    action: 'webhookApp.link',
    seconds: linkSeconds,
    isNews: () => true,
    ...(capabilities && { detail: { capabilities } }),
  })
  const asked = { capabilities, seconds: linkSeconds }
  const made = await call.deps.webhooks.linkApp(app, asked).catch(away)
  await checkAgain(call, did)
  return made
}

/** A link for those who may see webhooks and not change them. It creates nothing. */
async function view(call: OwnTransaction, { did }: Input<typeof contract.view>) {
  if ((await findWebhookApp(call.deps.database, did)) === undefined)
    throw fail('not_found', 'This company has no webhooks')
  const app = await prepare(call, did, {
    action: 'webhookApp.view',
    seconds: linkSeconds,
    isNews: () => true,
  })
  const asked = { capabilities: ['ViewBase'], seconds: linkSeconds } as const
  const made = await call.deps.webhooks.linkApp(app, asked).catch(away)
  await checkAgain(call, did, 'integrations.hasApiCredentials')
  return made
}

/** Ends what links have opened; the record of it is in the same transaction, and the service is told by a worker. */
async function expire({ actor, at, deps }: OwnTransaction, { did }: Input<typeof contract.expire>) {
  await deps.database.withTenant(did, async (tx) => {
    const uid = await webhookAppName(tx, did)
    if (uid === undefined) return
    await deps.webhookAccess.endCompany(tx, did, uid, at)
    await audit(tx, actor, at, { company: did, action: 'webhookApp.expire', object: uid })
  })
}

/** First there, so that a call that fails in between can be made again. */
async function remove({ actor, at, deps }: OwnTransaction, { did }: Input<typeof contract.delete>) {
  const uid = await findWebhookApp(deps.database, did)
  if (uid === undefined) return
  await deps.webhooks.deleteApp(uid).catch(away)
  await deps.database.withTenant(did, async (tx) => {
    if (await markWebhookAppDeleted(tx, did, at))
      await audit(tx, actor, at, { company: did, action: 'webhookApp.delete', object: uid })
  })
}

/** What is done about the webhook service that is away. @throws 503 */
function away(): never {
  throw fail('unavailable', 'The webhook service is unavailable')
}

/** Names the application, and writes down who is about to have access for how long. */
function prepare(
  { caller, actor, at, deps }: OwnTransaction,
  did: string,
  as: {
    readonly action: string
    readonly seconds: number
    readonly isNews: (isNew: boolean) => boolean
    readonly detail?: Readonly<Record<string, unknown>>
  },
) {
  return deps.database.withTenant(did, async (tx) => {
    const company = await findStatus(tx, did)
    if (!company) throw fail('not_found', 'No such company')
    const uid = await webhookAppUid(tx, did, at)
    const to = { did, appUid: uid, at, seconds: as.seconds }
    const { session, isNew } = await deps.webhookAccess.note(tx, caller.viewer, to)
    if (as.isNews(isNew))
      await audit(tx, actor, at, {
        company: did,
        action: as.action,
        object: uid,
        ...(as.detail && { detail: as.detail }),
      })
    const mostEndpoints = await deps.planLimit(tx, did, 'webhook_endpoints', at)
    return { name: company.name, uid, session, mostEndpoints }
  })
}

/**
 * Refuses whoever has lost the right while a token was made. Who loses it after this has a token on record.
 * @throws 403
 */
async function checkAgain(
  { caller, deps }: OwnTransaction,
  did: string,
  permission: Permission = 'integrations.manageApiCredentials',
): Promise<void> {
  if (!(await deps.webhookAccess.isStillAllowed(caller.viewer, permission, did)))
    throw fail('forbidden', `You need the permission ${permission} in this company`)
  const reason = await deps.database.withNobody((tx) => disabledReason(tx, did))
  if (reason) throw fail('forbidden', reason, { wire: 'company_disabled' })
}
