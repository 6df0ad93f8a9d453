import { team as contract, type TeamMember } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { personIn } from '../caller.rules.ts'
import { companyDisabled } from '../company-suspension.ts'
import { handlers } from '../handlers.ts'
import type { IdentityTx } from '../tables.ts'
import { findUsers } from './find-users.ts'
import { byPerson, inOrder, isLastAdmin } from './team.rules.ts'
import { endRoles, findRoles, findTeam, lockTeam, rotateSessions } from './team.store.ts'
import { companyNamed, giveRoles } from './team.ts'

const noSuchPerson = () => fail('not_found', 'No such member in this company')

/** The people of a company and their roles. */
export const team = handlers(contract, {
  vaspUsers: async ({ tx, company, actor, at, deps }) => {
    const { emailDomains } = await companyNamed(tx, deps, company)
    const users = await membersOf(tx, company)
    await audit(tx, actor, at, {
      company,
      action: 'auth.vaspUsers',
      detail: { people: users.length },
    })
    return { users, emailDomains: [...emailDomains] }
  },

  removeUserFromVasp: async ({ tx, company, actor, at, deps }, { body: { userDID } }) => {
    await lockTeam(tx, company)
    const person = (await findTeam(tx, company)).find((row) => row.did === userDID)
    if (!person) throw noSuchPerson()
    if (isLastAdmin(await findRoles(tx, company), person.id))
      throw fail('conflict', 'The last admin can’t be removed. Make someone else an admin first.')
    await endRoles(tx, company, person.id, [], at)
    await deps.companies.left(tx, company, userDID)
    await rotateSessions(tx, person.id)
    await audit(tx, actor, at, { company, action: 'auth.removeUserFromVasp', object: userDID })
  },

  changeRoles: async (
    { tx, company, caller, actor, at, deps },
    { body: { userDID, roles } },
  ): Promise<TeamMember> => {
    await lockTeam(tx, company)
    const person = (await findTeam(tx, company)).find((row) => row.did === userDID)
    if (!person) throw noSuchPerson()
    if (person.id === caller.viewer.userId)
      throw fail('conflict', 'You can’t change your own roles. Ask another admin.')
    if (!roles.includes('admin') && isLastAdmin(await findRoles(tx, company), person.id))
      throw fail('conflict', 'A company needs an admin. Make someone else an admin first.')
    await endRoles(tx, company, person.id, roles, at)
    await giveRoles(tx, deps, company, person.id, roles, at)
    await audit(tx, actor, at, {
      company,
      action: 'auth.changeRoles',
      object: userDID,
      detail: { roles: inOrder(roles) },
    })
    const changed = (await membersOf(tx, company)).find((member) => member.did === userDID)
    if (!changed) throw noSuchPerson()
    return changed
  },

  leaveVasp: async ({ caller, actor, at, deps }, { body: { vaspDID: company } }) => {
    const { userId, did } = personIn(caller)
    const suspended = caller.viewer.suspended?.find(({ vaspDID }) => vaspDID === company)
    if (suspended) throw companyDisabled(suspended.vaspName)
    await deps.database.withTenant(company, async (tx) => {
      await lockTeam(tx, company)
      const held = await findRoles(tx, company)
      if (!held.some(({ user_id }) => user_id === userId))
        throw fail('not_found', 'You aren’t a member of this company')
      if (isLastAdmin(held, userId))
        throw fail('conflict', 'The last admin can’t leave. Make someone else an admin first.')
      await endRoles(tx, company, userId, [], at)
      await rotateSessions(tx, userId)
      await audit(tx, actor, at, { company, action: 'auth.leaveVasp', object: did })
    })
  },

  findUsers,
})

async function membersOf(tx: IdentityTx, did: string): Promise<TeamMember[]> {
  return byPerson(await findTeam(tx, did)).map((rows) => ({
    did: rows[0].did,
    name: rows[0].name,
    email: rows[0].email,
    phone: rows[0].phone,
    jobTitle: rows[0].job_title,
    roles: inOrder(rows.map(({ role }) => role)),
    since: rows[0].created_at.toISOString(),
    lastSeenAt: rows[0].last_seen_at.toISOString(),
  }))
}
