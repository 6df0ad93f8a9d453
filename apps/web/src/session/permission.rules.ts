import type { Access, Permission } from '@countersign/contracts'
import { opens, readOnlyReason } from '@countersign/contracts'
import type { Viewer } from '@countersign/contracts/identity'

/** An operation of the API, or one action of it with a permission of its own. */
export type Guarded = { readonly access: Access } | { readonly permission: Permission }

const ruleOf = (guarded: Guarded) => ('access' in guarded ? guarded.access : guarded)

/** The permission that an operation needs, if it needs one. */
export function permissionOf(guarded: Guarded): Permission | undefined {
  const rule = ruleOf(guarded)
  return typeof rule === 'string' ? undefined : rule.permission
}

/**
 * Whether the viewer may call an operation in a company. The server asks the same rule.
 * @param company the active one, if there is one
 */
export function mayCall(guarded: Guarded, { roles }: Viewer, company: string | null): boolean {
  const rule = ruleOf(guarded)
  return typeof rule === 'string' || (company !== null && opens(rule, roles, company))
}

/** Why the viewer may not call an operation in a company, in words; nothing if they may. */
export function refusalOf(
  guarded: Guarded,
  viewer: Viewer,
  company: string | null,
): string | undefined {
  if (mayCall(guarded, viewer, company)) return undefined
  if (viewer.observing) return readOnlyReason
  return `Your role lacks the permission ${permissionOf(guarded)}`
}
