import { Did, internalAdmin, type Role, roles } from '@countersign/contracts'

/** What the provider's claim says, as far as it can be understood. */
export type ClaimedRoles = {
  /** Roles in companies, without repetitions. */
  readonly grants: readonly CompanyGrant[]
  readonly isInternalAdmin: boolean
  /** Whether the claim is a list. When it is absent or something else, it changes nothing. */
  readonly isStated: boolean
  /** Whether all of it was read: what is missing in a list that was cut short was not taken away. */
  readonly isWhole: boolean
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
  const none = { grants: [], isInternalAdmin: false, isStated: false, isWhole: false }
  if (claim === undefined || claim === null) return { ...none, junk: 0 }
  if (!Array.isArray(claim)) return { ...none, junk: 1 }
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
    isStated: true,
    isWhole: claim.length <= maxEntries,
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

/** A role that a person has or had. */
export type KnownGrant = {
  readonly vaspDID: string
  readonly role: string
  readonly source: string
  readonly hasEnded: boolean
  readonly endedByClaim: boolean
}

/**
 * What a claim changes: it gives roles that the person never had or that a claim took away, and takes
 * away what a claim gave. What somebody of the company gave or ended stays so.
 */
export function claimChanges(
  { grants, isWhole }: Pick<ClaimedRoles, 'grants' | 'isWhole'>,
  known: readonly KnownGrant[],
): { give: readonly CompanyGrant[]; take: readonly KnownGrant[] } {
  const same = (a: { vaspDID: string; role: string }, b: { vaspDID: string; role: string }) =>
    a.vaspDID === b.vaspDID && a.role === b.role
  return {
    give: grants.filter((claimed) => {
      const had = known.find((one) => same(one, claimed))
      return !had || (had.hasEnded && had.endedByClaim)
    }),
    take: known.filter(
      (one) =>
        isWhole &&
        one.source === 'claim' &&
        !one.hasEnded &&
        !grants.some((claimed) => same(claimed, one)),
    ),
  }
}

/** The roles that this person never had; one that was ended stays ended. */
export const newGrants = (
  claimed: readonly CompanyGrant[],
  known: readonly { readonly vaspDID: string; readonly role: string }[],
): readonly CompanyGrant[] =>
  claimed.filter(
    ({ vaspDID, role }) => !known.some((had) => had.vaspDID === vaspDID && had.role === role),
  )
