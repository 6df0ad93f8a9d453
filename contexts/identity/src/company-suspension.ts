import { holds, type Operation, type Permission, type RoleGrant } from '@countersign/contracts'
import { observing } from '@countersign/contracts/identity'
import { type Failure, fail } from '@countersign/kit/errors'
import type { Companies } from './companies.ts'
import type { Viewer } from './gate.ts'
import type { IdentityTx } from './tables.ts'

/** A role in a company that is disabled. */
export type SuspendedGrant = RoleGrant & { readonly vaspName: string }

/**
 * The viewer without their rights in disabled companies. A machine belongs to one company: where that is
 * disabled, it acts for nobody else either.
 */
export async function withoutDisabled(
  tx: IdentityTx,
  companies: Companies,
  viewer: Viewer,
): Promise<Viewer> {
  const dids = [...new Set(viewer.grants.flatMap(({ vaspDID }) => vaspDID ?? []))]
  const disabled = dids.length > 0 ? await companies.disabledAmong(tx, dids) : []
  if (disabled.length === 0) return viewer
  const own = viewer.clientId === undefined ? undefined : viewer.grants[0]?.vaspDID
  const home = disabled.find(({ did }) => did === own)
  const closedBy = ({ vaspDID }: RoleGrant) => home ?? disabled.find(({ did }) => did === vaspDID)
  return {
    ...viewer,
    grants: viewer.grants.filter((grant) => !closedBy(grant)),
    suspended: viewer.grants.flatMap((grant) => {
      const company = closedBy(grant)
      return company ? [{ ...grant, vaspName: company.name }] : []
    }),
  }
}

/**
 * Refuses everybody whose companies are all disabled. Left to them are the operations that are open to
 * anyone (with the viewer and signing out), and an operator's way out of a look.
 */
export function refuseSuspended({ grants, suspended }: Viewer, operation: Operation): void {
  const [first] = suspended ?? []
  if (grants.length > 0 || !first) return
  if (operation.access === 'anyone' || operation === observing.stopObserving) return
  throw companyDisabled(first.vaspName)
}

/** The refusal of somebody who would hold the permission if the company were not disabled. */
export function suspension(
  { suspended = [] }: Viewer,
  permission: Permission,
  company?: string,
): Failure | undefined {
  const grant = suspended.find((one) => holds([one], permission, company))
  return grant && companyDisabled(grant.vaspName)
}

/** What every call for a disabled company is answered with. */
export const companyDisabled = (name: string): Failure =>
  fail('forbidden', `${name} is disabled. Only the network can enable it again.`, {
    wire: 'company_disabled',
  })
