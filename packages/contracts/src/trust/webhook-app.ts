import * as z from 'zod/mini'
import { Instant, Whole } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { Capabilities } from '../webhooks/index.ts'

/** A company's application at the webhook service, with what its endpoints are doing. */
export const WebhookApp = z.object({
  exists: z.boolean(),
  appId: z.nullable(z.string()),
  createdAt: z.nullable(Instant),
  /** How many endpoints it has, up to 250. */
  endpoints: z.int(),
  /** How many of them take nothing at the moment: they are disabled, or fail. */
  failing: z.int(),
})
export type WebhookApp = z.infer<typeof WebhookApp>

/** A link to a company’s portal. */
export const PortalLink = z.object({
  /** Works once and within a minute, unless the operator has switched that off. */
  url: z.url(),
  appId: z.string(),
  /** When what the link has opened ends: with the session, the role or the company, and after an hour. */
  expiresAt: Instant,
})

const views = canIn('integrations.hasApiCredentials', 'did', { people: 'own' })
const manages = canIn('integrations.manageApiCredentials', 'did', { people: 'own' })

/** A company's portal at the webhook service, by the company's DID. */
export const webhookApp = {
  get: {
    method: 'GET',
    path: '/v1/vasps/{did}/webhook-portal',
    summary: 'Get the company’s application at the webhook service; creates nothing',
    access: views,
    transaction: 'own',
    returns: { 200: WebhookApp },
  },
  open: {
    method: 'POST',
    path: '/v1/vasps/{did}/webhook-portal',
    summary: 'Open the company’s application at the webhook service, creating it if new',
    access: manages,
    transaction: 'own',
    returns: {
      200: z.object({
        serverUrl: z.url(),
        appId: z.string(),
        /** Ends with the session, the role or the company; renewed by calling this again. */
        token: z.string(),
        expiresAt: Instant,
        /** How many endpoints the company’s plan covers; null for as many as the service allows. */
        planLimit: z.nullable(Whole()),
      }),
    },
  },
  link: {
    method: 'POST',
    path: '/v1/vasps/{did}/webhook-portal/link',
    summary: 'Create a link to the company’s portal, for another page or a frame',
    access: manages,
    transaction: 'own',
    body: z.strictObject({
      /** What the link may do; everything when absent. */
      capabilities: z.optional(Capabilities),
    }),
    returns: { 200: PortalLink },
  },
  view: {
    method: 'POST',
    path: '/v1/vasps/{did}/webhook-portal/view',
    summary: 'Create a link that only shows the company’s portal; there must be one',
    access: views,
    transaction: 'own',
    returns: { 200: PortalLink },
  },
  expire: {
    method: 'POST',
    path: '/v1/vasps/{did}/webhook-portal/expire',
    summary:
      'End everything that links to the company’s portal have opened, and its integration keys',
    access: manages,
    transaction: 'own',
    returns: { 204: null },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/vasps/{did}/webhook-portal',
    summary:
      'Delete the company’s application with its endpoints; later events reach nobody until it is opened again',
    access: manages,
    transaction: 'own',
    returns: { 204: null },
  },
} as const satisfies Contract[string]
