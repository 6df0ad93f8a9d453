import type { Permission } from './permission.ts'
import {
  internalAdmin,
  type MachineRole,
  type ObserverRole,
  observer,
  permissionsOf,
  type Role,
} from './role.ts'

/** What somebody who looks as an operator is told wherever something would change. */
export const readOnlyReason = 'You’re viewing as an operator and can’t make changes'

/** A role in a company; `vaspDID` is null for the internal admin, whose role covers all companies. */
export type RoleGrant = {
  readonly vaspDID: string | null
  readonly role: Role | MachineRole | ObserverRole
}

/** Whether one of the grants makes somebody a person of the company; who only looks as an operator is none. */
export const worksFor = (grants: readonly RoleGrant[], did: string): boolean =>
  grants.some(({ vaspDID, role }) => vaspDID === did && role !== observer)

/** As {@link holds}, by a role in the company itself: neither as the internal admin nor by a look. */
export const holdsAsOwn = (
  grants: readonly RoleGrant[],
  permission: Permission,
  did: string,
): boolean =>
  grants.some(
    ({ vaspDID, role }) =>
      vaspDID === did && role !== observer && permissionsOf[role].has(permission),
  )

/**
 * True when one of the grants gives `permission` in company `did`, or in any company when `did` is
 * absent. Server and screens ask this one function.
 */
export function holds(grants: readonly RoleGrant[], permission: Permission, did?: string): boolean {
  return grants.some(
    (grant) =>
      (did === undefined || grant.vaspDID === did || grant.role === internalAdmin) &&
      permissionsOf[grant.role].has(permission),
  )
}

/** Whether the access rule of an operation in one company lets these grants in, in company `did`. */
export function opens(
  { permission, people }: { readonly permission: Permission; readonly people?: 'own' | 'inside' },
  grants: readonly RoleGrant[],
  did: string,
): boolean {
  if (people === undefined) return holds(grants, permission, did)
  if (people === 'own') return holdsAsOwn(grants, permission, did)
  return grants.some(({ vaspDID, role }) => vaspDID === did && permissionsOf[role].has(permission))
}
