import { holds, type Permission, type RoleGrant } from '@countersign/contracts'
import type { Actor } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'

/** What this context knows of a caller. */
export type Caller = {
  readonly viewer: {
    readonly did: string
    readonly email: string | null
    readonly name?: string | null
    /** Of a machine that acts for itself. */
    readonly clientId?: string
    readonly grants: readonly RoleGrant[]
    /** Roles in disabled companies: they open nothing. */
    readonly suspended?: readonly RoleGrant[]
  }
  readonly requestId: string
  /** The company that the gate checked the permission in. */
  readonly company?: string
}

/** The caller as the audit chain names them. */
export const actorOf = ({ viewer, requestId }: Caller): Actor => ({ did: viewer.did, requestId })

/** Refuses with the gate's words: for companies that an operation names besides its own. */
export function demand({ viewer }: Caller, permission: Permission, company: string): void {
  if (!holds(viewer.grants, permission, company))
    throw fail('forbidden', `You need the permission ${permission} in this company`)
}
