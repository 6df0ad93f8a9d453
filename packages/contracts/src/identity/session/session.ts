import * as z from 'zod/mini'
import { Did, Instant } from '../../common.ts'
import { type Contract, canIn } from '../../operation.ts'

/** A place where the viewer is signed in. */
export const SessionInfo = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** What the browser calls itself. */
  userAgent: z.string(),
  createdAt: Instant,
  lastActiveAt: Instant,
  expiresAt: Instant,
})
export type SessionInfo = z.infer<typeof SessionInfo>

/** The viewer's own sessions. Part of the group `auth`. */
export const session = {
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List the viewer’s sessions, most recently used first',
    access: 'viewer',
    returns: { 200: z.object({ sessions: z.array(SessionInfo) }) },
  },
  revokeSession: {
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: 'Sign out of one session',
    access: 'viewer',
    returns: { 204: null },
  },
  revokeOtherSessions: {
    method: 'POST',
    path: '/auth/sessions/revoke-others',
    summary: 'Sign out everywhere else',
    access: 'viewer',
    returns: { 200: z.object({ revoked: z.int() }) },
  },
  switchCompany: {
    method: 'POST',
    path: '/auth/sessions/switch',
    summary: 'Switch company; the session gets a new ID with the next response',
    access: canIn('trustframework.getVASP', 'vaspDID'),
    transaction: 'own',
    body: z.strictObject({ vaspDID: Did }),
    returns: { 204: null },
  },
} as const satisfies Contract[string]
