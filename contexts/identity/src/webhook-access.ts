import { setTimeout as wait } from 'node:timers/promises'
import { holds, type Permission } from '@countersign/contracts'
import type { Tx } from '@countersign/kit/db'
import type { Viewer } from './gate.ts'
import { findUser } from './person/index.ts'
import { findSessionsOf, sessionIdOf } from './session/index.ts'
import type { IdentityDatabase } from './tables.ts'
import {
  allSessions,
  endCompanyAccess,
  noteAccess,
  settleAccess,
  takeDueAccess,
} from './webhook-access.store.ts'

/** Access to the webhook service, which ends with the session, role or company that it comes from. */
export type WebhookAccess = {
  /** Notes, before a token is asked for, whose it will be. @returns its session, and whether that is new */
  note<T>(
    tx: Tx<T>,
    viewer: Viewer,
    to: {
      readonly did: string
      readonly appUid: string
      readonly at: Date
      /** How long the token is valid, in seconds. */
      readonly seconds: number
    },
  ): Promise<{ readonly session: string; readonly isNew: boolean }>
  /** Whether the viewer may still do this: asked once the token is there, before it is handed out. */
  isStillAllowed(viewer: Viewer, permission: Permission, did: string): Promise<boolean>
  /** Ends every token and integration key of a company, in the transaction of the cause. */
  endCompany<T>(tx: Tx<T>, did: string, appUid: string, at: Date): Promise<unknown>
}

/** The product's own record of who has access. */
export function webhookAccess(database: IdentityDatabase): WebhookAccess {
  return {
    note: async (tx, viewer, { did, appUid, at, seconds }) => {
      const session = viewer.session ?? viewer.clientId
      if (session === undefined) throw new Error('The caller has no session')
      // A minute more than the token: it is made a moment later, by another clock.
      const expiresAt = new Date(at.getTime() + (seconds + 60) * 1000)
      const userId = viewer.userId ?? session
      const isNew = await noteAccess(tx, { did, session, userId, appUid, at, expiresAt })
      return { session, isNew }
    },
    isStillAllowed: async ({ userId, session }, permission, did) => {
      // A machine's rights are as old as its request; they do not change with a session.
      if (userId === null) return true
      return database.withUser(userId, async (tx) => {
        const user = await findUser(tx, userId)
        const sessions = await findSessionsOf(tx, userId)
        const isThere = sessions.some((row) => sessionIdOf(row) === session)
        return isThere && user !== undefined && holds(user.grants, permission, did)
      })
    },
    endCompany: endCompanyAccess,
  }
}

/** What telling the webhook service needs. */
export type EndingDeps = {
  /** Connected as countersign_relay. */
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly log: { warn(facts: object): void }
  /** Ends the tokens of these sessions, or without any every token and key. @throws when it could not */
  readonly expire: (appUid: string, sessions: readonly string[] | undefined) => Promise<unknown>
}

/** After this long an attempt that failed, or whose process died, is made again. */
const againMs = 5_000

/** Ends at the webhook service what is due. @returns how many there were */
export async function endDueAccess({ database, clock, log, expire }: EndingDeps): Promise<number> {
  const now = clock()
  const again = new Date(now + againMs)
  const due = await database.withNobody((tx) => takeDueAccess(tx, new Date(now), again))
  for (const one of due) {
    const told = await expire(
      one.app_uid,
      one.session === allSessions ? undefined : [one.session],
    ).then(
      () => true,
      (error: unknown) => {
        log.warn({ event: 'ending_webhook_access_failed', app: one.app_uid, err: error })
        return false
      },
    )
    if (told) await database.withNobody((tx) => settleAccess(tx, one, again))
  }
  return due.length
}

/** Ends what is due until stopped; a database or service that is away is waited for. */
export function startEndingAccess(deps: EndingDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      const ended = await endDueAccess(deps).catch((error: unknown) => {
        deps.log.warn({ event: 'ending_webhook_access_paused', err: error })
        return 0
      })
      if (ended === 0) await wait(500, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
