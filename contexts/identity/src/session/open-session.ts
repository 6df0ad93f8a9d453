import type { RequestFacts } from '@countersign/kit/serve'
import type { Deps } from '../handlers.ts'
import { auditPerson } from '../person/index.ts'
import { hashOf, newSecret } from '../secret.ts'
import { readCookie } from './cookie.rules.ts'
import { addSession, endSession, sweepSessions } from './session.store.ts'
import type { Site } from './site.rules.ts'

/**
 * Opens a session under a new id; the one that the browser came with ends, so that an id planted
 * before the sign-in is worth nothing after it.
 * @returns the secret for the cookie
 */
export async function openSession(
  { database, limits, vault }: Pick<Deps, 'database' | 'limits' | 'vault'>,
  { header, requestId }: RequestFacts,
  site: Site,
  { userId, idToken }: { userId: string; idToken: string },
  at: Date,
): Promise<string> {
  const secret = newSecret()
  const idHash = hashOf(secret)
  const before = readCookie(header('cookie'), 'countersign', site)
  await database.withNobody(async (tx) => {
    if (before) await endSession(tx, hashOf(before), at)
    await sweepSessions(tx, at)
    await addSession(tx, {
      idHash,
      userId,
      at,
      expiresAt: new Date(at.getTime() + limits.absoluteMs),
      idToken: vault.seal(idToken, placeOfIdToken(idHash)),
      userAgent: (header('user-agent') ?? '').slice(0, 200),
    })
    await auditPerson(tx, { userId, requestId }, at, 'auth.signIn')
  })
  return secret
}

/** What the ID token of a session is sealed for. */
export const placeOfIdToken = (idHash: Buffer): string =>
  `identity.session/${idHash.toString('base64url')}`
