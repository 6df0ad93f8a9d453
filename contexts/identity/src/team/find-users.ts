import type { Input, Output } from '@countersign/contracts'
import { networkChain, type team } from '@countersign/contracts/identity'
import { audit } from '@countersign/kit/audit'
import { cursorOf, noSuchPlace, PlaceText } from '@countersign/kit/cursor'
import type { Call } from '@countersign/kit/handlers'
import type { Vault } from '@countersign/kit/vault'
import type { Caller } from '../gate.ts'
import type { Deps } from '../handlers.ts'
import { companyRole } from './team.rules.ts'
import { findRolesOf, searchUsers } from './team.store.ts'

const cursors = cursorOf('people', PlaceText)

function placeOf(vault: Vault, cursor: string): string {
  const place = cursors.read(vault, cursor)
  if (!/^user_[0-9A-Za-z]{27}$/.test(place)) throw noSuchPlace()
  return place
}

/** A page of all users, for the internal admin. Each search is recorded in the network's chain. */
export function findUsers(
  { actor, at, deps: { database, vault } }: Call<Deps, Caller>,
  { query }: Input<typeof team.findUsers>,
): Promise<Output<typeof team.findUsers>> {
  const before = query.cursor === undefined ? undefined : placeOf(vault, query.cursor)
  return database.withUser('staff', async (tx) => {
    const found = await searchUsers(tx, { q: query.q, before, limit: query.per_page + 1 })
    const page = found.slice(0, query.per_page)
    const roles = await findRolesOf(
      tx,
      page.map(({ id }) => id),
    )
    await audit(tx, actor, at, {
      company: networkChain,
      action: 'auth.findUsers',
      detail: { people: page.length },
    })
    const last = page.at(-1)
    return {
      users: page.map((user) => ({
        did: user.did,
        name: user.name,
        email: user.email,
        isCountersignAdmin: user.is_internal_admin,
        lastSeenAt: user.last_seen_at.toISOString(),
        roles: roles
          .filter(({ user_id }) => user_id === user.id)
          .map(({ vasp_did, role }) => ({ vaspDID: vasp_did, role: companyRole(role) })),
      })),
      next: found.length > page.length && last ? cursors.write(vault, last.id) : null,
    }
  })
}
