import type { Contract } from '../operation.ts'
import { auditLog } from './audit/index.ts'
import { countersignAuth } from './countersign-auth.ts'
import { credential, oauth } from './credential/index.ts'
import { ownInfo, viewer } from './person/index.ts'
import { decision, invitation, request } from './request/index.ts'
import { draft, observing, session, signIn } from './session/index.ts'
import { team } from './team/index.ts'

/** Sign-in, the viewer, people, sessions, machine clients and the audit log. Base path `/api`. */
export const identity = {
  auth: {
    ...viewer,
    ...signIn,
    ...team,
    ...invitation,
    ...ownInfo,
    ...request,
    ...decision,
    ...session,
    ...observing,
  },
  countersignAuth,
  draft,
  credential,
  oauth,
  auditLog,
} as const satisfies Contract
