import type { Vendors } from '@countersign/contracts/site'
import { z } from 'zod'
import type { Sources } from './site/index.ts'

const httpUrl = z.url({ protocol: /^https?$/ })
const text = z.string().min(1).optional()
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .default('off')
  .transform((value) => ['on', 'true', '1'].includes(value))

/** The keys of outside services. Each is off by default, and then a page fetches nothing for it. */
export const vendorKeys = {
  MONITORING: z.enum(['none', 'datadog', 'otlp']).default('none'),
  MONITORING_TOKEN: text,
  MONITORING_APPLICATION: text,
  MONITORING_SITE: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .default('datadoghq.com'),
  MONITORING_URL: httpUrl.optional(),
  MONITORING_REPLAY: flag,
  MONITORING_EXEMPT_PATHS: z
    .string()
    .default('/auth')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
  ERRORS: z.enum(['none', 'sentry']).default('none'),
  SENTRY_DSN: httpUrl.optional(),
  ANALYTICS: z.enum(['none', 'segment']).default('none'),
  SEGMENT_WRITE_KEY: text,
  SEGMENT_URL: httpUrl.default('https://api.segment.io'),
  CHAT: z.enum(['none', 'intercom', 'crisp']).default('none'),
  CHAT_APP_ID: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  /** Signs who the viewer is, so that nobody can chat under another's address. */
  CHAT_SECRET: text,
  /** The provider's script at another address than the provider's own. */
  CHAT_SCRIPT: httpUrl.optional(),
  CHAT_VISITORS: flag,
  FLAGS: z.enum(['memory', 'ofrep']).default('memory'),
  /** Flags that are pinned, such as `dashboardIdleUserLogout=on`; the flag service is not asked for them. */
  FLAGS_PINNED: z
    .string()
    .regex(/^(\s*\w+=(on|off)\s*(,|$))*$/, 'Expected flag=on|off, comma-separated')
    .default('')
    .transform((value) =>
      Object.fromEntries(
        value.split(',').flatMap((pair) => {
          const [name = '', state] = pair.trim().split('=')
          return name ? [[name, state === 'on']] : []
        }),
      ),
    ),
  OFREP_URL: httpUrl.optional(),
  OFREP_KEY: text,
}

const Keys = z.object(vendorKeys)
type Keys = z.infer<typeof Keys>

/** What each choice needs besides. */
const needs: Record<string, readonly string[]> = {
  'MONITORING=datadog': ['MONITORING_TOKEN', 'MONITORING_APPLICATION'],
  'MONITORING=otlp': ['MONITORING_TOKEN', 'MONITORING_URL'],
  'ERRORS=sentry': ['SENTRY_DSN'],
  'ANALYTICS=segment': ['SEGMENT_WRITE_KEY'],
  'CHAT=intercom': ['CHAT_APP_ID'],
  'CHAT=crisp': ['CHAT_APP_ID'],
  'FLAGS=ofrep': ['OFREP_URL'],
}

/** Half-set services, a line each. */
export function vendorMistakes(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(needs).flatMap(([choice, keys]) => {
    const [name = '', value] = choice.split('=')
    const missing = keys.filter((key) => !given[key])
    if (given[name] !== value || missing.length === 0) return []
    return [`${missing.join(', ')}: missing although ${choice}`]
  })
}

const chatScript = (keys: Keys): string => {
  if (keys.CHAT_SCRIPT) return keys.CHAT_SCRIPT
  return keys.CHAT === 'crisp'
    ? 'https://client.crisp.chat/l.js'
    : `https://widget.intercom.io/widget/${keys.CHAT_APP_ID}`
}

