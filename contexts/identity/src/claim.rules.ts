import { Did, internalAdmin, type Role, roles } from '@countersign/contracts'

/** What the provider's claim says, as far as it can be understood. */
export type ClaimedRoles = {
  /** Roles in companies, without repetitions. */
  readonly grants: readonly CompanyGrant[]
  readonly isInternalAdmin: boolean
  /** How many entries made no sense; they give nothing. */
  readonly junk: number
}

/** A role in a company. */
export type CompanyGrant = { readonly vaspDID: string; readonly role: CompanyRole }

/** A role that somebody can hold in a company. */
export type CompanyRole = Exclude<Role, typeof internalAdmin>

/** More companies than anyone works for: what stands behind is not read. */
const maxEntries = 500

/**
 * Reads the namespaced claim `[{vaspDID, role}]`; the internal admin's entry has no company. Whatever
 * is not of this form gives no role: a claim that is absent is empty, one that is no list is junk.
 */
export function rolesOf(claim: unknown): ClaimedRoles {
  if (claim === undefined || claim === null) return { grants: [], isInternalAdmin: false, junk: 0 }
  if (!Array.isArray(claim)) return { grants: [], isInternalAdmin: false, junk: 1 }
  const entries = claim.slice(0, maxEntries).map(grantOf)
  const understood = entries.flatMap((entry) => entry ?? [])
  const grants = new Map(
    understood.flatMap(({ vaspDID, role }) =>
      vaspDID !== null && isCompanyRole(role)
        ? [[`${vaspDID} ${role}`, { vaspDID, role }] as const]
        : [],
    ),
  )
  return {
    grants: [...grants.values()],
    isInternalAdmin: understood.some(({ role }) => role === internalAdmin),
    junk: claim.length - understood.length,
  }
}

/** Whether a role belongs to a company. */
export const isCompanyRole = (role: Role): role is CompanyRole => role !== internalAdmin

function grantOf(entry: unknown): { vaspDID: string | null; role: Role } | undefined {
  const role = roles.find((name) => name === read(entry, 'role'))
  const company = read(entry, 'vaspDID')
  if (role === internalAdmin)
    return company === undefined || company === null ? { vaspDID: null, role } : undefined
  const did = Did.safeParse(company)
  return role && did.success ? { vaspDID: did.data, role } : undefined
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** The claimed roles that this person never had; one that was ended stays ended. */
export const newGrants = (
  claimed: readonly CompanyGrant[],
  known: readonly { readonly vaspDID: string; readonly role: string }[],
): readonly CompanyGrant[] =>
  claimed.filter(
    ({ vaspDID, role }) => !known.some((had) => had.vaspDID === vaspDID && had.role === role),
  )
