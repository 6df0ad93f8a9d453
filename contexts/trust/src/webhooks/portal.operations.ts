import type { Input, Output } from '@countersign/contracts'
import type { trust } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { actorOf, type Caller } from '../caller.ts'
import { away, checkAgain, prepare, type WebhookAppDeps } from './app.operations.ts'
import { findWebhookApp, markWebhookAppDeleted } from './app.store.ts'

type Op = typeof trust.webhookApp

/** What a link has opened lives this long: the shortest that the webhook service gives. */
const linkSeconds = 3_600

const none = { exists: false, appId: null, createdAt: null, endpoints: 0, failing: 0 }

/** `GET …/webhook-portal` */
export async function lookAtWebhooks(
  { database, webhooks }: WebhookAppDeps,
  did: string,
): Promise<Output<Op['get']>> {
  const uid = await findWebhookApp(database, did)
  const app = uid === undefined ? undefined : await webhooks.lookAtApp(uid).catch(away)
  return app ? { exists: true, ...app } : none
}

/** `POST …/webhook-portal/link`: ends with the session, as all access to webhooks does. */
export async function linkWebhooks(
  deps: WebhookAppDeps,
  caller: Caller,
  { did, body: { capabilities } }: Input<Op['link']>,
): Promise<Output<Op['link']>> {
  const app = await prepare(deps, caller, did, {
    action: 'webhookApp.link',
    seconds: linkSeconds,
    isNews: () => true,
    ...(capabilities && { detail: { capabilities } }),
  })
  const asked = { capabilities, seconds: linkSeconds }
  const link = await deps.webhooks.linkApp(app, asked).catch(away)
  await checkAgain(deps, caller, did)
  return link
}

/** `DELETE …/webhook-portal`: first there, so that a call that fails in between can be made again. */
export async function deleteWebhooks(
  { database, clock, webhooks }: WebhookAppDeps,
  caller: Caller,
  did: string,
): Promise<void> {
  const uid = await findWebhookApp(database, did)
  if (uid === undefined) return
  await webhooks.deleteApp(uid).catch(away)
  const at = new Date(clock())
  await database.withTenant(did, async (tx) => {
    if (await markWebhookAppDeleted(tx, did, at))
      await audit(tx, actorOf(caller), at, {
        company: did,
        action: 'webhookApp.delete',
        object: uid,
      })
  })
}
