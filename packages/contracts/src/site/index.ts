import * as z from 'zod/mini'
import type { Contract } from '../operation.ts'
import { ChatIdentity, Flags, Vendors } from './vendors.ts'

export * from './vendors.ts'

/** The kinds of deployment that a banner names; the production host has none. */
export const environments = ['QA', 'Development', 'Demo', 'Test'] as const

/** What a page needs to know of its deployment, at run time, so that one build serves every deployer. */
export const SiteConfig = z.object({
  /** The banner for this host, or null. */
  environment: z.nullable(z.enum(environments)),
  /** The path that a signed-out visitor of a protected page is sent to. */
  loginRoute: z.string(),
  privacyPolicyUrl: z.nullable(z.string()),
  /** Demo sign-ins, only where the demo runs. */
  demoUsers: z.array(z.object({ name: z.string(), email: z.string(), about: z.string() })),
  /** Companies answer by a script here, so that transfers can be tried. */
  simulator: z.boolean(),
  vendors: Vendors,
  flags: Flags,
})
export type SiteConfig = z.infer<typeof SiteConfig>

/** One request that the demo's receiver got, and whether its signature was right. */
export const Received = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  messageId: z.nullable(z.string()),
  verified: z.boolean(),
  problem: z.nullable(z.string()),
  body: z.string(),
})
export type Received = z.infer<typeof Received>

/** The newest event about one object, whatever order its events arrived in. */
export const LatestState = z.object({
  company: z.string(),
  object: z.string(),
  type: z.string(),
  sequence: z.int(),
  receivedAt: z.iso.datetime(),
})
export type LatestState = z.infer<typeof LatestState>

/** One mail of the demo, which reaches nobody. */
export const DemoMail = z.object({
  id: z.string(),
  sentAt: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type DemoMail = z.infer<typeof DemoMail>

/** The site itself, and the demo's own webhook receiver. Base path `/api`. */
export const site = {
  site: {
    config: {
      method: 'GET',
      path: '/config',
      summary: 'Get the deployment’s settings for the dashboard',
      access: 'anyone',
      returns: { 200: SiteConfig },
    },
    chatIdentity: {
      method: 'GET',
      path: '/auth/chat-identity',
      summary: 'Get a signed identity of the viewer for the support chat',
      access: 'viewer',
      returns: { 200: ChatIdentity },
    },
  },
  mailbox: {
    get: {
      method: 'GET',
      path: '/demo/mail',
      summary: 'List the last 20 demo emails, newest first; demo only',
      access: 'viewer',
      returns: { 200: z.object({ mails: z.array(DemoMail) }) },
    },
  },
  receiver: {
    get: {
      method: 'GET',
      path: '/demo/receiver',
      summary: 'Get the demo receiver’s address, secret and received calls; demo only',
      access: 'viewer',
      returns: {
        200: z.object({
          url: z.string(),
          secret: z.string(),
          received: z.array(Received),
          latest: z.array(LatestState),
        }),
      },
    },
  },
} as const satisfies Contract
