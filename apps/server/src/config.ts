import { parseSubnets } from '@countersign/kit/egress-address'
import { z } from 'zod'
import { type BillingConfig, billingKeys, billingMistakes } from './billing-config.ts'
import { isPrivate, weakSecrets } from './config-security.ts'
import { metabaseKeys } from './metabase.ts'
import { registerKeys, registerMistakes } from './register-config.ts'
import { vendorKeys, vendorMistakes } from './vendors.ts'

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback)
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))
const duration = (fallback: number) => z.coerce.number().int().min(1).default(fallback)
const amount = duration
const listOf = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

/** Every key of the environment that we read, with its default. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port(3000),
  WEBHOOKS_PORT: port(8071),
  IDP_PORT: port(3001),
  OPS_PORT: port(9090),
  RECEIVER_PORT: port(3002),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Expected postgres://…')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Where signed checkpoints of the audit chains are kept; `DATA_DIR/audit` when absent. */
  AUDIT_DIR: z.string().min(1).optional(),
  DEMO: flag.optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENVIRONMENT_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => {
      const pairs = listOf(text).map((pair) => pair.split('='))
      const named = new Map(pairs.map(([host = '', name = '']) => [host.toLowerCase(), name]))
      for (const [host, name] of named)
        if (!host || !environments.includes(name))
          context.addIssue(`Expected host=${environments.join('|')}, comma-separated`)
      return Object.fromEntries(named)
    }),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        const subnets = parseSubnets(text)
        if (subnets.every(([, bits]) => bits > 0)) return subnets
        context.addIssue('A /0 subnet trusts everyone: any client could forge its address')
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error))
      }
      return z.NEVER
    }),
  PRIVACY_POLICY_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAIN_SECRET: z.string().optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ROLES_CLAIM: z.string().min(1).default('https://countersign.example/roles'),
  OIDC_LOGOUT_URL: z.string().optional(),
  LOGIN_ROUTE: z
    .string()
    .regex(/^\/(?![/\\])/, 'Expected a path of this site')
    .default('/auth'),
  WEBHOOKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOKS_TOKEN: z.string().min(1).optional(),
  WEBHOOKS_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOKS_JWT_SECRET: z.string().min(16, 'Expected 16 characters or more').optional(),
  WEBHOOKS_RETRY_SCHEDULE_MS: z
    .string()
    .regex(/^(\d{1,10}(,\d{1,10})*)?$/, 'Expected milliseconds, comma-separated')
    .default('5000,300000,1800000,7200000,18000000,36000000,36000000')
    .transform((text) => listOf(text).map(Number)),
  WEBHOOKS_DISABLE_AFTER_MS: duration(432_000_000),
  WEBHOOKS_TIMEOUT_MS: duration(15_000),
  WEBHOOKS_LEASE_MS: duration(25_000),
  WEBHOOKS_MAX_ENDPOINTS: amount(200),
  WEBHOOKS_MAX_INTEGRATIONS: amount(50),
  WEBHOOKS_CREATIONS_PER_MINUTE: amount(120),
  WEBHOOKS_EXAMPLES_PER_MINUTE: amount(60),
  WEBHOOKS_HTTPS_ONLY: flag.default(false),
  WEBHOOKS_OPERATIONAL: flag.default(true),
  WEBHOOKS_ONE_TIME_LINKS: flag.default(true),
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORTAL_FRAME_ANCESTORS: z
    .string()
    .default('')
    .transform((text, context) => {
      const origins = listOf(text)
      for (const origin of origins)
        if (!URL.canParse(origin) || new URL(origin).origin !== origin)
          context.addIssue('Expected origins such as https://desk.example, comma-separated')
      return origins
    }),
  WEBHOOKS_DEFAULT_SIGNATURE: z.enum(['hmac256', 'ed25519']).default('hmac256'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'Expected smtp://… or smtps://…')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/, 'Expected an address, or Name <address>')
    .default('Countersign <no-reply@countersign.example>'),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  /** Large files go between browsers and the bucket. */
  S3_DIRECT: flag.default(false),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  CLAMD: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'Expected host:port')
    .optional(),
  FAILPOINT: z
    .string()
    .regex(/^[a-z-]+(:\d+)?$/, 'Expected name or name:passage')
    .optional(),
  EGRESS_ALLOW_SUBNETS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        if (!parseSubnets(text).every(isPrivate))
          context.addIssue('Expected private ranges only: public addresses are reached anyway')
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error))
      }
      return listOf(text)
    }),
  ...vendorKeys,
  ...registerKeys,
  ...metabaseKeys,
  ...billingKeys,
})

