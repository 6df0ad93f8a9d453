import type { Permission } from '@countersign/contracts'
import type { WebhookListener, WebhookUsage } from '@countersign/contracts/trust'
import type { Capability } from '@countersign/contracts/webhooks'
import type { Tx } from '@countersign/kit/db'
import type { Caller } from '../caller.ts'
import type { TrustTx } from '../tables.ts'
import { webhookAppName } from './app.store.ts'

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

/** What concerns all companies at once. Each rejects with the service's refusal. */
export type WebhookNetwork = {
  /** Starts to count messages by event type. @returns the task's id */
  countUsage(): Promise<string>
  usage(taskId: string): Promise<WebhookUsage>
  /** The addresses that hear of companies' endpoints, newest first. */
  listeners(limit: number): Promise<readonly WebhookListener[]>
  addListener(listener: {
    readonly url: string
    readonly description: string
    readonly eventTypes?: readonly string[] | undefined
  }): Promise<WebhookListener>
  removeListener(id: string): Promise<void>
  secret(id: string): Promise<string>
  rotateSecret(id: string): Promise<string>
  /** Starts to erase the payloads of an application's messages. @returns the task's id */
  erasePayloads(uid: string): Promise<string>
  /** Erases the payloads of these messages. @returns those that there were */
  eraseMessages(uid: string, ids: readonly string[]): Promise<readonly string[]>
  /** Whether any endpoint of an application would receive the event type now. */
  precheck(uid: string, eventType: string): Promise<boolean>
}

const away = () => Promise.reject(new Error('There is no webhook service'))

/** Nothing is there, as in tests that are about something else. */
export const noWebhooks: WebhookNetwork = {
  countUsage: away,
  usage: away,
  listeners: away,
  addListener: away,
  removeListener: away,
  secret: away,
  rotateSecret: away,
  erasePayloads: away,
  eraseMessages: away,
  precheck: away,
}

/** A company’s application at the webhook service, and for which session it is opened. */
export type AppToOpen = {
  readonly uid: string
  readonly name: string
  readonly session: string
  /** How many endpoints it can have from now on; null for as many as the service allows. */
  readonly mostEndpoints: number | null
}

/** The webhook service. */
export type WebhookService = {
  /** Opens the application for a session, creating it when new. */
  openApp(app: AppToOpen): Promise<OpenedApp>
  /** A link to the portal of the application for a session, creating the application when new. */
  linkApp(
    app: AppToOpen,
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
  readonly network: WebhookNetwork
}

/** Ends all access to a company's webhooks, where it has any, in the transaction of the cause. */
export async function endWebhooks(
  { webhookAccess }: { readonly webhookAccess: WebhookAccess },
  tx: TrustTx,
  did: string,
  at: Date,
): Promise<void> {
  const uid = await webhookAppName(tx, did)
  if (uid !== undefined) await webhookAccess.endCompany(tx, did, uid, at)
}
