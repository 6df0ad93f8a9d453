import type { Permission } from '@countersign/contracts'
import { audit } from '@countersign/kit/audit'
import type { Tx } from '@countersign/kit/db'
import { fail } from '@countersign/kit/errors'
import { actorOf, type Caller } from '../caller.ts'
import { getVasp } from '../company/index.ts'
import { disabledReason } from '../group/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { webhookAppName, webhookAppUid } from './app.store.ts'

/** The record of who has access to the webhook service. */
export type WebhookAccess<C extends Caller = Caller> = {
  /** Notes, before a token is asked for, whose it will be. @returns its session, and whether that is new */
  note<T>(
    tx: Tx<T>,
    viewer: C['viewer'],
    to: { readonly did: string; readonly appUid: string; readonly at: Date },
  ): Promise<{ readonly session: string; readonly isNew: boolean }>
  /** Whether the viewer may still do this: asked once the token is there. */
  isStillAllowed(viewer: C['viewer'], permission: Permission, did: string): Promise<boolean>
  /** Ends every token and integration key of a company, in the transaction of the cause. */
  endCompany<T>(tx: Tx<T>, did: string, appUid: string, at: Date): Promise<unknown>
}

/** What a page needs to work at the webhook service. */
export type OpenedApp = {
  readonly serverUrl: string
  readonly appId: string
  readonly token: string
  readonly expiresAt: string
}

/** What opening needs of the world. */
export type WebhookAppDeps = {
  readonly database: TrustDatabase
  readonly clock: () => number
  readonly webhookAccess: WebhookAccess
  readonly webhooks: {
    /** Opens the application of this uid for a session, creating it when new. */
    openApp(app: { uid: string; name: string; session: string }): Promise<OpenedApp>
  }
}

/** `POST …/webhook-portal`: a token of ten minutes; each renewal passes the gate again. */
export async function openWebhooks(
  { database, clock, webhooks, webhookAccess }: WebhookAppDeps,
  caller: Caller,
  did: string,
): Promise<OpenedApp> {
  const at = new Date(clock())
  const app = await database.withTenant(did, async (tx) => {
    const { name } = await getVasp(tx, did)
    const uid = await webhookAppUid(tx, did, at)
    const { session, isNew } = await webhookAccess.note(tx, caller.viewer, { did, appUid: uid, at })
    // A renewal is not news.
    if (isNew)
      await audit(tx, actorOf(caller), at, {
        company: did,
        action: 'webhookApp.open',
        object: uid,
      })
    return { name, uid, session }
  })
  const opened = await webhooks.openApp(app).catch(() => {
    throw fail('unavailable', 'The webhook service is unavailable')
  })
  // Who lost the right while the token was made gets none. Who loses it after this has a token on record.
  const permission = 'integrations.manageApiCredentials'
  if (!(await webhookAccess.isStillAllowed(caller.viewer, permission, did)))
    throw fail('forbidden', `You need the permission ${permission} in this company`)
  const reason = await disabledReason(database, did)
  if (reason) throw fail('forbidden', reason, { wire: 'company_disabled' })
  return opened
}

/** Ends all access to a company's webhooks, where it has any, in the transaction of the cause. */
export async function endWebhooks(
  { webhookAccess }: Pick<WebhookAppDeps, 'webhookAccess'>,
  tx: TrustTx,
  did: string,
  at: Date,
): Promise<void> {
  const uid = await webhookAppName(tx, did)
  if (uid !== undefined) await webhookAccess.endCompany(tx, did, uid, at)
}
