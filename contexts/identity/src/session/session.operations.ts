import { session as contract, networkChain } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import { type Deps, handlers } from '../handlers.ts'
import { hashOf } from '../secret.ts'
import { endAccessOfSessions } from '../webhook-access.store.ts'
import { readCookie } from './cookie.rules.ts'
import { isLive, sessionIdOf } from './session.rules.ts'
import { endSessionsOf, findSessionsOf, markRotation } from './session.store.ts'
import { siteOf } from './site.rules.ts'

/** The viewer's own sessions. */
export const session = handlers(contract, {
  listSessions: async (call) => {
    const live = await liveOnes(call)
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
  },

  revokeSession: async (call, { sessionId }) => {
    const live = await liveOnes(call)
    const ended = live.filter(({ id }) => id === sessionId)
    if (ended.length === 0) throw fail('not_found', 'No such session')
    await revoke(call, ended)
  },

  revokeOtherSessions: async (call) => {
    const live = await liveOnes(call)
    const ended = live.filter(({ current }) => !current)
    await revoke(call, ended)
    return { revoked: ended.length }
  },

  // The session's id changes with the next answer.
  switchCompany: async ({ caller, deps }) => {
    await deps.database.withNobody((tx) => markRotation(tx, idHashOf(deps, caller)))
  },
})

type SessionCall = Call<Deps, Caller>

/** The hash of the id that this request came with. */
function idHashOf({ sites }: Deps, { request: { header } }: Caller): Buffer {
  const secret = readCookie(header('cookie'), 'countersign', siteOf(sites, header('host')))
  return secret ? hashOf(secret) : Buffer.alloc(32)
}

async function liveOnes({ deps, caller, at }: SessionCall) {
  const { userId } = personIn(caller)
  const mine = idHashOf(deps, caller)
  const rows = await deps.database.withNobody((tx) => findSessionsOf(tx, userId))
  return rows
    .filter((row) => {
      const times = {
        lastActiveAt: row.last_active_at.getTime(),
        expiresAt: row.expires_at.getTime(),
      }
      return isLive(times, at.getTime(), deps.limits)
    })
    .map((row) => ({
      row,
      id: sessionIdOf(row),
      current: mine.equals(row.id_hash) || (row.previous_hash?.equals(mine) ?? false),
    }))
}

/** Signs out of sessions, and ends the webhook service's access that they gave. */
async function revoke(
  { deps, caller, actor, at }: SessionCall,
  ended: Awaited<ReturnType<typeof liveOnes>>,
): Promise<void> {
  const { userId, did } = personIn(caller)
  const hashes = ended.map(({ row }) => row.id_hash)
  const ids = ended.map(({ id }) => id)
  await deps.database.withNobody(async (tx) => {
    await endSessionsOf(tx, userId, hashes)
    await endAccessOfSessions(tx, userId, ids, at)
    await audit(tx, actor, at, {
      company: networkChain,
      action: 'auth.revokeSession',
      object: did,
      detail: { sessions: ended.length },
    })
  })
}
