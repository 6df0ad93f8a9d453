import { holdsAsOwn, internalAdmin, type Permission, type RoleGrant } from '@countersign/contracts'
import { fail } from '@countersign/kit/errors'

/** Who reads: the companies they work for, and whether they run the network. */
export type Audience = { readonly own: readonly string[]; readonly isInternal: boolean }

/** Somebody who has not signed in. */
export const nobody: Audience = { own: [], isInternal: false }

/** The audience that a viewer belongs to. */
export const audienceOf = (grants: readonly RoleGrant[]): Audience => ({
  own: [...new Set(grants.flatMap(({ vaspDID }) => vaspDID ?? []))],
  isInternal: grants.some(({ role }) => role === internalAdmin),
})

/** Whether what only a company's own people see may be shown. */
export const isOfCompany = ({ own, isInternal }: Audience, did: string): boolean =>
  isInternal || own.includes(did)

const refused = (permission: Permission) =>
  fail('forbidden', `You need the permission ${permission} in this company`)

/**
 * Verdicts are private to who gave them: a reviewer that the caller does not work for is refused.
 * @throws 403 in the words of the gate
 */
export function onlyOwn(grants: readonly RoleGrant[], permission: Permission, did: string): void {
  if (!holdsAsOwn(grants, permission, did)) throw refused(permission)
}
