import type { RequestFacts } from '@countersign/kit/serve'
import type { Vault } from '@countersign/kit/vault'
import type { Caller } from '../gate.ts'
import { auditPerson } from '../person/index.ts'
import { hashOf, newSecret } from '../secret.ts'
import type { IdentityDatabase } from '../tables.ts'
import { readCookie, setCookie } from './cookie.rules.ts'
import { goTo, signedOutOf, signOutQuestion } from './navigation.rules.ts'
import { meansSignOut } from './origin.rules.ts'
import type { Provider } from './provider.ts'
import type { SessionLimits } from './session.rules.ts'
import { addSession, endSession, sweepSessions } from './session.store.ts'
import { type Site, type Sites, siteOf } from './site.rules.ts'

/** Where noteworthy things are told; never with personal data. */
export type Log = { info(facts: object): void; warn(facts: object): void }

/** What opening and ending sessions needs. */
export type SessionDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly sites: Sites
  readonly limits: SessionLimits
  readonly vault: Vault
  readonly provider: Provider
  readonly log: Log
}

/**
 * Opens a session under a new id; the one that the browser came with ends, so that an id planted
 * before the sign-in is worth nothing after it.
 * @returns the secret for the cookie
 */
export async function openSession(
  { database, clock, limits, vault }: SessionDeps,
  { header, requestId }: RequestFacts,
  site: Site,
  { userId, idToken }: { userId: string; idToken: string },
): Promise<string> {
  const secret = newSecret()
  const idHash = hashOf(secret)
  const before = readCookie(header('cookie'), 'countersign', site)
  const now = clock()
  await database.withNobody(async (tx) => {
    if (before) await endSession(tx, hashOf(before), new Date(now))
    await sweepSessions(tx, new Date(now))
    await addSession(tx, {
      idHash,
      userId,
      at: new Date(now),
      expiresAt: new Date(now + limits.absoluteMs),
      idToken: vault.seal(idToken, placeOf(idHash)),
      userAgent: (header('user-agent') ?? '').slice(0, 200),
    })
    await auditPerson(tx, { userId, requestId }, new Date(now), 'auth.signIn')
  })
  return secret
}

/** `GET /api/auth/logout`: ends the session here, then at the provider where it has a place for that. */
export async function logout(
  { database, clock, sites, vault, provider, log }: SessionDeps,
  { request, requestId }: Caller,
) {
  if (!meansSignOut(request)) return goTo(signOutQuestion)
  const site = siteOf(sites, request.header('host'))
  const secret = readCookie(request.header('cookie'), 'countersign', site)
  const idHash = secret === undefined ? undefined : hashOf(secret)
  const now = new Date(clock())
  const ended =
    idHash &&
    (await database.withNobody(async (tx) => {
      const found = await endSession(tx, idHash, now)
      if (found) await auditPerson(tx, { userId: found.userId, requestId }, now, 'auth.signOut')
      return found
    }))
  const goOn =
    ended &&
    (await Promise.resolve()
      .then(() => vault.open(ended.idToken, placeOf(ended.sealedFor)))
      .then((idToken) => provider.signOutUrl(idToken, signedOutOf(site)))
      .catch((error: unknown) => {
        log.warn({ event: 'provider_sign_out_failed', requestId: request.requestId, err: error })
        return undefined
      }))
  return goTo(
    goOn || signedOutOf(site),
    [setCookie('countersign', site, '', 0)],
    // The pages that stand in the browser's back-and-forward memory go too; storage stays, it holds
    // the person's choice on cookies.
    { 'clear-site-data': '"cache"' },
  )
}

const placeOf = (idHash: Buffer) => `identity.session/${idHash.toString('base64url')}`
