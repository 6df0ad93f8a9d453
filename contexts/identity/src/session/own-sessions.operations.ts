import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { actorOf, personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import { hashOf } from '../secret.ts'
import { endAccessOfSessions } from '../webhook-access.store.ts'
import { readCookie } from './cookie.rules.ts'
import type { SessionDeps } from './session.operations.ts'
import { isLive, sessionIdOf } from './session.rules.ts'
import { endSessionsOf, findSessionsOf, markRotation } from './session.store.ts'
import { siteOf } from './site.rules.ts'

/** The hash of the id that this request came with. */
function asked({ sites }: SessionDeps, { request: { header } }: Caller): Buffer {
  const secret = readCookie(header('cookie'), 'countersign', siteOf(sites, header('host')))
  return secret ? hashOf(secret) : Buffer.alloc(32)
}

async function liveOnes(deps: SessionDeps, caller: Caller) {
  const { userId } = personIn(caller)
  const now = deps.clock()
  const mine = asked(deps, caller)
  const rows = await deps.database.withNobody((tx) => findSessionsOf(tx, userId))
  return rows
    .filter((row) => {
      const times = {
        lastActiveAt: row.last_active_at.getTime(),
        expiresAt: row.expires_at.getTime(),
      }
      return isLive(times, now, deps.limits)
    })
    .map((row) => ({
      row,
      id: sessionIdOf(row),
      current: mine.equals(row.id_hash) || (row.previous_hash?.equals(mine) ?? false),
    }))
}

/** Where the caller is signed in. */
export async function listSessions(deps: SessionDeps, caller: Caller) {
  const live = await liveOnes(deps, caller)
  return {
    sessions: live.map(({ row, id, current }) => ({
      id,
      current,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastActiveAt: row.last_active_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  }
}

/** Signs out of one session, or of all others. @returns how many it were */
export async function revokeSessions(
  deps: SessionDeps,
  caller: Caller,
  which: { id: string } | 'others',
): Promise<number> {
  const live = await liveOnes(deps, caller)
  const ended = live.filter(({ id, current }) => (which === 'others' ? !current : id === which.id))
  if (which !== 'others' && ended.length === 0) throw fail('not_found', 'No such session')
  const { userId, did } = personIn(caller)
  await deps.database.withNobody(async (tx) => {
    await endSessionsOf(
      tx,
      userId,
      ended.map(({ row }) => row.id_hash),
    )
    const at = new Date(deps.clock())
    await endAccessOfSessions(
      tx,
      userId,
      ended.map(({ id }) => id),
      at,
    )
    await audit(tx, actorOf(caller), at, {
      company: 'network',
      action: 'auth.revokeSession',
      object: did,
      detail: { sessions: ended.length },
    })
  })
  return ended.length
}

/** Notes that the caller works for another company now; the session's id changes with the next answer. */
export const switchCompany = (deps: SessionDeps, caller: Caller) =>
  deps.database.withNobody((tx) => markRotation(tx, asked(deps, caller)))
