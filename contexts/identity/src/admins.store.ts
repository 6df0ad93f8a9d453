import type { IdentityTx } from './tables.ts'

/** The addresses of a company's admins, for mail to the company; at most 50. */
export async function findAdminAddresses(tx: IdentityTx, company: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('identity.membership as membership')
    .innerJoin('identity.user as user', 'user.id', 'membership.user_id')
    .select('user.email')
    .distinct()
    .where('membership.vasp_did', '=', company)
    .where('membership.role', '=', 'admin')
    .where('membership.ended_at', 'is', null)
    .orderBy('user.email')
    .limit(50)
    .execute()
  return rows.map(({ email }) => email)
}
