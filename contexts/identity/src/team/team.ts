import type { CompanyRole } from '@countersign/contracts/identity'
import { fail } from '@countersign/kit/errors'
import type { Companies } from '../companies.ts'
import type { IdentityTx } from '../tables.ts'
import { maxPeople } from './team.rules.ts'
import { findRoles, giveRole, rotateSessions } from './team.store.ts'

type Deps = { readonly companies: Companies }

/** A company, for work on its people. @throws 404 */
export async function companyNamed(tx: IdentityTx, { companies }: Deps, did: string) {
  const [company] = await companies.find(tx, [did])
  if (!company) throw fail('not_found', 'No such company')
  return company
}

/** A company that somebody wants into: a disabled one is as good as not there. @throws 404 */
export async function openCompany(tx: IdentityTx, deps: Deps, did: string) {
  const company = await companyNamed(tx, deps, did)
  const [disabled] = await deps.companies.disabledAmong(tx, [did])
  if (disabled) throw fail('not_found', 'No such company')
  return company
}

/** Gives roles to a person, and makes the company a claimed one with its first admin. */
export async function giveRoles(
  tx: IdentityTx,
  { companies }: Deps,
  did: string,
  userId: string,
  roles: readonly CompanyRole[],
  at: Date,
): Promise<void> {
  const held = await findRoles(tx, did)
  const people = new Set(held.map(({ user_id }) => user_id))
  if (!people.has(userId) && people.size >= maxPeople)
    throw fail('conflict', `A company can have at most ${maxPeople} members`)
  for (const role of roles) await giveRole(tx, did, userId, role, at)
  await rotateSessions(tx, userId)
  if (roles.includes('admin')) await companies.claimed(tx, did, at)
}
