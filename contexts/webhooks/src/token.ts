import { createHash, randomUUID } from 'node:crypto'
import { fail } from '@countersign/kit/errors'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyScope } from './api-key.rules.ts'

/** Whose token it is. Without `appId` it is the organisation's key. */
export type Bearer = {
  readonly orgId: string
  readonly appId?: string
  /** Set when it is the key of an integration: that ends by being rotated or deleted, in no other way. */
  readonly integrationId?: string
  /** What an organisation's opaque key may do; everything when absent. */
  readonly scope?: KeyScope
  /** The event types with a flag that an application's token shows; an organisation's shows all. */
  readonly featureFlags: readonly string[]
  /** Unix milliseconds; undefined when the token does not say. */
  readonly issuedAt: number | undefined
  /** Unix milliseconds; infinite when the token does not say. */
  readonly expiresAt: number
  /** SHA-256 of the token: a name for it that gives nothing away. */
  readonly hash: string
}

/** The application that a token is for, and the flagged event types that it shows. */
export type Portal = {
  readonly orgId: string
  readonly appId: string
  readonly featureFlags: readonly string[]
}

/** Reads and makes bearer tokens. */
export type Tokens = {
  /** @throws 401 unless the token is ours and valid now, 400 when it is ours and names nothing */
  verify(token: string): Promise<Bearer>
  /** A token for one application, valid for 7 days. */
  issue(portal: Portal): Promise<string>
  /** A token to be exchanged for one of those, once and within a minute. */
  issueOnce(portal: Portal): Promise<string>
  /** Reads what `issueOnce` made; whether it was used the caller must know. @throws 401 */
  verifyOnce(token: string): Promise<Bearer>
}

const week = 7 * 24 * 3600
const minute = 60
const most = 10_000
const once = 'one-time'
const oncePrefix = 'ott_'
const orgForm = /^org_[0-9A-Za-z]{1,64}$/
const appForm = /^app_[0-9A-Za-z]{1,64}$/

/**
 * Bearer tokens as JSON Web Tokens, HS256 and nothing else (contract 3).
 * @param clock Unix milliseconds
 */
export function tokens({ secret, clock }: { secret: string; clock: () => number }): Tokens {
  const key = new TextEncoder().encode(secret)
  // To verify costs 40 times what it costs to look up; bounded, and gone with its expiry.
  const known = new Map<string, Bearer>()

  const read = async (token: string, audience?: string) => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: new Date(clock()),
      ...(audience !== undefined && { audience }),
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw invalidToken()
      throw error
    })
    return payload
  }

  const make = ({ orgId, appId, featureFlags }: Portal, seconds: number) => {
    // With fractions, so that tokens of one second can be told apart by age.
    const now = clock() / 1000
    return new SignJWT({ org: orgId, feature_flags: [...featureFlags] })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(appId)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(Math.floor(now) + seconds)
  }

  return {
    verify: async (token) => {
      const hash = hashOf(token)
      const found = known.get(hash)
      if (found && found.expiresAt > clock()) return found
      known.delete(hash)
      const payload = await read(token)
      if ([payload.aud].flat().includes(once)) throw invalidToken()
      const bearer = bearerOf(payload, hash)
      for (const oldest of known.keys()) {
        if (known.size < most) break
        known.delete(oldest)
      }
      known.set(hash, bearer)
      return bearer
    },
    issue: (portal) => make(portal, week).sign(key),
    issueOnce: async (portal) =>
      oncePrefix + (await make(portal, minute).setAudience(once).sign(key)),
    verifyOnce: async (token) => {
      if (!token.startsWith(oncePrefix)) throw invalidToken()
      return bearerOf(await read(token.slice(oncePrefix.length), once), hashOf(token))
    },
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
const invalidToken = () => fail('unauthorized', 'Invalid token')

function bearerOf({ sub, iat, exp, ...claims }: JWTPayload, hash: string): Bearer {
  const { org, feature_flags: flags } = claims
  const times = {
    issuedAt: iat === undefined ? undefined : iat * 1000,
    expiresAt: exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000,
  }
  if (org === undefined) {
    if (typeof sub !== 'string' || !orgForm.test(sub)) throw bad('sub', 'organization')
    return { orgId: sub, featureFlags: [], ...times, hash }
  }
  if (typeof org !== 'string' || !orgForm.test(org)) throw bad('org', 'organization')
  if (typeof sub !== 'string' || !appForm.test(sub)) throw bad('sub', 'application')
  const featureFlags = Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []
  return { orgId: org, appId: sub, featureFlags, ...times, hash }
}

const bad = (claim: string, kind: string) =>
  fail('bad_request', `\`${claim}\` is not a valid ${kind} id`, { wire: 'bad_token' })
