import type { Permission } from '@countersign/contracts'
import { type Capability, dashboardTokenSeconds } from '@countersign/contracts/webhooks'
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
    to: {
      readonly did: string
      readonly appUid: string
      readonly at: Date
      /** How long the token is valid, in seconds. */
      readonly seconds: number
    },
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
    /** A link to the portal of this application for a session, creating the application when new. */
    linkApp(
      app: { uid: string; name: string; session: string },
      asked: {
        readonly capabilities?: readonly Capability[] | undefined
        readonly seconds: number
      },
    ): Promise<{ readonly url: string; readonly appId: string; readonly expiresAt: string }>
    /** The application of this uid; undefined when there is none. */
    lookAtApp(uid: string): Promise<
      | {
          readonly appId: string
          readonly createdAt: string
          readonly endpoints: number
          readonly failing: number
        }
      | undefined
    >
    /** Deletes the application of this uid, if there is one. */
    deleteApp(uid: string): Promise<void>
  }
}

/** `POST …/webhook-portal`: a token of ten minutes; each renewal passes the gate again. */
export async function openWebhooks(
  deps: WebhookAppDeps,
  caller: Caller,
  did: string,
): Promise<OpenedApp> {
  const app = await prepare(deps, caller, did, {
    action: 'webhookApp.open',
    seconds: dashboardTokenSeconds,
    // A renewal is not news.
    isNews: (isNew) => isNew,
  })
  const opened = await deps.webhooks.openApp(app).catch(away)
  await checkAgain(deps, caller, did)
  return opened
}

/** What is done about the webhook service that is away. @throws 503 */
export function away(): never {
  throw fail('unavailable', 'The webhook service is unavailable')
}

/** Names the application, and writes down who is about to have access for how long. */
export async function prepare(
  { database, clock, webhookAccess }: WebhookAppDeps,
  caller: Caller,
  did: string,
  as: {
    readonly action: string
    readonly seconds: number
    readonly isNews: (isNew: boolean) => boolean
    readonly detail?: Readonly<Record<string, unknown>>
  },
) {
  const at = new Date(clock())
  return database.withTenant(did, async (tx) => {
    const { name } = await getVasp(tx, did)
    const uid = await webhookAppUid(tx, did, at)
    const to = { did, appUid: uid, at, seconds: as.seconds }
    const { session, isNew } = await webhookAccess.note(tx, caller.viewer, to)
    if (as.isNews(isNew))
      await audit(tx, actorOf(caller), at, {
        company: did,
        action: as.action,
        object: uid,
        ...(as.detail && { detail: as.detail }),
      })
    return { name, uid, session }
  })
}

/** Refuses whoever has lost the right while a token was made. @throws 403 */
export async function checkAgain(
  { database, webhookAccess }: WebhookAppDeps,
  caller: Caller,
  did: string,
): Promise<void> {
  // Who lost the right while the token was made gets none. Who loses it after this has a token on record.
  const permission = 'integrations.manageApiCredentials'
  if (!(await webhookAccess.isStillAllowed(caller.viewer, permission, did)))
    throw fail('forbidden', `You need the permission ${permission} in this company`)
  const reason = await disabledReason(database, did)
  if (reason) throw fail('forbidden', reason, { wire: 'company_disabled' })
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
