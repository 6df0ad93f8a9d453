import { createHmac } from 'node:crypto'
import { environments, type site as siteContract } from '@countersign/contracts/site'
import type { Caller } from '@countersign/identity'
import { fail } from '@countersign/kit/errors'
import type { Handlers } from '@countersign/kit/serve'
import type { Config } from '../config.ts'
import { demoUsers } from '../demo/index.ts'
import type { MailTransport } from '../mail/index.ts'
import type { ProductDeps } from '../product.ts'
import { publicVendors } from '../vendors.ts'
import type { FlagReader } from './flags.ts'

/** What a page needs to know of its deployment, and the demo's receiver. */
export function siteHandlers(
  { config, receiver, clock, secrets }: ProductDeps,
  flags: FlagReader,
  mail: MailTransport,
): Handlers<typeof siteContract, Caller> {
  return {
    site: {
      config: async ({ request }) => ({
        environment: environmentOf(config, request.header('host') ?? ''),
        loginRoute: config.LOGIN_ROUTE,
        privacyPolicyUrl: config.PRIVACY_POLICY_URL ?? null,
        demoUsers: config.demo ? demoUsers : [],
        simulator: config.demo,
        vendors: publicVendors(config),
        flags: await flags.read(),
      }),
      chatIdentity: ({ viewer }) => {
        const id = keyed(secrets.mainSecret, `chat/${viewer.did}`, 'hex').slice(0, 32)
        const { CHAT: provider, CHAT_SECRET: secret } = config
        if (!secret || viewer.email === null) return { id, token: null }
        const { email } = viewer
        return provider === 'crisp'
          ? { id, token: keyed(secret, email, 'hex') }
          : {
              id,
              token: jwt(secret, { user_id: id, email, exp: Math.floor(clock() / 1000) + 300 }),
            }
      },
    },
    mailbox: {
      get: () => {
        if (!config.demo) throw fail('not_found', 'The mailbox exists only in the demo')
        return { mails: [...mail.kept()] }
      },
    },
    receiver: {
      get: () => {
        if (!receiver) throw fail('not_found', 'The receiver exists only in the demo')
        return {
          url: receiver.url,
          secret: receiver.receiver.secret,
          received: [...receiver.receiver.received()],
          latest: receiver.receiver.latest(),
        }
      },
    },
  }
}

const keyed = (secret: string, text: string, encoding: 'hex' | 'base64url'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

/** HS256, which is what chat providers verify. */
function jwt(secret: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${keyed(secret, signed, 'base64url')}`
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The banner for a host. The demo on loopback says so; the production host and unknown hosts say nothing. */
function environmentOf(config: Config, host: string) {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const named =
    config.ENVIRONMENT_HOSTS[name] ?? (config.demo && loopback.test(name) ? 'Demo' : undefined)
  return environments.find((environment) => environment === named) ?? null
}
