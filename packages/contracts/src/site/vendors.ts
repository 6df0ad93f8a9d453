import * as z from 'zod/mini'

/** Real-user monitoring: where to, and when not. */
export const Monitoring = z.object({
  provider: z.enum(['datadog', 'otlp']),
  /** Public by nature: the browser sends it. */
  token: z.string(),
  /** Datadog's id of the application, else null. */
  applicationId: z.nullable(z.string()),
  /** Datadog's region, such as `datadoghq.eu`, else null. */
  site: z.nullable(z.string()),
  /** Where to send to instead of the provider itself; the collector of OTLP. */
  url: z.nullable(z.string()),
  /** Sessions are recorded, with every text masked. */
  replay: z.boolean(),
  /** Monitoring does not start on these paths, nor below them. */
  exemptPaths: z.array(z.string()),
})
export type Monitoring = z.infer<typeof Monitoring>

/** Reports of errors in the page. */
export const Errors = z.object({ provider: z.enum(['sentry']), dsn: z.string() })
export type Errors = z.infer<typeof Errors>

/** Counts of pages, with consent only. */
export const Analytics = z.object({
  provider: z.enum(['segment']),
  writeKey: z.string(),
  /** Where to send to, with scheme and host. */
  url: z.string(),
})
export type Analytics = z.infer<typeof Analytics>

/** Support chat. */
export const Chat = z.object({
  provider: z.enum(['intercom', 'crisp']),
  appId: z.string(),
  /** The address of the provider's script. */
  script: z.string(),
  /** Starts for visitors who are not signed in too. */
  visitors: z.boolean(),
})
export type Chat = z.infer<typeof Chat>

/** Outside services of a page; null where none is configured, and then nothing is fetched for it. */
export const Vendors = z.object({
  monitoring: z.nullable(Monitoring),
  errors: z.nullable(Errors),
  analytics: z.nullable(Analytics),
  chat: z.nullable(Chat),
})
export type Vendors = z.infer<typeof Vendors>

/** Switches of a deployment; off when the flag service does not answer. */
export const Flags = z.object({
  /** Logs a signed-in person out after half an hour without activity. */
  dashboardIdleUserLogout: z.boolean(),
})
export type Flags = z.infer<typeof Flags>

/** What proves to the chat's provider whose email address it is given. */
export const ChatIdentity = z.object({
  /** Says nothing of the person, and stays the same for them. */
  id: z.string(),
  /** Null where the deployment has no secret for it. */
  token: z.nullable(z.string()),
})
export type ChatIdentity = z.infer<typeof ChatIdentity>