/** What a page needs to know of the configured services: public keys and addresses, no secret. */
export function publicVendors(keys: Keys): Vendors {
  const { MONITORING: monitoring, MONITORING_TOKEN: token, CHAT: chat } = keys
  return {
    monitoring:
      monitoring === 'none' || !token
        ? null
        : {
            provider: monitoring,
            token,
            applicationId: keys.MONITORING_APPLICATION ?? null,
            site: monitoring === 'datadog' ? keys.MONITORING_SITE : null,
            url: keys.MONITORING_URL ?? null,
            replay: keys.MONITORING_REPLAY,
            exemptPaths: keys.MONITORING_EXEMPT_PATHS,
          },
    errors:
      keys.ERRORS === 'none' || !keys.SENTRY_DSN
        ? null
        : { provider: keys.ERRORS, dsn: keys.SENTRY_DSN },
    analytics:
      keys.ANALYTICS === 'none' || !keys.SEGMENT_WRITE_KEY
        ? null
        : { provider: keys.ANALYTICS, writeKey: keys.SEGMENT_WRITE_KEY, url: keys.SEGMENT_URL },
    chat:
      chat === 'none' || !keys.CHAT_APP_ID
        ? null
        : {
            provider: chat,
            appId: keys.CHAT_APP_ID,
            script: chatScript(keys),
            visitors: keys.CHAT_VISITORS,
          },
  }
}

/** The hosts that the configured services need in the page's policy, and no others. */
export function vendorSources(keys: Keys): Sources[] {
  const { monitoring, errors, analytics, chat } = publicVendors(keys)
  return [
    ...(monitoring
      ? [
          {
            connect: [monitoring.url ? originOf(monitoring.url) : intakeOf(monitoring.site ?? '')],
            // The recorder packs what it sends in a worker of its own making.
            ...(monitoring.replay && { worker: ['blob:'] }),
          },
        ]
      : []),
    ...(errors ? [{ connect: [originOf(errors.dsn)] }] : []),
    ...(analytics ? [{ connect: [originOf(analytics.url)] }] : []),
    ...(chat ? [keys.CHAT_SCRIPT ? ownChat(chat.script) : chatSources[chat.provider]] : []),
  ]
}

const originOf = (url: string): string => new URL(url).origin

/** `us3.datadoghq.com` takes in at `browser-intake-us3-datadoghq.com`. */
const intakeOf = (site: string): string => {
  const parts = site.split('.')
  return `https://browser-intake-${parts.slice(0, -1).join('-')}.${parts.at(-1)}`
}

const ownChat = (script: string): Sources => {
  const origin = originOf(script)
  const kinds = ['script', 'connect', 'frame', 'img', 'font', 'media'] as const
  return Object.fromEntries(kinds.map((kind) => [kind, [origin]]))
}

/** As the providers document them. Both write style elements of their own into the page. */
const chatSources: Record<'intercom' | 'crisp', Sources> = {
  intercom: {
    script: ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
    connect: [
      'https://api-iam.intercom.io',
      'https://api-ping.intercom.io',
      'https://nexus-websocket-a.intercom.io',
      'wss://nexus-websocket-a.intercom.io',
      'https://nexus-websocket-b.intercom.io',
      'wss://nexus-websocket-b.intercom.io',
      'https://uploads.intercomcdn.com',
    ],
    frame: ['https://intercom-sheets.com'],
    img: [
      'https://js.intercomcdn.com',
      'https://static.intercomassets.com',
      'https://downloads.intercomcdn.com',
    ],
    font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
    media: ['https://js.intercomcdn.com'],
    style: ["'unsafe-inline'"],
  },
  crisp: {
    script: ['https://client.crisp.chat', 'https://settings.crisp.chat'],
    connect: [
      'https://client.crisp.chat',
      'https://storage.crisp.chat',
      'wss://client.relay.crisp.chat',
      'wss://stream.relay.crisp.chat',
    ],
    frame: ['https://game.crisp.chat'],
    img: ['https://client.crisp.chat', 'https://image.crisp.chat', 'https://storage.crisp.chat'],
    font: ['https://client.crisp.chat'],
    media: ['https://client.crisp.chat'],
    style: ['https://client.crisp.chat', "'unsafe-inline'"],
  },
}
