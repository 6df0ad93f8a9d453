import { internalAdmin, isMachineRole, observer, type RoleGrant } from '@countersign/contracts'
import {
  type AccessRequest,
  type CompanyRole,
  isAtLeast,
  type OwnRequest,
  requestKinds,
  requestMoves,
  requestStates,
} from '@countersign/contracts/identity'
import { fail } from '@countersign/kit/errors'
import { companyDomain } from '@countersign/kit/mail-domain'
import type { Company } from '../companies.ts'
import { companyRole } from '../team/index.ts'

/** Whether a verified address is at one of a company's domains: equal registrable domains, nothing less. */
export function isAtDomain(
  email: string,
  { emailDomains }: Pick<Company, 'emailDomains'>,
): boolean {
  const domain = companyDomain(email)
  return domain !== null && emailDomains.includes(domain)
}

/** What becomes of a request. @throws 409 when it is settled already */
export function moved(action: keyof typeof requestMoves, state: string) {
  const { from, to } = requestMoves[action]
  if (state !== from) throw fail('conflict', `This request is already ${state}`)
  return to
}

/** Whether somebody may give this role in this company: theirs is at least as high. */
export const mayGive = (grants: readonly RoleGrant[], did: string, role: CompanyRole): boolean =>
  grants.some(
    (grant) =>
      grant.role === internalAdmin ||
      (grant.vaspDID === did &&
        grant.role !== observer &&
        !isMachineRole(grant.role) &&
        isAtLeast(grant.role, role)),
  )

type Row = {
  readonly vasp_did: string
  readonly id: string
  readonly kind: string
  readonly role: string
  readonly note: string | null
  readonly domain_proven: boolean
  readonly state: string
  readonly reason: string | null
  readonly created_at: Date
  readonly decided_at: Date | null
}

const known = <T extends string>(names: readonly T[], name: string): T => {
  const found = names.find((one) => one === name)
  if (found === undefined) throw new Error(`Not known of a request: ${name}`)
  return found
}

/** A request as its maker sees it. */
export const ownRequest = (row: Row): OwnRequest => ({
  id: row.id,
  vaspDID: row.vasp_did,
  kind: known(requestKinds, row.kind),
  role: companyRole(row.role),
  state: known(requestStates, row.state),
  note: row.note,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

/** A request as whoever decides it sees it. */
export const accessRequest = (
  row: Row,
  user: AccessRequest['user'],
  company: Pick<Company, 'name' | 'website'> | undefined,
): AccessRequest => ({
  ...ownRequest(row),
  vaspName: company?.name ?? row.vasp_did,
  vaspWebsite: company?.website ?? null,
  user,
  domainProven: row.domain_proven,
})
