import { createHash } from 'node:crypto'
import { fail } from '@countersign/kit/errors'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** Whose token it is. Without `appId` it is the organisation's key. */
export type Bearer = {
  readonly orgId: string
  readonly appId?: string
  /** The event types with a flag that an application's token shows; an organisation's shows all. */
  readonly featureFlags: readonly string[]
  /** Unix seconds; absent when the token does not say. */
  readonly issuedAt?: number | undefined
  /** SHA-256 of the token: a name for it that gives nothing away. */
  readonly hash: string
}

/** Reads and makes bearer tokens. */
export type Tokens = {
  /** @throws 401 unless the token is ours and valid now, 400 when it is ours and names nothing */
  verify(token: string): Promise<Bearer>
  /** A token for one application, valid for 7 days. */
  issue(of: { orgId: string; appId: string; featureFlags: readonly string[] }): Promise<string>
}

const week = 7 * 24 * 3600
const most = 10_000
const orgForm = /^org_[0-9A-Za-z]{1,64}$/
const appForm = /^app_[0-9A-Za-z]{1,64}$/

/**
 * Bearer tokens as JSON Web Tokens, HS256 and nothing else (contract 3).
 * @param clock Unix milliseconds
 */
export function tokens({ secret, clock }: { secret: string; clock: () => number }): Tokens {
  const key = new TextEncoder().encode(secret)
  // To verify costs 40 times what it costs to look up; bounded, and gone with its expiry.
  const known = new Map<string, { bearer: Bearer; until: number }>()

  const read = async (token: string, hash: string) => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: new Date(clock()),
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw fail('unauthorized', 'Invalid token')
      throw error
    })
    const until = payload.exp === undefined ? Number.POSITIVE_INFINITY : payload.exp * 1000
    return { bearer: bearerOf(payload, hash), until }
  }

  return {
    verify: async (token) => {
      const hash = createHash('sha256').update(token).digest('base64')
      const found = known.get(hash)
      if (found && found.until > clock()) return found.bearer
      known.delete(hash)
      const fresh = await read(token, hash)
      for (const oldest of known.keys()) {
        if (known.size < most) break
        known.delete(oldest)
      }
      known.set(hash, fresh)
      return fresh.bearer
    },
    issue: ({ orgId, appId, featureFlags }) => {
      const now = Math.floor(clock() / 1000)
      return new SignJWT({ org: orgId, feature_flags: [...featureFlags] })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(appId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + week)
        .sign(key)
    },
  }
}

function bearerOf({ sub, iat, ...claims }: JWTPayload, hash: string): Bearer {
  const { org, feature_flags: flags } = claims
  if (org === undefined) {
    if (typeof sub !== 'string' || !orgForm.test(sub)) throw bad('sub', 'organization')
    return { orgId: sub, featureFlags: [], issuedAt: iat, hash }
  }
  if (typeof org !== 'string' || !orgForm.test(org)) throw bad('org', 'organization')
  if (typeof sub !== 'string' || !appForm.test(sub)) throw bad('sub', 'application')
  const featureFlags = Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []
  return { orgId: org, appId: sub, featureFlags, issuedAt: iat, hash }
}

const bad = (claim: string, kind: string) =>
  fail('bad_request', `\`${claim}\` is not a valid ${kind} id`, { wire: 'bad_token' })