const environments: readonly string[] = ['QA', 'Development', 'Demo', 'Test', 'Production']

/** The whole configuration, checked. */
export type Config = Omit<z.infer<typeof Environment>, 'BILLING_PROVIDER'> &
  BillingConfig & { readonly demo: boolean; readonly logLevel: string }

/** Groups of keys that mean nothing alone: with the first set, the others must be. */
const groups = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['WEBHOOKS_URL', 'WEBHOOKS_TOKEN'],
  ['S3_BUCKET', 'S3_REGION'],
  ['METABASE_SITE_URL', 'METABASE_SECRET', 'METABASE_DASHBOARDS'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const

/**
 * Reads the configuration.
 * @throws Error whose message lists every mistake, a line each
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  // An empty schedule is a schedule: one attempt and no retry.
  const { WEBHOOKS_RETRY_SCHEDULE_MS: schedule } = environment
  if (schedule === '') given.WEBHOOKS_RETRY_SCHEDULE_MS = schedule
  const result = Environment.safeParse(given)
  const demo = result.data?.DEMO ?? !result.data?.DATABASE_URL
  const BILLING_PROVIDER = result.data?.BILLING_PROVIDER ?? (demo ? 'demo' : 'none')
  const mistakes = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  for (const group of groups) {
    const missing = group.filter((key) => !given[key])
    if (missing.length > 0 && missing.length < group.length)
      mistakes.push(
        `${missing.join(', ')}: missing although ${group.filter((key) => given[key]).join(', ')} is set`,
      )
  }
  if (result.success)
    mistakes.push(
      ...vendorMistakes(given),
      ...billingMistakes({ ...result.data, BILLING_PROVIDER }),
      ...registerMistakes(given),
      ...productionMistakes(result.data),
    )
  if (result.data?.STORAGE === 's3' && !given.S3_BUCKET)
    mistakes.push('S3_BUCKET, S3_REGION: missing although STORAGE is s3')
  if (result.data?.S3_DIRECT && result.data.STORAGE !== 's3')
    mistakes.push('STORAGE: must be s3 where S3_DIRECT is on')
  if (!result.success || mistakes.length > 0)
    throw new Error(
      `The configuration is wrong:\n${mistakes.map((line) => `  ${line}`).join('\n')}`,
    )
  // Whoever tries the demo wants to see the addresses, not a line for each request.
  const logLevel = result.data.LOG_LEVEL ?? (demo ? 'warn' : 'info')
  return { ...result.data, BILLING_PROVIDER, demo, logLevel }
}

function productionMistakes(config: z.infer<typeof Environment>): string[] {
  if (config.NODE_ENV !== 'production') return []
  return [
    ...(config.DEMO ? ['DEMO: demo data and sign-ins are refused in production'] : []),
    ...(config.BILLING_PROVIDER === 'demo'
      ? ['BILLING_PROVIDER: the demo provider is refused in production']
      : []),
    ...(config.BILLING_PROVIDER === 'stripe' &&
    config.STRIPE_API_KEY?.includes('_test_') &&
    config.BILLING_TEST_MODE !== 'on'
      ? ['STRIPE_API_KEY: a test key is refused in production unless BILLING_TEST_MODE is on']
      : []),
    ...(config.FAILPOINT ? ['FAILPOINT: refused in production'] : []),
    ...(config.DATABASE_URL ? [] : ['DATABASE_URL: needed in production']),
    ...(config.MAIN_SECRET ? [] : ['MAIN_SECRET: needed in production']),
    ...weakSecrets(config),
  ]
}
