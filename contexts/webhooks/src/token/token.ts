import { createHash, randomUUID } from 'node:crypto'
import {
  type Capability,
  capabilities,
  portalTokenSeconds,
  SessionId,
} from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyScope } from './api-key.rules.ts'

/** Whose token it is. Without `appId` it is the organisation's key. */
export type Bearer = {
  readonly orgId: string
  readonly appId?: string
  /** Set when it is the key of an integration: that ends by being rotated or deleted, or by expire-all. */
  readonly integrationId?: string
  /** Set when it reads one poller and opens nothing else, with the token’s own id. */
  readonly pollerId?: string
  readonly pollerTokenId?: string
  /** What an organisation's opaque key may do; everything when absent. */
  readonly scope?: KeyScope
  /** What an application's token is limited to; all capabilities when absent. */
  readonly capabilities?: readonly Capability[]
  /** Set when an application's token may change nothing. */
  readonly readOnly?: true
  /** The session that an application's token belongs to. */
  readonly sessionId?: string
  /** The event types with a flag that an application's token shows; an organisation's shows all. */
  readonly featureFlags: readonly string[]
  /** Unix milliseconds; undefined when the token does not say. */
  readonly issuedAt: number | undefined
  /** Unix milliseconds; infinite when the token does not say. */
  readonly expiresAt: number
  /** SHA-256 of the token: a name for it that gives nothing away. */
  readonly hash: string
  /** The hashes that say that the token was ended; the first is written, the others were until 0110. */
  readonly endedAs: readonly string[]
}

/** What a token for an application says. */
export type Portal = Pick<
  Bearer,
  'orgId' | 'featureFlags' | 'capabilities' | 'readOnly' | 'sessionId' | 'expiresAt'
> & { readonly appId: string }

/** What a poller’s token says. Times are Unix milliseconds. */
export type PollerClaims = {
  readonly orgId: string
  readonly appId: string
  readonly pollerId: string
  readonly tokenId: string
  readonly issuedAt: number
  readonly expiresAt: number | null
}

/** Reads and makes bearer tokens. */
export type Tokens = {
  /** @throws 401 unless the token is ours and valid now, 400 when it is ours and names nothing */
  verify(token: string): Promise<Bearer>
  /** The token that reads a poller: the same each time. */
  issueForPoller(poller: PollerClaims): Promise<string>
  /** A token for one application. */
  issue(portal: Portal): Promise<string>
  /** A token to be exchanged for one of those, once and within a minute. */
  issueOnce(portal: Portal): Promise<string>
  /**
   * Reads what `issueOnce` made; whether it was used the caller must know.
   * @returns also the token that it stands for
   * @throws 401
   */
  verifyOnce(token: string): Promise<{ readonly bearer: Bearer; readonly portal: Portal }>
}

/** Seconds by which the clock of whoever signs tokens may be ahead of ours. */
const leeway = 60
const week = portalTokenSeconds
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
    if (!token.split('.').every(isCanonical)) throw invalidToken()
    const now = clock()
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: new Date(now),
      clockTolerance: leeway,
      ...(audience !== undefined && { audience }),
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw invalidToken()
      throw error
    })
    // The leeway prolongs no token. One from the future would outlive the end of those issued so far.
    const { exp = Number.POSITIVE_INFINITY, iat = 0 } = payload
    if (exp * 1000 <= now || iat * 1000 > now + leeway * 1000) throw invalidToken()
    return payload
  }

  const make = (portal: Portal, expires: number, until?: number) => {
    const { orgId, appId, featureFlags, capabilities: cap, readOnly: ro, sessionId: sid } = portal
    const claims = { org: orgId, feature_flags: [...featureFlags], cap, ro, sid, until }
    return (
      new SignJWT(JSON.parse(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(appId)
        .setJti(randomUUID())
        // With fractions, so that tokens of one second can be told apart by age.
        .setIssuedAt(clock() / 1000)
        .setExpirationTime(expires)
    )
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
    issue: (portal) => make(portal, Math.floor(portal.expiresAt / 1000)).sign(key),
    issueForPoller: ({ orgId, appId, pollerId, tokenId, issuedAt, expiresAt }) => {
      const token = new SignJWT({ org: orgId, feature_flags: [], poller: pollerId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(appId)
        .setJti(tokenId)
        .setIssuedAt(issuedAt / 1000)
      return (expiresAt === null ? token : token.setExpirationTime(expiresAt / 1000)).sign(key)
    },
    issueOnce: async (portal) => {
      const expires = Math.floor(clock() / 1000) + minute
      const until = Math.floor(portal.expiresAt / 1000)
      return oncePrefix + (await make(portal, expires, until).setAudience(once).sign(key))
    },
    verifyOnce: async (token) => {
      if (!token.startsWith(oncePrefix)) throw invalidToken()
      const payload = await read(token.slice(oncePrefix.length), once)
      const bearer = bearerOf(payload, hashOf(token))
      const { appId } = bearer
      const until = typeof payload.until === 'number' ? payload.until * 1000 : Number.NaN
      if (appId === undefined || !(until > clock())) throw invalidToken()
      return { bearer, portal: { ...bearer, appId, expiresAt: until } }
    },
  }
}

/**
 * Whether a part of a token is the one text of its bytes. Decoders take several: with `=` at the end, with
 * `+` for `-`, with other bits in the last character. A signature covers the bytes, an ended token's
 * hash the text, so only one text of a token can be let in.
 */
const isCanonical = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
const invalidToken = () => fail('unauthorized', 'Invalid token')

function bearerOf({ sub, iat, exp, jti, ...claims }: JWTPayload, hash: string): Bearer {
  const { org, feature_flags: flags, cap, ro, sid, poller } = claims
  const common = {
    // Rounded: a second with fractions is not always the same number of milliseconds again.
    issuedAt: iat === undefined ? undefined : Math.round(iat * 1000),
    expiresAt: exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000,
    hash,
    endedAs: jti === undefined ? [hash] : [hashOf(`jti ${jti}`), hash],
  }
  if (org === undefined) {
    if (typeof sub !== 'string' || !orgForm.test(sub)) throw bad('sub', 'organization')
    return { orgId: sub, featureFlags: [], ...common }
  }
  if (typeof org !== 'string' || !orgForm.test(org)) throw bad('org', 'organization')
  if (typeof sub !== 'string' || !appForm.test(sub)) throw bad('sub', 'application')
  const featureFlags = Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []
  const sessionId = sid === undefined ? undefined : SessionId.safeParse(sid).data
  // The end of a session is remembered as long as its tokens can live.
  if (sid !== undefined && (!sessionId || !(Number(exp) - Number(iat) <= week)))
    throw invalidToken()
  return {
    orgId: org,
    appId: sub,
    featureFlags,
    ...common,
    ...(cap !== undefined && { capabilities: capabilitiesOf(cap) }),
    ...(ro !== undefined && ro !== false && { readOnly: true }),
    ...(sessionId !== undefined && { sessionId }),
    ...(poller !== undefined && { pollerId: String(poller), pollerTokenId: jti ?? '' }),
  }
}

/** The capabilities of a claim; what is none of ours gives nothing. */
const capabilitiesOf = (claim: unknown): Capability[] => {
  const named: readonly unknown[] = Array.isArray(claim) ? claim : []
  return capabilities.filter((one) => named.includes(one))
}

const bad = (claim: string, kind: string) =>
  fail('bad_request', `\`${claim}\` is not a valid ${kind} id`, { wire: 'bad_token' })
