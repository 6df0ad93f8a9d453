import { audit } from '@countersign/kit/audit'
import type { Companies } from '../companies.ts'
import { settleJoinRequests } from '../request/index.ts'
import type { IdentityDatabase } from '../tables.ts'
import { lockTeam, rotateSessions } from '../team/index.ts'
import { endAccessIn } from '../webhook-access.store.ts'
import { type ClaimedRoles, claimChanges } from './claim.rules.ts'
import { endClaimedRole, findAllRoles, giveClaimedRole } from './membership.store.ts'

type Deps = { readonly database: IdentityDatabase; readonly companies: Companies }

/**
 * Brings a person's roles in line with the provider's claim, company by company. A company that nobody
 * knows is passed over. Open sessions of the person get new ids.
 */
export async function applyClaim(
  { database, companies }: Deps,
  user: { readonly id: string; readonly did: string },
  claimed: ClaimedRoles,
  at: Date,
): Promise<void> {
  if (!claimed.isStated) return
  const known = await database.withUser(user.id, (tx) => findAllRoles(tx, user.id))
  const { give, take } = claimChanges(claimed, known)
  const dids = [...new Set([...give, ...take].map(({ vaspDID }) => vaspDID))]
  for (const did of dids)
    await database.withTenant(did, async (tx) => {
      await lockTeam(tx, did)
      if ((await companies.find(tx, [did])).length === 0) return
      const given = give.filter(({ vaspDID }) => vaspDID === did)
      const taken = take.filter(({ vaspDID }) => vaspDID === did)
      for (const { role } of given) {
        // A moment apart, so that the order of the claim is the order in which they are read.
        const since = new Date(
          at.getTime() + give.findIndex((one) => one.vaspDID === did && one.role === role),
        )
        await giveClaimedRole(tx, did, user.id, role, since)
      }
      const [first] = given
      if (first) {
        const outcome = { role: first.role, by: user.did, at }
        await settleJoinRequests(tx, did, user.id, outcome)
      }
      // What they hold at the webhook service has the rights of the roles from before.
      if (taken.length > 0) await endAccessIn(tx, did, user.id, at)
      for (const { role } of taken) await endClaimedRole(tx, did, user.id, role, at)
      await rotateSessions(tx, user.id)
      await audit(tx, { did: user.did }, at, {
        company: did,
        action: 'auth.rolesClaimed',
        object: user.did,
        detail: { given: given.map(({ role }) => role), taken: taken.map(({ role }) => role) },
      })
    })
}
