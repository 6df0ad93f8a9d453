import { type CompanyRole, companyRoles } from '@countersign/contracts/identity'

/** A company has no more people than this; more are several companies. */
export const maxPeople = 500

/** Who holds which role in one company. */
export type Held = readonly { readonly user_id: string; readonly role: string }[]

/** Whether a company would be without an admin if this person lost the role. */
export const isLastAdmin = (held: Held, userId: string): boolean =>
  held.some(({ user_id, role }) => user_id === userId && role === 'admin') &&
  !held.some(({ user_id, role }) => user_id !== userId && role === 'admin')

/** A role as the contract knows it. */
export const companyRole = (name: string): CompanyRole => {
  const role = companyRoles.find((known) => known === name)
  if (!role) throw new Error(`Not a role of a company: ${name}`)
  return role
}

/** Rows of single roles, put together by person; the order of the rows is kept. */
export function byPerson<R extends { readonly id: string }>(
  rows: readonly R[],
): (readonly [R, ...R[]])[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...more]) =>
    first ? [[first, ...more] as const] : [],
  )
}

/** Roles in the order of the contract, highest first. */
export const inOrder = (roles: readonly string[]): CompanyRole[] =>
  companyRoles.filter((role) => roles.includes(role))
