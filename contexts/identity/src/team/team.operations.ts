import type { CompanyRole, TeamMember, UserInfo } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { actorOf, personIn } from '../caller.rules.ts'
import { companyDisabled } from '../company-suspension.ts'
import type { Caller } from '../gate.ts'
import type { IdentityTx } from '../tables.ts'
import { byPerson, inOrder, isLastAdmin } from './team.rules.ts'
import {
  endRoles,
  findRoles,
  findTeam,
  lockTeam,
  rotateSessions,
  saveOwnInfo,
} from './team.store.ts'
import { companyNamed, giveRoles, type TeamDeps } from './team.ts'

const noSuchPerson = () => fail('not_found', 'No such member in this company')

/** `GET auth/vaspUsers/{vaspDid}` */
export async function listTeam(deps: TeamDeps, caller: Caller, did: string) {
  const at = new Date(deps.clock())
  return deps.database.withTenant(did, async (tx) => {
    const { emailDomains } = await companyNamed(tx, deps, did)
    const users = await membersOf(tx, did)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.vaspUsers',
      detail: { people: users.length },
    })
    return { users, emailDomains: [...emailDomains] }
  })
}

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

/** `POST auth/removeuserfromvasp` */
export async function removeUser(
  deps: TeamDeps,
  caller: Caller,
  { vaspDID: did, userDID }: { vaspDID: string; userDID: string },
) {
  const at = new Date(deps.clock())
  await deps.database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    const person = (await findTeam(tx, did)).find((row) => row.did === userDID)
    if (!person) throw noSuchPerson()
    if (isLastAdmin(await findRoles(tx, did), person.id))
      throw fail('conflict', 'The last admin can’t be removed. Make someone else an admin first.')
    await endRoles(tx, did, person.id, [], at)
    await rotateSessions(tx, person.id)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.removeUserFromVasp',
      object: userDID,
    })
  })
}

/** Gives a person exactly these roles. */
export async function changeRoles(
  deps: TeamDeps,
  caller: Caller,
  input: { vaspDID: string; userDID: string; roles: readonly CompanyRole[] },
): Promise<TeamMember> {
  const { vaspDID: did, userDID, roles } = input
  const at = new Date(deps.clock())
  return deps.database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    const person = (await findTeam(tx, did)).find((row) => row.did === userDID)
    if (!person) throw noSuchPerson()
    if (person.id === caller.viewer.userId)
      throw fail('conflict', 'You can’t change your own roles. Ask another admin.')
    if (!roles.includes('admin') && isLastAdmin(await findRoles(tx, did), person.id))
      throw fail('conflict', 'A company needs an admin. Make someone else an admin first.')
    await endRoles(tx, did, person.id, roles, at)
    await giveRoles(tx, deps, did, person.id, roles, at)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.changeRoles',
      object: userDID,
      detail: { roles: inOrder(roles) },
    })
    const changed = (await membersOf(tx, did)).find((member) => member.did === userDID)
    if (!changed) throw noSuchPerson()
    return changed
  })
}

/** Leaves a company. @throws 404 when not in it, 409 for the last admin */
export async function leave({ database, clock }: TeamDeps, caller: Caller, did: string) {
  const at = new Date(clock())
  const { userId, did: userDID } = personIn(caller)
  const suspended = caller.viewer.suspended?.find(({ vaspDID }) => vaspDID === did)
  if (suspended) throw companyDisabled(suspended.vaspName)
  await database.withTenant(did, async (tx) => {
    await lockTeam(tx, did)
    const held = await findRoles(tx, did)
    if (!held.some(({ user_id }) => user_id === userId))
      throw fail('not_found', 'You aren’t a member of this company')
    if (isLastAdmin(held, userId))
      throw fail('conflict', 'The last admin can’t leave. Make someone else an admin first.')
    await endRoles(tx, did, userId, [], at)
    await rotateSessions(tx, userId)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'auth.leaveVasp',
      object: userDID,
    })
  })
}

/** `POST auth/userinfo/update` */
export async function updateOwnInfo(
  { database, clock }: TeamDeps,
  caller: Caller,
  { name, phone, jobTitle }: UserInfo,
) {
  const { userId, did } = personIn(caller)
  return database.withUser(userId, async (tx) => {
    const row = await saveOwnInfo(tx, userId, {
      ...(name !== undefined && { own_name: name }),
      ...(phone !== undefined && { phone }),
      ...(jobTitle !== undefined && { job_title: jobTitle }),
    })
    await audit(tx, actorOf(caller), new Date(clock()), {
      company: 'network',
      action: 'auth.updateUserInfo',
      object: did,
      detail: {
        fields: Object.entries({ name, phone, jobTitle }).flatMap(([field, value]) =>
          value === undefined ? [] : [field],
        ),
      },
    })
    return { name: row.name, phone: row.phone, jobTitle: row.job_title }
  })
}
